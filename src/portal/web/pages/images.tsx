import { type DragEvent, useRef, useState } from 'react';
import { type AssetUse, api, uploadFile } from '../api.js';
import {
  Button,
  Confirm,
  Empty,
  formatBytes,
  Loading,
  messageOf,
  PageHead,
  Problem,
  Time,
  useLoaded,
} from '../parts.js';

interface Upload {
  readonly id: number;
  readonly name: string;
  readonly part: number;
  readonly error?: string;
}

let lastUpload = 0;

export function ImagesPage() {
  const { value: images, error, reload } = useLoaded(api.images);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [isOver, setOver] = useState(false);
  const [deleting, setDeleting] = useState<AssetUse>();
  const picker = useRef<HTMLInputElement>(null);
  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const upload = async (files: Iterable<File>) => {
    for (const file of files) {
      lastUpload += 1;
      const id = lastUpload;
      setUploads((all) => [...all, { id, name: file.name, part: 0 }]);
      try {
        await uploadFile(file, (part) => change(id, { part }));
        setUploads((all) => all.filter((one) => one.id !== id));
        reload();
      } catch (failure) {
        change(id, { error: messageOf(failure) });
      }
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void upload([...event.dataTransfer.files]);
  };
  return (
    <>
      <PageHead
        title="Files"
        lead="PNG and JPEG, for templates to show by their reference; PDFs for letterheads and further pages."
      >
        <Button look="primary" onClick={() => picker.current!.click()}>
          Upload
        </Button>
      </PageHead>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button above is the way by keyboard */}
      <div
        className={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p className="note">Drop images, PDFs and color profiles here</p>
        <input
          ref={picker}
          type="file"
          accept="image/png,image/jpeg,application/pdf,.icc,.icm"
          multiple
          hidden
          aria-label="Files to upload"
          onChange={(event) => {
            void upload([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        {uploads.map(({ id, name, part, error: failure }) => (
          <div key={id}>
            {failure === undefined ? (
              <label>
                <span className="note">{name}</span>
                <progress value={part} />
              </label>
            ) : (
              <p className="note error" role="alert">
                {name}: {failure}
              </p>
            )}
          </div>
        ))}
      </div>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {!images && error === undefined && <Loading what="the files" />}
      {images?.length === 0 && (
        <Empty title="No files yet">
          <p>Upload a logo, and show it with {'<img src="asset:…">'}.</p>
        </Empty>
      )}
      <ul className="tiles">
        {images?.map((image) => (
          <Tile key={image.id} image={image} remove={() => setDeleting(image)} />
        ))}
      </ul>
      {deleting && (
        <Confirm
          title={`Delete ${deleting.name}?`}
          action="Delete the file"
          onClose={() => setDeleting(undefined)}
          run={async () => {
            await api.deleteImage(deleting.id);
            reload();
          }}
        >
          {deleting.used_by.length > 0 ? (
            <p>
              <strong>It is in use:</strong> {deleting.used_by.join(', ')}. Without it, an image is a diagnostic, and
              documents with the PDF are refused.
            </p>
          ) : (
            <p>No template refers to it. Data that programs send might.</p>
          )}
        </Confirm>
      )}
    </>
  );
}

const nameOfType = (type: string): string =>
  type.endsWith('iccprofile') ? 'ICC' : type.replace(/.*\//, '').toUpperCase();

function Tile({ image, remove }: { readonly image: AssetUse; readonly remove: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(image.reference).catch(() => undefined);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <li className="tile">
      <div className="thumb">
        {image.content_type.startsWith('application/') ? (
          <span className="note">{nameOfType(image.content_type)}</span>
        ) : (
          <img src={`/portal/images/${image.id}`} alt="" loading="lazy" />
        )}
      </div>
      <div className="tile-text">
        <h2>{image.name}</h2>
        <p className="note">
          {nameOfType(image.content_type)}, {formatBytes(image.size)} · <Time at={image.created_at} />
        </p>
        <p className="note">{image.used_by.length > 0 ? `used by ${image.used_by.join(', ')}` : 'not used'}</p>
        <div className="reference">
          <code title={image.reference}>{image.reference}</code>
        </div>
        <div className="tile-actions">
          <button
            type="button"
            className="link"
            onClick={copy}
            aria-label={`${isCopied ? 'Copied' : 'Copy reference'} of ${image.name}`}
          >
            {isCopied ? 'Copied' : 'Copy reference'}
          </button>
          <Button look="quiet" onClick={remove} aria-label={`Delete ${image.name}`}>
            Delete
          </Button>
        </div>
      </div>
    </li>
  );
}

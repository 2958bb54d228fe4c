import { useState } from 'react';
import { api, type Draft, previewOf, type Version } from '../api.js';
import { changedAreas } from '../editor/changes.js';
import { TextCompared } from '../editor/text-compared.js';
import { Link } from '../navigation.js';
import { Button, Confirm, Loading, PageHead, Problem, Time, useLoaded } from '../parts.js';
import { drawPage, openPdf } from '../pdf.js';
import './versions.css';

export function VersionsPage({ id }: { readonly id: string }) {
  const load = () => Promise.all([api.template(id), api.versions(id)]);
  const { value, error, reload } = useLoaded(load, [id]);
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!value) return <Loading what="the versions" />;
  return <Versions template={value[0]} versions={value[1]} reload={reload} />;
}

interface VersionsProps {
  readonly template: Draft;
  /** Newest first. */
  readonly versions: readonly Version[];
  readonly reload: () => void;
}

function Versions({ template, versions, reload }: VersionsProps) {
  const [left, setLeft] = useState(versions[1]?.version ?? versions[0]!.version);
  const [right, setRight] = useState(versions[0]!.version);
  const [show, setShow] = useState<'pages' | 'text' | 'data'>('pages');
  const [restoring, setRestoring] = useState<Version>();
  const find = (number: number) => versions.find(({ version }) => version === number) ?? versions[0]!;
  const [before, after] = [find(left), find(right)];
  const [failure, setFailure] = useState<unknown>();
  const publish = async () => {
    try {
      await api.publishTemplate(template.id, versions[0]!.version);
      setFailure(undefined);
      reload();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      <PageHead
        title={`Versions of ${template.name}`}
        lead="Programs render the published one. Restoring makes a draft of a version."
      >
        <Link className="button" href={`/templates/${template.id}`}>
          Open the editor
        </Link>
      </PageHead>
      {failure !== undefined && <Problem error={failure} />}
      <div className="table-frame versions-list">
        <table className="stacked">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Saved</th>
              <th scope="col">Name</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map((version, index) => (
              <tr key={version.version}>
                <th scope="row">
                  {version.version}
                  {version.version === template.published_version && <span className="badge good">published</span>}
                  {version.version > template.published_version && <span className="badge warn">draft</span>}
                </th>
                <td data-label="Saved">
                  <Time at={version.created_at} withTime />
                </td>
                <td data-label="Name">{version.name}</td>
                <td data-label="Before">
                  <input
                    type="radio"
                    name="before"
                    aria-label={`Compare version ${version.version} as the one before`}
                    checked={left === version.version}
                    onChange={() => setLeft(version.version)}
                  />
                </td>
                <td data-label="After">
                  <input
                    type="radio"
                    name="after"
                    aria-label={`Compare version ${version.version} as the one after`}
                    checked={right === version.version}
                    onChange={() => setRight(version.version)}
                  />
                </td>
                <td className="end">
                  {index === 0 && version.version !== template.published_version && (
                    <Button onClick={publish} aria-label={`Publish version ${version.version}`}>
                      Publish
                    </Button>
                  )}
                  {index > 0 && (
                    <Button
                      look="quiet"
                      onClick={() => setRestoring(version)}
                      aria-label={`Restore version ${version.version}`}
                    >
                      Restore
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="tabs" role="group" aria-label="Compare">
        {(['pages', 'text', 'data'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={show === one} onClick={() => setShow(one)}>
            {{ pages: 'Pages', text: 'Source', data: 'Sample data' }[one]}
          </button>
        ))}
      </div>
      {show === 'pages' && <PagesCompared before={before} after={after} />}
      {show === 'text' && <TextCompared key={`text ${left} ${right}`} before={before.source} after={after.source} />}
      {show === 'data' && (
        <TextCompared
          key={`data ${left} ${right}`}
          before={JSON.stringify(before.sample_data, null, 2)}
          after={JSON.stringify(after.sample_data, null, 2)}
        />
      )}
      {restoring && (
        <Confirm
          title={`Restore version ${restoring.version}?`}
          action="Restore it"
          onClose={() => setRestoring(undefined)}
          run={async () => {
            const { name, source, locale, sample_data, standard, options } = restoring;
            const { version } = await api.updateTemplate(template.id, {
              name,
              source,
              sample_data,
              standard,
              options,
              ...(locale !== null && { locale }),
            });
            setLeft(versions[0]!.version);
            setRight(version);
            reload();
          }}
        >
          <p>Draft {versions[0]!.version + 1} is made of it, to be published. No version is lost.</p>
        </Confirm>
      )}
    </>
  );
}

interface Picture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly pixels: ImageData;
}

/** Pixels per px of the page. */
const RESOLUTION = 1;

async function picturesOf(version: Version): Promise<Picture[]> {
  const preview = await api.preview(previewOf(version));
  const pdf = await openPdf(preview.pdf);
  try {
    const pictures: Picture[] = [];
    for (let index = 0; index < pdf.numPages; index += 1) {
      const canvas = await drawPage(pdf, index, RESOLUTION);
      const { width, height } = canvas;
      const pixels = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      pictures.push({ url: blob ? URL.createObjectURL(blob) : '', width, height, pixels });
    }
    return pictures;
  } finally {
    void pdf.destroy();
  }
}

function PagesCompared({ before, after }: { readonly before: Version; readonly after: Version }) {
  const load = async () => [await picturesOf(before), await picturesOf(after)] as const;
  const { value, error, reload } = useLoaded(load, [before, after]);
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!value) return <Loading what="the pages" />;
  const [left, right] = value;
  const count = Math.max(left.length, right.length);
  const rows = Array.from({ length: count }, (_, index) => {
    const pair = [left[index], right[index]] as const;
    return { pair, areas: pair[0] && pair[1] ? changedAreas(pair[0].pixels, pair[1].pixels) : [] };
  });
  const changed = rows.filter(({ pair, areas }) => !pair[0] || !pair[1] || areas.length > 0).length;
  return (
    <>
      <p role="status" className="note compared-summary">
        {changed === 0
          ? `The pages of version ${before.version} and ${after.version} look the same.`
          : `${changed} of ${count} pages differ; what changed is marked.`}
      </p>
      {rows.map(({ pair, areas }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
        <div key={index} className="compared">
          {pair.map((picture, side) => (
            <figure key={side === 0 ? 'before' : 'after'}>
              {picture ? (
                <div className="compared-page">
                  <img src={picture.url} alt="" />
                  {areas.map((area) => (
                    <span
                      key={area.join(' ')}
                      className="changed"
                      style={{
                        left: `${(area[0] / picture.width) * 100}%`,
                        top: `${(area[1] / picture.height) * 100}%`,
                        width: `${(area[2] / picture.width) * 100}%`,
                        height: `${(area[3] / picture.height) * 100}%`,
                      }}
                    />
                  ))}
                </div>
              ) : (
                <div className="compared-none note">no such page</div>
              )}
              <figcaption className="note">
                Version {side === 0 ? before.version : after.version}, page {index + 1}
                {areas.length > 0 && `: ${areas.length} ${areas.length === 1 ? 'area' : 'areas'} changed`}
              </figcaption>
            </figure>
          ))}
        </div>
      ))}
    </>
  );
}

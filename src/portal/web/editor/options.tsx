/** What the PDFs of a template get besides their pages: form fields, pages of other PDFs, files. */

import { useState } from 'react';
import { type AssetUse, api, type Template } from '../api.js';
import { Button, Dialog, Loading, Problem, useLoaded } from '../parts.js';

export type Options = Template['options'];

export function OptionsButton({
  options,
  onChange,
}: {
  readonly options: Options;
  readonly onChange: (options: Options) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(options).length;
  return (
    <>
      <Button onClick={() => setOpen(true)}>PDF options{count > 0 && ` (${count})`}</Button>
      {isOpen && (
        <Dialog title="PDF options" onClose={() => setOpen(false)}>
          <OptionFields options={options} onChange={onChange} />
          <div className="dialog-actions">
            <Button look="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface FieldsProps {
  readonly options: Options;
  readonly onChange: (options: Options) => void;
}

function OptionFields({ options, onChange }: FieldsProps) {
  const { value: files, error, reload } = useLoaded(api.images);
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!files) return <Loading what="the files" />;
  const pdfs = files.filter((file) => file.content_type === 'application/pdf');
  const change = <Name extends keyof Options>(name: Name, value: Options[Name] | undefined) => {
    const { [name]: _, ...rest } = options;
    onChange(value === undefined ? rest : { ...rest, [name]: value });
  };
  const { letterhead } = options;
  const attachments = options.attachments ?? [];
  const orNone = <T,>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined);
  return (
    <div className="options">
      <label>
        <input
          type="checkbox"
          checked={options.forms ?? false}
          onChange={(event) => change('forms', event.target.checked || undefined)}
        />{' '}
        Form controls can be filled in
      </label>
      <label>
        <span>Letterhead</span>
        <select
          value={letterhead?.data ?? ''}
          onChange={(event) =>
            change('letterhead', event.target.value === '' ? undefined : { ...letterhead, data: event.target.value })
          }
        >
          <option value="">none</option>
          <Choices files={pdfs} chosen={letterhead ? [letterhead.data] : []} />
        </select>
      </label>
      {letterhead && (
        <label>
          <input
            type="checkbox"
            checked={letterhead.repeat ?? true}
            onChange={(event) => change('letterhead', { ...letterhead, repeat: event.target.checked })}
          />{' '}
          Its last page is under all further pages
        </label>
      )}
      <Several
        label="Pages before"
        files={pdfs}
        chosen={options.prepend ?? []}
        onChange={(list) => change('prepend', orNone(list))}
      />
      <Several
        label="Pages after"
        files={pdfs}
        chosen={options.append ?? []}
        onChange={(list) => change('append', orNone(list))}
      />
      <Several
        label="Attached files"
        files={files}
        chosen={attachments.map(({ data }) => data)}
        onChange={(list) =>
          change(
            'attachments',
            orNone(
              list.map(
                (data) =>
                  attachments.find((one) => one.data === data) ?? {
                    name: files.find(({ reference }) => reference === data)?.name ?? data.replace(':', '-'),
                    data,
                  },
              ),
            ),
          )
        }
      />
      <label>
        <span>Template of the XML of a Factur-X invoice</span>
        <textarea
          rows={5}
          spellCheck={false}
          value={options.facturx?.template ?? ''}
          onChange={(event) =>
            change(
              'facturx',
              event.target.value === '' ? undefined : { ...options.facturx, template: event.target.value },
            )
          }
        />
      </label>
      {pdfs.length === 0 && <p className="note">PDFs that are uploaded under “Files” can be chosen here.</p>}
    </div>
  );
}

interface SeveralProps {
  readonly label: string;
  readonly files: readonly AssetUse[];
  readonly chosen: readonly string[];
  readonly onChange: (list: readonly string[]) => void;
}

/** In the order in which they were chosen. */
function Several({ label, files, chosen, onChange }: SeveralProps) {
  if (files.length === 0 && chosen.length === 0) return null;
  return (
    <label>
      <span>{label}</span>
      <select
        multiple
        size={Math.min(5, Math.max(2, files.length))}
        value={[...chosen]}
        onChange={(event) => {
          const now = [...event.target.selectedOptions].map(({ value }) => value);
          onChange([...chosen.filter((one) => now.includes(one)), ...now.filter((one) => !chosen.includes(one))]);
        }}
      >
        <Choices files={files} chosen={chosen} />
      </select>
    </label>
  );
}

/** Files that were deleted stay to be seen. */
function Choices({ files, chosen }: Pick<SeveralProps, 'files' | 'chosen'>) {
  const lost = chosen.filter((reference) => !files.some((file) => file.reference === reference));
  return (
    <>
      {files.map(({ reference, name }) => (
        <option key={reference} value={reference}>
          {name}
        </option>
      ))}
      {lost.map((reference) => (
        <option key={reference} value={reference}>
          {reference} (deleted)
        </option>
      ))}
    </>
  );
}

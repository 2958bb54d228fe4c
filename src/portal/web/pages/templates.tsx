import { useState } from 'react';
import { api, type DraftSummary } from '../api.js';
import { Link } from '../navigation.js';
import { Button, Confirm, Empty, Loading, PageHead, Problem, Time, useLoaded } from '../parts.js';
import { TemplateThumbnail } from '../thumbnail.js';

export function TemplatesPage() {
  const { value: templates, error, reload } = useLoaded(api.templates);
  const [query, setQuery] = useState('');
  const [deleting, setDeleting] = useState<DraftSummary>();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = templates?.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  return (
    <>
      <PageHead title="Templates" lead="Write a document once, and render it with your data.">
        <Link className="button primary" href="/templates/new">
          New template
        </Link>
      </PageHead>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {!templates && error === undefined && <Loading what="the templates" />}
      {templates?.length === 0 && (
        <Empty title="No templates yet">
          <p>Begin with an invoice, a letter, a ticket … and see the page change while you type.</p>
          <Link className="button primary" href="/templates/new">
            Open the gallery
          </Link>
        </Empty>
      )}
      {templates && templates.length > 0 && (
        <div className="toolbar" role="search">
          <input
            type="search"
            className="search"
            aria-label="Search templates by name"
            placeholder="Search by name"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <p className="note" role="status">
            {found?.length} of {templates.length}
          </p>
        </div>
      )}
      {templates && templates.length > 0 && found?.length === 0 && (
        <Empty title="Nothing found">
          <p>No template has “{query}” in its name.</p>
          <Button onClick={() => setQuery('')}>Show all</Button>
        </Empty>
      )}
      <ul className="tiles">
        {found?.map((template) => (
          <li key={template.id} className="tile">
            <div className="thumb">
              <TemplateThumbnail id={template.id} version={template.version} />
            </div>
            <div className="tile-text">
              <h2>
                <Link href={`/templates/${template.id}`}>{template.name}</Link>
              </h2>
              <p className="note">
                version {template.published_version}
                {template.version !== template.published_version && ` · draft ${template.version}`} ·{' '}
                <Time at={template.updated_at} />
              </p>
              <div className="tile-actions">
                <Link href={`/templates/${template.id}/versions`} aria-label={`Versions of ${template.name}`}>
                  Versions
                </Link>
                <Button look="quiet" onClick={() => setDeleting(template)} aria-label={`Delete ${template.name}`}>
                  Delete
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
      {deleting && (
        <Confirm
          title={`Delete ${deleting.name}?`}
          action="Delete the template"
          onClose={() => setDeleting(undefined)}
          run={async () => {
            await api.deleteTemplate(deleting.id);
            reload();
          }}
        >
          <p>All its versions are deleted. Programs that render it are refused.</p>
        </Confirm>
      )}
    </>
  );
}

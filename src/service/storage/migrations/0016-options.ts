export const sql = `
-- Options of the PDFs of a template, unless a request has its own: fields of the HTTP contract, with references to files.
alter table template add column options json not null default '{}';
alter table template_version add column options json not null default '{}';
alter table batch add column options json not null default '{}';
`;

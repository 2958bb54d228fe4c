export const sql = `
-- The standards that PDFs of a template conform to, unless a request names others.
alter table template add column standard text[] not null default '{}';
alter table template_version add column standard text[] not null default '{}';
`;

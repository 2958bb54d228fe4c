export const sql = `
-- A template is its published version. Newer ones are drafts, which only template_version holds.
-- latest: number of the newest version, published or not; a process of an earlier release leaves it behind version.
alter table template add column latest integer not null default 1;
update template set latest = version;
`;

export const sql = `
-- merged: one PDF of all records is offered.
alter table batch add column output text not null default 'files' check (output in ('files', 'merged'));
-- Objects of all PDFs, as far as these were counted: a PDF cannot have any number of them.
alter table batch add column objects bigint not null default 0;
`;

export const sql = `
-- Of the requests of a key that name none: from 0, the most urgent, to 7 (RFC 9218); null: 3.
alter table api_key add column urgency smallint check (urgency between 0 and 7);
`;

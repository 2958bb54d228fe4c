export const sql = `
-- Among the batches of an account: from 0, the most urgent, to 7 (RFC 9218).
alter table batch add column urgency smallint not null default 3;
`;

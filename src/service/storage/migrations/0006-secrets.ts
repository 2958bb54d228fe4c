export const sql = `
-- Secrets that no setting gives: made once, the same for every host.
create table service_secret (
  purpose text primary key,
  secret text not null,
  created_at timestamptz not null default now()
);
`;

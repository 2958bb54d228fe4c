export const sql = `
create table api_key (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  name text not null,
  prefix text not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

create unique index api_key_hash on api_key (hash);
create index api_key_account on api_key (account_id);
create index api_key_prefix on api_key (prefix);
`;

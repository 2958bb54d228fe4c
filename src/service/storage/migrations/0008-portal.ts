export const sql = `
-- Sign-in of people to the portal. Tokens are stored as SHA-256, passwords as argon2id.
create table password (
  account_id uuid primary key references account on delete cascade,
  hash text not null,
  changed_at timestamptz not null default now()
);

create table sign_in_link (
  hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  expires_at timestamptz not null
);

create index sign_in_link_expiry on sign_in_link (expires_at);

create table portal_session (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  hash bytea not null,
  method text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create unique index portal_session_hash on portal_session (hash);
create index portal_session_account on portal_session (account_id);
create index portal_session_expiry on portal_session (expires_at);

create table sign_in (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  method text not null,
  succeeded boolean not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now()
);

create index sign_in_account on sign_in (account_id, created_at desc);
create index sign_in_age on sign_in (created_at);
`;

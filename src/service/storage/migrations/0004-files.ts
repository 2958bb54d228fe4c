export const sql = `
-- PDFs and images: the row is the authority, the bytes are where FILE_STORE says, under the same id.
create table file (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  render_id uuid not null,
  title text,
  bytes bigint not null,
  etag text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index file_expiry on file (expires_at);
create index file_account on file (account_id);

create table asset (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  name text not null,
  content_type text not null,
  bytes bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null default now()
);

create index asset_account on asset (account_id, created_at desc);

-- Used when FILE_STORE is postgres. External storage: PDFs and images do not compress, parts of them are read.
create table file_content (
  id uuid primary key,
  content bytea not null,
  created_at timestamptz not null default now()
);

alter table file_content alter column content set storage external;
create index file_content_age on file_content (created_at);
`;

export const sql = `
-- One row for each render that was let in: first the reservation of its credit, then the log.
create table render (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  key_id uuid,
  state text not null default 'reserved' check (state in ('reserved', 'committed', 'refunded')),
  owner integer not null,
  output text not null,
  template_id uuid,
  template_version integer,
  pages integer,
  bytes bigint,
  diagnostics integer,
  milliseconds integer,
  code text,
  reserved_at timestamptz not null default now(),
  finished_at timestamptz
);

create index render_reserved on render (owner) where state = 'reserved';
create index render_account on render (account_id, reserved_at desc);
create index render_age on render (reserved_at);

-- outcome is null while the render runs.
create table idempotency (
  account_id uuid not null references account on delete cascade,
  key text not null,
  body_hash bytea not null,
  render_id uuid not null,
  outcome json,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, key)
);

create unique index idempotency_render on idempotency (render_id);
create index idempotency_expiry on idempotency (expires_at);
`;

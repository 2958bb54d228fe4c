export const sql = `
-- A batch renders one template for many records. Its template is copied, so that later changes do not reach it.
create table batch (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  key_id uuid,
  state text not null default 'receiving'
    check (state in ('receiving', 'queued', 'running', 'done', 'failed', 'cancelled')),
  -- The process that receives the records.
  owner integer not null,
  template_id uuid,
  template_version integer,
  source text not null,
  partials json not null,
  locale text not null,
  title text,
  strict boolean not null,
  standard text[] not null,
  total integer not null default 0,
  succeeded integer not null default 0,
  failed integer not null default 0,
  cancelled integer not null default 0,
  pages bigint not null default 0,
  bytes bigint not null default 0,
  chunks_left integer not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz
);

create index batch_account on batch (account_id, created_at desc);
create index batch_receiving on batch (owner) where state = 'receiving';
create index batch_expiry on batch (expires_at) where expires_at is not null;

-- Records are stored in chunks: an object of the file store under the id of the chunk, one JSON object on each line.
-- reserved: records with a reserved credit. So account.credits now is
--   sum(credit_entry.amount) - count(renders in state 'reserved') - sum(batch_chunk.reserved)
-- run: how often the chunk was queued; the results of an earlier run are not stored.
-- results: one element for each record, in order; null until the first run has ended.
create table batch_chunk (
  id uuid primary key,
  batch_id uuid not null references batch on delete cascade,
  position integer not null,
  first integer not null,
  records integer not null,
  state text not null default 'received' check (state in ('received', 'pending', 'done', 'cancelled')),
  reserved integer not null default 0,
  run integer not null default 0,
  failed integer not null default 0,
  results json,
  unique (batch_id, position)
);

-- The objects of the file store that hold the PDFs of a chunk.
create table batch_object (
  id uuid primary key,
  chunk_id uuid not null references batch_chunk on delete cascade
);

create index batch_object_chunk on batch_object (chunk_id);

-- Which process a worker of the queue belongs to.
create table batch_worker (
  id text primary key,
  owner integer not null
);

alter table credit_entry add column batch_id uuid;
`;

export const sql = `
-- sample_data is json, not jsonb: a template sees its members in the order in which they were sent.
create table template (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  name text not null,
  source text not null,
  locale text,
  sample_data json not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index template_account on template (account_id, created_at desc);
create index template_name on template (account_id, name, created_at desc);

create table template_version (
  template_id uuid not null references template on delete cascade,
  version integer not null,
  name text not null,
  source text not null,
  locale text,
  sample_data json not null,
  created_at timestamptz not null default now(),
  primary key (template_id, version)
);
`;

export const sql = `
-- The first end of a period, counted in calendar months from the anchor, that lies after the moment.
-- Months are added to the anchor, not to each other: an account made on the 31st stays on the 31st.
create function period_end_after(anchor timestamptz, moment timestamptz) returns timestamptz
language sql immutable as $$
  select min(candidate)
  from (
    select (anchor at time zone 'UTC' + make_interval(months => greatest(1, months + extra))) at time zone 'UTC'
    from (
      select (12 * (extract(year from moment at time zone 'UTC') - extract(year from anchor at time zone 'UTC'))
        + extract(month from moment at time zone 'UTC') - extract(month from anchor at time zone 'UTC'))::int
    ) as difference(months), generate_series(0, 1) as extra
  ) as candidates(candidate)
  where candidate > moment
$$;

-- Half of each page is left free: every render changes its account's row, and finds room for the new one beside it.
create table account (
  id uuid primary key,
  email text not null,
  plan text not null,
  locale text not null,
  credits bigint not null check (credits >= 0),
  period_end timestamptz not null,
  created_at timestamptz not null default now()
) with (fillfactor = 50);

create unique index account_email on account (lower(email));

-- Credits that were really given or taken. At any moment
--   account.credits = sum(credit_entry.amount) - count(renders in state 'reserved')
create table credit_entry (
  id bigint generated always as identity primary key,
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in ('grant', 'refill', 'render', 'operator')),
  amount bigint not null,
  render_id uuid,
  created_at timestamptz not null default now()
);

create index credit_entry_account on credit_entry (account_id, id);
`;

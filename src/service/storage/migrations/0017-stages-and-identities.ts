export const sql = `
-- Milliseconds by stage of a render, in the order in which the stages began; json keeps the order. Null: it failed.
alter table render add column stages json;

-- People at OpenID Connect providers who sign in to an account.
create table account_identity (
  issuer text not null,
  subject text not null,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);

create index account_identity_account on account_identity (account_id);
`;

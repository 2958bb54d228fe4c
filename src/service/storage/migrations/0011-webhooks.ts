export const sql = `
-- Signs webhooks; made when it is first needed.
alter table account add column webhook_secret text;

-- callback_id: of the message that was sent when the batch ended, null before.
alter table batch
  add column callback_url text,
  add column callback_id uuid,
  add column callback_state text check (callback_state in ('pending', 'delivered', 'failed')),
  add column callback_attempts integer not null default 0,
  add column callback_error text;
`;

export const sql = `
-- An outcome says what came of a render (credits/types.ts); up to version 6 it was the HTTP answer.
-- The operators of json refuse U+0000, which a diagnostic may quote: it becomes U+FFFD.
update idempotency
set outcome = case
  when answer -> 'body' -> 'error' is not null then json_strip_nulls(json_build_object(
    'kind', 'refusal',
    'code', answer -> 'body' -> 'error' -> 'code',
    'message', answer -> 'body' -> 'error' -> 'message',
    'diagnostics', answer -> 'body' -> 'error' -> 'diagnostics'
  ))
  when answer -> 'body' is not null then json_build_object(
    'kind', 'link',
    'id', answer -> 'body' -> 'id',
    'url', answer -> 'body' -> 'url',
    'expiresAt', answer -> 'body' -> 'expires_at',
    'pages', answer -> 'body' -> 'pages',
    'bytes', answer -> 'body' -> 'bytes',
    'creditsRemaining', answer -> 'body' -> 'credits_remaining',
    'diagnostics', answer -> 'body' -> 'diagnostics'
  )
  else json_build_object(
    'kind', 'pdf',
    'renderId', answer -> 'headers' -> 'X-Render-Id',
    'pages', (answer -> 'headers' ->> 'X-Pages')::integer,
    'creditsRemaining', (answer -> 'headers' ->> 'X-Credits-Remaining')::bigint,
    'diagnostics', (answer -> 'headers' ->> 'X-Diagnostics')::integer,
    'fileId', answer -> 'fileId'
  )
end
from (
  select account_id, key, replace(outcome::text, '\\u0000', '\\ufffd')::json as answer
  from idempotency
  where outcome is not null
) as former
where idempotency.account_id = former.account_id and idempotency.key = former.key;
`;

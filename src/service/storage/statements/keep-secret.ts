import { statement } from '../statement.js';

/** The stored secret for a purpose; stores the given one if there is none. */
export const keepSecret = statement<[purpose: string, secret: string], { secret: string }>(
  'keep_secret',
  `with kept as (
     insert into service_secret (purpose, secret) values ($1, $2)
     on conflict (purpose) do update set secret = service_secret.secret
     returning secret
   )
   select secret from kept`,
);

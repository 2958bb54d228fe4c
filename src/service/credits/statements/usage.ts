import { statement } from '../../storage/statement.js';

export interface UsageDayRow {
  /** `2026-03-31`, UTC. */
  readonly day: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly pages: number;
}

/** Every day of the last so many, oldest first; today is the last. */
export const usageByDay = statement<[accountId: string, days: number], UsageDayRow>(
  'usage_by_day',
  `select to_char(day, 'YYYY-MM-DD') as day,
     count(render.id) filter (where state = 'committed') as succeeded,
     count(render.id) filter (where state = 'refunded') as failed,
     coalesce(sum(pages) filter (where state = 'committed'), 0)::int8 as pages
   from generate_series((now() at time zone 'UTC')::date - ($2::int - 1), (now() at time zone 'UTC')::date,
     interval '1 day') as day
   left join render on account_id = $1
     and reserved_at >= day at time zone 'UTC' and reserved_at < (day + interval '1 day') at time zone 'UTC'
   group by day order by day`,
);

export interface RenderLogRow {
  readonly id: string;
  readonly state: string;
  readonly key: string | null;
  readonly template: string | null;
  readonly template_version: number | null;
  readonly output: string;
  readonly pages: number | null;
  readonly bytes: number | null;
  readonly diagnostics: number | null;
  readonly milliseconds: number | null;
  /** Milliseconds by stage; null: it failed, still runs, or is older than this column. */
  readonly stages: Readonly<Record<string, number>> | null;
  readonly code: string | null;
  readonly created_at: number;
}

/** Newest first. What is null is not asked for. */
export const latestRenders = statement<
  [accountId: string, limit: number, state: string | null, templateId: string | null, days: number | null],
  RenderLogRow
>(
  'latest_renders',
  `select render.id, render.state, api_key.prefix as key, template.name as template, render.template_version,
     render.output, render.pages, render.bytes, render.diagnostics, render.milliseconds, render.stages,
     render.code, render.reserved_at as created_at
   from render
   left join api_key on api_key.id = render.key_id
   left join template on template.id = render.template_id
   where render.account_id = $1
     and ($3::text is null or render.state = $3)
     and ($4::uuid is null or render.template_id = $4)
     and ($5::int is null or render.reserved_at >= now() - make_interval(days => $5))
   order by render.reserved_at desc limit $2`,
);

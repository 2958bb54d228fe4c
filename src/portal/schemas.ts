/** The resources of the portal, beyond the schemas of the HTTP contract: its client and its routes exchange them. */

import Type, { type Static } from 'typebox';
import {
  AssetView,
  type BatchSummary,
  type BatchView,
  TemplatePatch,
  TemplateSummary,
  TemplateView,
} from '../service/http/schemas.js';

const exact = { additionalProperties: false };
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Time = () => Type.Integer({ format: 'int64', description: 'Unix seconds' });

export const Portal = Type.Object({
  sign_up_open: Type.Boolean(),
  provider: Type.Union([Type.String(), Type.Null()], {
    description: 'Name of the OpenID Connect provider; null: people sign in by links and passwords only',
  }),
});

export const SignInByLink = Type.Object({ token: Text(200) }, exact);
export const Credentials = Type.Object({ email: Text(254), password: Text(1000) }, exact);

export const Session = Type.Object({
  email: Type.String(),
  plan: Type.String(),
  credits: Type.Integer(),
  plan_credits: Type.Integer({ description: 'Credits at the start of each period' }),
  period_end: Time(),
  locale: Type.String(),
  has_password: Type.Boolean(),
  by_link: Type.Boolean({ description: 'The session began with a one-time link' }),
  csrf_token: Type.String({ description: 'For the header X-CSRF-Token' }),
});

export const PasswordChange = Type.Object(
  { current: Type.Optional(Type.String({ maxLength: 1000 })), password: Text(1000) },
  exact,
);

export const SignIn = Type.Object({
  method: Type.String(),
  succeeded: Type.Boolean(),
  address: Type.String(),
  user_agent: Type.String(),
  created_at: Time(),
});

const Urgency = Type.Union([Type.Integer({ minimum: 0, maximum: 7 }), Type.Null()], {
  description: 'Of its requests without a `Priority` header: from 0, the most urgent, to 7; null: 3',
});

export const KeyInput = Type.Object({ name: Type.String({ maxLength: 100 }), urgency: Type.Optional(Urgency) }, exact);

export const KeyChange = Type.Object({ urgency: Urgency }, exact);

export const Key = Type.Object({
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String(),
  urgency: Urgency,
  created_at: Time(),
  last_used_at: Type.Union([Time(), Type.Null()]),
  revoked_at: Type.Union([Time(), Type.Null()]),
});

export const NewKey = Type.Object({ id: Type.String(), key: Type.String(), prefix: Type.String() });

export const Version = Type.Object({
  version: Type.Integer(),
  name: Type.String(),
  source: Type.String(),
  locale: Type.Union([Type.String(), Type.Null()]),
  sample_data: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
  standard: TemplateView.properties.standard,
  options: TemplateView.properties.options,
  created_at: Time(),
});

const publishedVersion = { published_version: Type.Integer({ description: 'The version that programs render' }) };

/** The newest version of a template, published or draft. */
export const Draft = Type.Object({ ...TemplateView.properties, ...publishedVersion });
export const DraftPatch = Type.Object(
  {
    ...TemplatePatch.properties,
    base_version: Type.Optional(
      Type.Integer({
        description: 'That the changes began from: they are refused when a later one was saved meanwhile',
      }),
    ),
  },
  exact,
);
export const DraftSummary = Type.Object({ ...TemplateSummary.properties, ...publishedVersion });

export const Publication = Type.Object({ version: Type.Integer({ description: 'The newest one' }) }, exact);

export const AssetUse = Type.Object({ ...AssetView.properties, used_by: Type.Array(Type.String()) });

const Render = Type.Object({
  id: Type.String(),
  state: Type.String({ description: '`reserved` while it runs, then `committed`, or `refunded` when it failed' }),
  key: Type.Union([Type.String(), Type.Null()], { description: 'Prefix of the API key' }),
  template: Type.Union([Type.String(), Type.Null()], { description: 'Name of the template' }),
  template_version: Type.Union([Type.Integer(), Type.Null()]),
  output: Type.String(),
  pages: Type.Union([Type.Integer(), Type.Null()]),
  bytes: Type.Union([Type.Integer(), Type.Null()]),
  diagnostics: Type.Union([Type.Integer(), Type.Null()]),
  milliseconds: Type.Union([Type.Integer(), Type.Null()]),
  stages: Type.Union([Type.Record(Type.String(), Type.Number()), Type.Null()], {
    description: 'Parts of `milliseconds` by stage, in their order',
  }),
  code: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed' }),
  created_at: Time(),
});

export const Usage = Type.Object({
  days: Type.Array(
    Type.Object({ day: Type.String(), succeeded: Type.Integer(), failed: Type.Integer(), pages: Type.Integer() }),
    { description: 'One entry for each of the last 30 days, oldest first' },
  ),
  renders: Type.Array(Render, { description: 'The latest 500, newest first' }),
});

export type { SignInProblem } from '../service/identity/oidc.js';
export type Portal = Static<typeof Portal>;
export type Session = Static<typeof Session>;
export type Key = Static<typeof Key>;
export type NewKey = Static<typeof NewKey>;
export type Version = Static<typeof Version>;
export type SignIn = Static<typeof SignIn>;
export type AssetUse = Static<typeof AssetUse>;
export type Usage = Static<typeof Usage>;
export type Batch = Static<typeof BatchView>;
export type BatchEntry = Static<typeof BatchSummary>;
export type Draft = Static<typeof Draft>;
export type DraftSummary = Static<typeof DraftSummary>;
export type Template = Static<typeof TemplateView>;

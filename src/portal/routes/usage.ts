import Type, { type TSchema } from 'typebox';
import type { RenderFilter } from '../../service/credits/usage.js';
import { ServiceError } from '../../service/errors.js';
import { defineRoute } from '../../service/http/route.js';
import { isId } from '../../service/ids.js';
import { Usage } from '../schemas.js';
import { answer } from './answers.js';

const STATES: readonly string[] = ['reserved', 'committed', 'refunded'];
const MAX_DAYS = 3650;

const parameter = (description: string, schema: TSchema, example: string) => ({
  description,
  required: false,
  schema,
  example,
});

export const usageRoute = defineRoute({
  method: 'GET',
  path: '/portal/usage',
  id: 'getUsage',
  tag: 'Usage',
  summary: 'Renders by day, and the latest ones',
  access: 'session',
  query: {
    state: parameter('Only renders in this state', Type.Enum([...STATES]), 'refunded'),
    template: parameter('Only renders of this template', Type.String(), '01935a2b-7c1e-7f3a-9d4e-2b6c8a1f0e37'),
    days: parameter('Only renders of the last so many days', Type.Integer(), '7'),
  },
  answers: answer(Usage, { days: [], renders: [] }),
  errors: ['invalid_request'],
  async handle({ account, query, services }) {
    const report = await services.data.renderLog.report(account.accountId, filterOf(query));
    return { status: 200, json: report satisfies Usage };
  },
});

/** @throws ServiceError `invalid_request` */
function filterOf(query: URLSearchParams): RenderFilter {
  const take = (name: string, isValid: (value: string) => boolean) => {
    const value = query.get(name) ?? undefined;
    if (value !== undefined && !isValid(value)) throw new ServiceError('invalid_request', `no such ${name}: ${value}`);
    return value;
  };
  const days = take('days', (value) => /^\d{1,4}$/.test(value) && Number(value) <= MAX_DAYS);
  return {
    state: take('state', (value) => STATES.includes(value)),
    templateId: take('template', isId),
    days: days === undefined ? undefined : Number(days),
  };
}

import { ServiceError } from '../../errors.js';
import { defineRoute } from '../route.js';
import { Me } from '../schemas.js';
import { ME } from './examples.js';

export const meRoute = defineRoute({
  method: 'GET',
  path: '/v1/me',
  id: 'getAccount',
  tag: 'Account',
  summary: 'Get the account',
  answers: {
    200: { description: 'The account', content: { 'application/json': { schema: Me, example: ME } } },
  },
  errors: [],
  async handle({ account, services }) {
    const found = await services.data.accounts.get(account.accountId);
    if (!found) throw new ServiceError('invalid_api_key');
    const { email, plan, credits, periodEnd, locale } = found;
    return { status: 200, json: { email, plan, credits, period_end: periodEnd, locale } satisfies Me };
  },
});

import { defineRoute } from '../../service/http/route.js';
import { Usage } from '../schemas.js';
import { answer } from './answers.js';

export const usageRoute = defineRoute({
  method: 'GET',
  path: '/portal/usage',
  id: 'getUsage',
  tag: 'Usage',
  summary: 'Renders by day, and the latest ones',
  access: 'session',
  answers: answer(Usage, { days: [], renders: [] }),
  errors: [],
  async handle({ account, services }) {
    return { status: 200, json: (await services.data.renderLog.report(account.accountId)) satisfies Usage };
  },
});

import { ServiceError } from '../../errors.js';
import { defineRoute } from '../route.js';
import { WebhookSecret } from '../schemas.js';
import { WEBHOOK_SECRET } from './examples.js';

export const webhookSecretRoute = defineRoute({
  method: 'GET',
  path: '/v1/webhook-secret',
  id: 'getWebhookSecret',
  tag: 'Account',
  summary: 'Get the secret that signs webhooks',
  description: 'By the signature (Standard Webhooks 1.0.0) a receiver knows that a message comes from this service.',
  answers: {
    200: {
      description: 'The secret of the account',
      content: { 'application/json': { schema: WebhookSecret, example: WEBHOOK_SECRET } },
    },
  },
  errors: [],
  async handle({ account, services }) {
    const secret = await services.data.batches.webhookSecret(account.accountId);
    if (secret === undefined) throw new ServiceError('invalid_api_key');
    return { status: 200, json: { secret } };
  },
});

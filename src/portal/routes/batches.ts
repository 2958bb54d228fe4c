import Type from 'typebox';
import { summaryOf, viewAfter } from '../../service/http/batch-view.js';
import { defineRoute } from '../../service/http/route.js';
import { BatchSummary, BatchView } from '../../service/http/schemas.js';
import { answer } from './answers.js';

const tag = 'Batches';
const path = '/portal/batches';
const one = '/portal/batches/{id}';

export const batchRoutes = [
  defineRoute({
    method: 'GET',
    path,
    id: 'listOwnBatches',
    tag,
    summary: 'List the batches',
    access: 'session',
    answers: answer(Type.Array(BatchSummary), []),
    errors: [],
    async handle({ account, services }) {
      return { status: 200, json: (await services.data.batches.list(account.accountId)).map(summaryOf) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: one,
    id: 'getOwnBatch',
    tag,
    summary: 'Get a batch, with its errors and links to its results',
    access: 'session',
    answers: answer(BatchView, {}),
    errors: ['not_found'],
    handle: async (call) => ({ status: 200, json: await viewAfter('find', call) }),
  }),

  defineRoute({
    method: 'POST',
    path: '/portal/batches/{id}/cancel',
    id: 'cancelOwnBatch',
    tag,
    summary: 'Cancel a batch',
    access: 'session',
    answers: answer(BatchView, {}),
    errors: ['not_found'],
    handle: async (call) => ({ status: 200, json: await viewAfter('cancel', call) }),
  }),

  defineRoute({
    method: 'POST',
    path: '/portal/batches/{id}/retry',
    id: 'retryOwnBatch',
    tag,
    summary: 'Render the failed records again',
    access: 'session',
    answers: answer(BatchView, {}),
    errors: ['not_found', 'no_credits', 'batch_not_finished'],
    handle: async (call) => ({ status: 200, json: await viewAfter('retry', call) }),
  }),
];

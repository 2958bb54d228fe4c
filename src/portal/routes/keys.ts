import Type from 'typebox';
import { ServiceError } from '../../service/errors.js';
import { defineRoute, json } from '../../service/http/route.js';
import { checkText } from '../../service/storage/text.js';
import { Key, KeyChange, KeyInput, NewKey } from '../schemas.js';
import { answer, done } from './answers.js';

const tag = 'Keys';
const path = '/portal/keys';
const MAX_VALID = 100;

export const keyRoutes = [
  defineRoute({
    method: 'GET',
    path,
    id: 'listKeys',
    tag,
    summary: 'List the API keys',
    access: 'session',
    answers: answer(Type.Array(Key), []),
    errors: [],
    async handle({ account, services }) {
      const keys = await services.data.keys.list(account.accountId);
      const json = keys.map(({ id, name, prefix, urgency, createdAt, lastUsedAt, revokedAt }) => ({
        id,
        name,
        prefix,
        urgency,
        created_at: createdAt,
        last_used_at: lastUsedAt,
        revoked_at: revokedAt,
      }));
      return { status: 200, json: json satisfies Key[] };
    },
  }),

  defineRoute({
    method: 'POST',
    path,
    id: 'createKey',
    tag,
    summary: 'Create an API key, which is shown once',
    access: 'session',
    body: json(KeyInput, { 'a key': { name: 'production' } }),
    answers: { 201: { description: 'The key', content: { 'application/json': { schema: NewKey, example: {} } } } },
    errors: ['invalid_request'],
    async handle({ account, body, services }) {
      checkText('name', body.name);
      const { keys } = services.data;
      const valid = (await keys.list(account.accountId)).filter(({ revokedAt }) => revokedAt === null);
      if (valid.length >= MAX_VALID)
        throw new ServiceError('invalid_request', `the account has ${MAX_VALID} valid keys: revoke one first`);
      return { status: 201, json: (await keys.create(account.accountId, body.name, body.urgency)) satisfies NewKey };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/portal/keys/{id}',
    id: 'changeKey',
    tag,
    summary: 'Change the priority of the requests of an API key',
    access: 'session',
    body: json(KeyChange, { 'of a nightly job': { urgency: 6 } }),
    answers: done,
    errors: ['invalid_request', 'not_found'],
    async handle({ account, body, parameters, services }) {
      if (!(await services.data.keys.setUrgency(account.accountId, parameters.id, body.urgency)))
        throw new ServiceError('not_found', 'The account has no such key');
      return { status: 204 };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/portal/keys/{id}',
    id: 'revokeKey',
    tag,
    summary: 'Revoke an API key',
    access: 'session',
    answers: done,
    errors: ['not_found'],
    async handle({ account, parameters, services }) {
      if (!(await services.data.keys.revoke(account.accountId, parameters.id)))
        throw new ServiceError('not_found', 'The account has no such key');
      return { status: 204 };
    },
  }),
];

/** Health checks and the OpenAPI document. */

import Type from 'typebox';
import { ServiceError } from '../../errors.js';
import { defineRoute, type Route } from '../route.js';
import { Health } from '../schemas.js';

const tag = 'Operation';

export const healthRoutes = [
  defineRoute({
    method: 'GET',
    path: '/healthz',
    id: 'getHealth',
    tag,
    summary: 'Check that this process is alive',
    access: 'public',
    answers: {
      200: {
        description: 'It is',
        content: { 'application/json': { schema: Health, example: { status: 'ok' } } },
      },
    },
    errors: [],
    async handle() {
      return { status: 200, json: { status: 'ok' } };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/readyz',
    id: 'getReadiness',
    tag,
    summary: 'Check that this host can take requests',
    access: 'public',
    answers: {
      200: {
        description: 'It can',
        content: { 'application/json': { schema: Health, example: { status: 'ok', limiter: 'shared' } } },
      },
    },
    errors: ['starting', 'shutting_down', 'storage_unavailable'],
    async handle({ services }) {
      if (services.lifecycle.state === 'starting') throw new ServiceError('starting');
      if (services.lifecycle.state !== 'serving') throw new ServiceError('shutting_down');
      await services.data.check();
      // Without the session no credit can be reserved.
      if (!services.data.session.connected) throw new ServiceError('storage_unavailable');
      return { status: 200, json: { status: 'ok', limiter: services.limiter.state } };
    },
  }),
];

/** @param createDocument  the OpenAPI document of all routes, this one included */
export function createDescriptionRoute(createDocument: () => object): Route {
  let document: object | undefined;
  return defineRoute({
    method: 'GET',
    path: '/openapi.json',
    id: 'getDescription',
    tag,
    summary: 'Get the OpenAPI document',
    access: 'public',
    answers: {
      200: {
        description: 'OpenAPI 3.1',
        content: { 'application/json': { schema: Type.Object({}), example: { openapi: '3.1.0' } } },
      },
    },
    errors: [],
    async handle() {
      document ??= createDocument();
      return { status: 200, json: document };
    },
  });
}

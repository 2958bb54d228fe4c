import Type from 'typebox';
import { ServiceError } from '../../errors.js';
import { checkSavedOptions } from '../../render/saved-options.js';
import { checkTemplate } from '../../render/validate.js';
import { defineRoute, json } from '../route.js';
import { TemplateInput, TemplatePatch, TemplateSummary, TemplateView } from '../schemas.js';
import { TEMPLATE, TEMPLATE_SUMMARY } from './examples.js';

const tag = 'Templates';
const path = '/v1/templates';
const one = '/v1/templates/{id}';
const view = { 'application/json': { schema: TemplateView, example: TEMPLATE } };
/** Of `checkTemplate`. */
const SOURCE_ERRORS = ['template_invalid', 'document_too_large', 'render_timeout', 'busy', 'shutting_down'] as const;

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new ServiceError('not_found', 'The account has no such template');
  return value;
}

export const templateRoutes = [
  defineRoute({
    method: 'GET',
    path,
    id: 'listTemplates',
    tag,
    summary: 'List the templates',
    description: 'Newest first, without their source.',
    answers: {
      200: {
        description: 'All of them',
        content: { 'application/json': { schema: Type.Array(TemplateSummary), example: [TEMPLATE_SUMMARY] } },
      },
    },
    errors: [],
    async handle({ account, services }) {
      return { status: 200, json: await services.data.templates.list(account.accountId) };
    },
  }),

  defineRoute({
    method: 'POST',
    path,
    id: 'createTemplate',
    tag,
    summary: 'Save a template',
    description: 'Other templates of the account can use it as a partial, by its name: `{{> invoice}}`.',
    body: json(TemplateInput, {
      'an invoice': { name: TEMPLATE.name, source: TEMPLATE.source, sample_data: TEMPLATE.sample_data },
    }),
    answers: { 201: { description: 'The template', content: view } },
    errors: ['invalid_locale', ...SOURCE_ERRORS],
    async handle(call) {
      const { account, body, services } = call;
      await checkTemplate(body.source, call);
      await checkSavedOptions(body.options, call);
      return { status: 201, json: await services.data.templates.create(account.accountId, body) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: one,
    id: 'getTemplate',
    tag,
    summary: 'Get a template',
    answers: { 200: { description: 'The template', content: view } },
    errors: ['not_found'],
    async handle({ account, parameters, services }) {
      return { status: 200, json: found(await services.data.templates.get(account.accountId, parameters.id)) };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: one,
    id: 'updateTemplate',
    tag,
    summary: 'Change a template',
    description: 'Changes the fields that are sent and increments the version, unless nothing changes.',
    body: json(TemplatePatch, { 'another name': { name: 'invoice-2024' } }),
    answers: { 200: { description: 'The template after the change', content: view } },
    errors: ['not_found', 'invalid_locale', ...SOURCE_ERRORS],
    async handle(call) {
      const { account, body, parameters, services } = call;
      const { templates } = services.data;
      if (typeof body.source === 'string') {
        found(await templates.get(account.accountId, parameters.id));
        await checkTemplate(body.source, call);
      }
      await checkSavedOptions(body.options, call);
      return { status: 200, json: found(await templates.patch(account.accountId, parameters.id, body)) };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: one,
    id: 'deleteTemplate',
    tag,
    summary: 'Delete a template',
    answers: { 204: { description: 'The resource is deleted' } },
    errors: ['not_found'],
    async handle({ account, parameters, services }) {
      found((await services.data.templates.remove(account.accountId, parameters.id)) || undefined);
      return { status: 204 };
    },
  }),
];

import Type from 'typebox';
import { ServiceError } from '../../errors.js';
import { checkSavedOptions } from '../../render/saved-options.js';
import { checkTemplate } from '../../render/validate.js';
import { checkPreconditions, isCurrent } from '../preconditions.js';
import { defineRoute, json } from '../route.js';
import { TemplateInput, TemplatePatch, TemplateSummary, TemplateView } from '../schemas.js';
import { TEMPLATE, TEMPLATE_SUMMARY } from './examples.js';

const tag = 'Templates';
const path = '/v1/templates';
const one = '/v1/templates/{id}';
const view = {
  content: { 'application/json': { schema: TemplateView, example: TEMPLATE } },
  headers: { ETag: 'The version, in quotes' },
};
const header = (description: string) => ({ description, required: false, schema: Type.String(), example: '"3"' });
const ifMatch = {
  'If-Match': header('The ETag that the template must still have, or the request is refused with 412'),
};
/** Of `checkTemplate`. */
const SOURCE_ERRORS = ['template_invalid', 'document_too_large', 'render_timeout', 'busy', 'shutting_down'] as const;

type Versioned = { readonly version: number };

const etagOf = ({ version }: Versioned): string => String(version);
const tagged = (template: Versioned) => ({ ETag: `"${etagOf(template)}"` });

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
    answers: { 201: { description: 'The template', ...view } },
    errors: ['invalid_locale', ...SOURCE_ERRORS],
    async handle(call) {
      const { account, body, services } = call;
      await checkTemplate(body.source, call);
      await checkSavedOptions(body.options, call);
      const template = await services.data.templates.create(account.accountId, body);
      return { status: 201, json: template, headers: tagged(template) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: one,
    id: 'getTemplate',
    tag,
    summary: 'Get a template',
    headers: { 'If-None-Match': header('The ETag of your copy') },
    answers: {
      200: { description: 'The template', ...view },
      304: { description: 'Your copy is current', headers: view.headers },
    },
    errors: ['not_found'],
    async handle({ account, headers, parameters, services }) {
      const template = found(await services.data.templates.get(account.accountId, parameters.id));
      if (isCurrent(headers, etagOf(template))) return { status: 304, headers: tagged(template) };
      return { status: 200, json: template, headers: tagged(template) };
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
    answers: { 200: { description: 'The template after the change', ...view } },
    headers: ifMatch,
    errors: ['not_found', 'precondition_failed', 'invalid_locale', ...SOURCE_ERRORS],
    async handle(call) {
      const { account, body, headers, parameters, services } = call;
      const { templates } = services.data;
      if (typeof body.source === 'string') {
        found(await templates.get(account.accountId, parameters.id));
        await checkTemplate(body.source, call);
      }
      await checkSavedOptions(body.options, call);
      const check = (template: Versioned) => checkPreconditions(headers, etagOf(template));
      const changed = found(await templates.patch(account.accountId, parameters.id, body, check));
      return { status: 200, json: changed, headers: tagged(changed) };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: one,
    id: 'deleteTemplate',
    tag,
    summary: 'Delete a template',
    headers: ifMatch,
    answers: { 204: { description: 'The resource is deleted' } },
    errors: ['not_found', 'precondition_failed'],
    async handle({ account, headers, parameters, services }) {
      const check = (template: Versioned) => checkPreconditions(headers, etagOf(template));
      found((await services.data.templates.remove(account.accountId, parameters.id, check)) || undefined);
      return { status: 204 };
    },
  }),
];

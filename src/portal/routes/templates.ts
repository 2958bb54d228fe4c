import Type from 'typebox';
import { ServiceError } from '../../service/errors.js';
import { defineRoute, json } from '../../service/http/route.js';
import { DOCUMENT_ERRORS } from '../../service/http/routes/document-errors.js';
import { DocumentInput, TemplateInput, TemplateView } from '../../service/http/schemas.js';
import { previewDocument } from '../../service/render/preview.js';
import { checkSavedOptions } from '../../service/render/saved-options.js';
import { checkTemplate } from '../../service/render/validate.js';
import { previewBytes } from '../preview-bytes.js';
import { Draft, DraftPatch, DraftSummary, Publication, Version } from '../schemas.js';
import { answer, done } from './answers.js';

const tag = 'Templates';
const path = '/portal/templates';
const one = '/portal/templates/{id}';
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
    id: 'listOwnTemplates',
    tag,
    summary: 'List the templates',
    access: 'session',
    answers: answer(Type.Array(DraftSummary), []),
    errors: [],
    async handle({ account, services }) {
      const drafts = await services.data.templates.drafts(account.accountId);
      return { status: 200, json: drafts };
    },
  }),

  defineRoute({
    method: 'POST',
    path,
    id: 'createOwnTemplate',
    tag,
    summary: 'Save a new template',
    access: 'session',
    body: json(TemplateInput, { 'a template': { name: 'invoice', source: '<h1>Invoice</h1>' } }),
    answers: {
      201: { description: 'The template', content: { 'application/json': { schema: TemplateView, example: {} } } },
    },
    errors: ['invalid_locale', 'invalid_request', ...SOURCE_ERRORS],
    async handle(call) {
      await checkTemplate(call.body.source, call);
      await checkSavedOptions(call.body.options, call);
      return { status: 201, json: await call.services.data.templates.create(call.account.accountId, call.body) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: one,
    id: 'getOwnTemplate',
    tag,
    summary: 'Get the newest version of a template, published or draft',
    access: 'session',
    answers: answer(Draft, {}),
    errors: ['not_found'],
    async handle({ account, parameters, services }) {
      const draft = found(await services.data.templates.draft(account.accountId, parameters.id));
      services.previews.warmUp();
      return { status: 200, json: draft };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: one,
    id: 'updateOwnTemplate',
    tag,
    summary: 'Save a draft',
    access: 'session',
    body: json(DraftPatch, { 'another name': { name: 'invoice-2024', base_version: 3 } }),
    answers: answer(Draft, {}),
    errors: ['not_found', 'invalid_locale', 'version_conflict', ...SOURCE_ERRORS],
    async handle(call) {
      const { account, parameters, services } = call;
      const { base_version, ...patch } = call.body;
      const { templates } = services.data;
      found(await templates.get(account.accountId, parameters.id));
      if (typeof patch.source === 'string') await checkTemplate(patch.source, call);
      await checkSavedOptions(patch.options, call);
      const saved = await templates.saveDraft(account.accountId, parameters.id, patch, base_version);
      return { status: 200, json: found(saved) };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/portal/templates/{id}/publish',
    id: 'publishOwnTemplate',
    tag,
    summary: 'Publish the newest version',
    access: 'session',
    body: json(Publication, { 'version 2': { version: 2 } }),
    answers: answer(Draft, {}),
    errors: ['not_found', 'invalid_request'],
    async handle({ account, body, parameters, services }) {
      const published = await services.data.templates.publish(account.accountId, parameters.id, body.version);
      return { status: 200, json: found(published) };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: one,
    id: 'deleteOwnTemplate',
    tag,
    summary: 'Delete a template',
    access: 'session',
    answers: done,
    errors: ['not_found'],
    async handle({ account, parameters, services }) {
      found((await services.data.templates.remove(account.accountId, parameters.id)) || undefined);
      return { status: 204 };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/portal/templates/{id}/versions',
    id: 'listVersions',
    tag,
    summary: 'List the versions of a template',
    access: 'session',
    answers: answer(Type.Array(Version), []),
    errors: ['not_found'],
    async handle({ account, parameters, services }) {
      const versions = await services.data.templates.versions(account.accountId, parameters.id);
      return { status: 200, json: found(versions.length > 0 ? versions : undefined) };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/portal/preview',
    id: 'preview',
    tag,
    summary: 'Preview a document',
    description: 'The answer is the length of a JSON text in 4 bytes, big-endian, the text, and the PDF.',
    access: 'session',
    body: json(DocumentInput, { 'inline HTML': { html: '<h1>Hello {{name}}</h1>', data: { name: 'Ada' } } }),
    answers: { 200: { description: 'The preview', content: { 'application/octet-stream': 'binary' } } },
    errors: [...DOCUMENT_ERRORS, 'busy', 'shutting_down', 'rate_limited'],
    async handle(call) {
      const bytes = previewBytes(await previewDocument(call));
      return { status: 200, headers: { 'Content-Type': 'application/octet-stream' }, bytes };
    },
  }),
];

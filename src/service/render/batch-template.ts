import type { BatchTemplate } from '../batches/types.js';
import type { Data } from '../data.js';
import { canonicalLocale } from '../locale.js';
import { type SavedOptions, savedOptionsOf } from '../saved-options.js';
import { checkRequest, type DocumentRequest, findTemplate } from './document.js';

/**
 * Copies what the documents of a batch have in common, so that later changes do not reach them.
 * @param options  those of the request; they passed `checkSavedOptions`
 * @throws ServiceError `invalid_request`, `invalid_locale`, `template_not_found`, `document_too_complex`
 */
export async function copyTemplate(
  request: Omit<DocumentRequest, 'data'>,
  options: SavedOptions,
  account: { readonly accountId: string; readonly locale: string },
  templates: Data['templates'],
): Promise<BatchTemplate> {
  checkRequest(request);
  const template = await findTemplate(request, account.accountId, templates);
  const source = template?.source ?? request.html!;
  return {
    source,
    partials: await templates.partialsOf(account.accountId, source),
    locale: request.locale ? canonicalLocale(request.locale) : (template?.locale ?? account.locale),
    title: request.title ?? null,
    strict: request.strict ?? false,
    standard: request.standard ?? template?.standard ?? [],
    options: { ...template?.options, ...savedOptionsOf(options) },
    saved: template && { id: template.id, version: template.version },
  };
}

/** Options that a template or a batch stores: what they need is there when they are saved. */

import { checkedAssembly } from '../../engine/assembly.js';
import { checkedAttachments } from '../../engine/attachments.js';
import { EngineError } from '../../engine/errors.js';
import { ServiceError } from '../errors.js';
import { BODY_OPTIONS, type BodyOptions, optionsOfBody } from '../pool/body-options.js';
import { isReference, SAVED_OPTIONS, type SavedOptions, savedOptionsOf } from '../saved-options.js';
import { assetIds, type DocumentCall, imagesByUrl } from './document.js';
import { checkTemplate } from './validate.js';

/**
 * Checks that uploaded files exist and are what options need, and that the template of an XML file compiles.
 * @throws ServiceError `invalid_request`, and those of `checkTemplate`
 */
export async function checkSavedOptions(
  given: SavedOptions | null | undefined,
  call: Pick<DocumentCall, 'account' | 'services' | 'signal' | 'timing'>,
): Promise<void> {
  const options = savedOptionsOf(given ?? {});
  if (Object.keys(options).length === 0) return;
  if (options.facturx) {
    await checkTemplate(options.facturx.template, call).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'template_invalid') throw error;
      throw new ServiceError('template_invalid', `facturx.template: ${error.message}`);
    });
  }
  const ids = assetIds([JSON.stringify(options)], new Uint8Array());
  const files = await call.services.data.assets.load(call.account.accountId, ids);
  try {
    const { attachments, ...assembly } = optionsOfBody(options, imagesByUrl(files));
    checkedAssembly(assembly, Number.POSITIVE_INFINITY);
    checkedAttachments(attachments, Number.POSITIVE_INFINITY);
  } catch (error) {
    throw error instanceof EngineError ? new ServiceError('invalid_request', error.message) : error;
  }
}

/**
 * The options of a request that is rendered later.
 * @throws ServiceError `invalid_request` for one that is not stored: a secret, or a file that is not uploaded
 */
export function storedOptions(fields: BodyOptions): SavedOptions {
  const isGiven = (name: keyof BodyOptions) => fields[name] !== null && fields[name] !== undefined;
  const lost = BODY_OPTIONS.find((name) => isGiven(name) && !isStored(name, fields));
  if (lost === undefined) return savedOptionsOf(fields as SavedOptions);
  const files = SAVED_OPTIONS.some((name) => name === lost);
  const way = lost === 'facturx' ? 'give a template, or ' : files ? 'upload the files first, or ' : '';
  throw new ServiceError('invalid_request', `${lost}: ${way}send the request without "Prefer: respond-async"`);
}

function isStored(name: (typeof BODY_OPTIONS)[number], fields: BodyOptions): boolean {
  if (name === 'forms') return true;
  if (name === 'template') return fields.template !== false;
  if (name === 'facturx') return typeof fields.facturx?.template === 'string' && !fields.facturx.xml;
  if (name === 'letterhead') return isReference(fields.letterhead?.data) || fields.letterhead?.data === '';
  if (name === 'prepend' || name === 'append') return fields[name]!.every(isReference);
  return name === 'attachments' && fields.attachments!.every(({ data }) => isReference(data));
}

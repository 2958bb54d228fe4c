import type { ServiceErrorCode } from '../../errors.js';

/** The errors of a document, in renders and validations. */
export const DOCUMENT_ERRORS = [
  'invalid_locale',
  'template_not_found',
  'template_invalid',
  'template_failed',
  'document_too_large',
  'document_too_complex',
  'document_not_supported',
  'render_timeout',
] as const satisfies readonly ServiceErrorCode[];

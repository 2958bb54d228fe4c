/** Errors of PDF writers as those of the engine. */

import { EngineError } from '../engine/errors.js';

export const tooLarge = (cause: Error): EngineError =>
  new EngineError(
    'document_too_large',
    'The document takes more memory than one render may use. Split it, or use smaller images.',
    { cause },
  );

export const tooDeep = (cause: Error): EngineError =>
  new EngineError(
    'document_too_complex',
    'Elements with transforms, clipping, opacity or other effects are nested too deeply in one another.',
    { cause },
  );

export const writingFailed = (cause: Error): EngineError =>
  new EngineError('compile_failed', `The PDF could not be written: ${cause.message}`, { cause });

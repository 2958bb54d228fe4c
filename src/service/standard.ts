import { standardsOf } from '../engine/conformance.js';
import type { PdfStandard } from '../engine/document.js';
import { ServiceError } from './errors.js';

/**
 * A list of PDF standards without repetitions.
 * @throws ServiceError `invalid_request` when no file can conform to all of them
 */
export function checkedStandards(list: readonly PdfStandard[]): readonly PdfStandard[] {
  try {
    return standardsOf(list);
  } catch (error) {
    throw new ServiceError('invalid_request', (error as RangeError).message);
  }
}

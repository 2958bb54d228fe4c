import type { Pdf } from '../pdf.js';
import type { Preview } from '../requests.js';

/** A preview whose PDF is open. */
export interface Shown {
  readonly preview: Preview;
  readonly pdf: Pdf;
}

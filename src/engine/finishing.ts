/** The input of `src/pdf/`: changes to a PDF that a writer has written, for all writers the same. */

import type { PdfStandard } from './document.js';
import type { DocumentMetadata } from './html/metadata.js';

export interface Finishing {
  /** Standards that were asked for: the file meets their rules as far as the document allows. */
  readonly standards: readonly PdfStandard[];
  /** Those that the document conforms to: only they are claimed. */
  readonly claims: readonly PdfStandard[];
  readonly metadata: DocumentMetadata;
  /** BCP 47. */
  readonly language: string | undefined;
}

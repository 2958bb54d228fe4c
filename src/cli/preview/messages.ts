/** Messages between `platen preview` and its thread: plain data. */

import type { PdfBackendChoice, PdfStandard } from '../../engine/document.js';
import type { PreviewedDocument } from '../../engine/render.js';

/** Settings that all previews share. */
export interface PreviewSetup {
  /** Path of the folder of partials. */
  readonly partials: string | undefined;
  /** In which the template's images, fonts and style sheets are. */
  readonly assetFolder: string;
  readonly title: string | undefined;
  readonly engine: PdfBackendChoice | undefined;
  readonly fontFolders: readonly string[];
  /** Seconds that a document may take. */
  readonly maxTime: number;
}

/** The document as it is in the editor. */
export interface PreviewTask {
  readonly html: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly locale?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly standard?: readonly PdfStandard[] | undefined;
}

export interface PreviewAnswer {
  readonly result: { readonly previewed: PreviewedDocument } | { readonly refusal: PreviewRefusal };
  /** States of the partials and assets that the document asked for, as of `ReadFiles`. */
  readonly files: readonly (readonly [path: string, state: string])[];
}

export interface PreviewRefusal {
  readonly code: string;
  readonly message: string;
  readonly diagnostics?: readonly unknown[];
}

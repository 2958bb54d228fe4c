/** Messages between `platen batch` and its threads: plain data. */

import type { PdfBackendChoice, PdfStandard } from '../../engine/document.js';
import type { FailedRow, ManifestRow } from './manifest.js';

/** The input that all records share. */
export interface ThreadSetup {
  readonly html: string;
  readonly partials: Readonly<Record<string, string>> | undefined;
  readonly locale: string | undefined;
  readonly title: string | undefined;
  readonly strict: boolean;
  readonly standard: PdfStandard | readonly PdfStandard[] | undefined;
  readonly engine: PdfBackendChoice | undefined;
  readonly fontFolders: readonly string[];
  /** In which the template's images, fonts and style sheets are. */
  readonly assetFolder: string;
  /** In which PDFs are written. */
  readonly target: string;
  /** Digest of everything above that determines a PDF. */
  readonly digest: string;
}

export interface ThreadTask {
  readonly record: number;
  /** The record's values, as the text of a JSON object. */
  readonly json: string;
  /** The record's entry in the manifest of an earlier run. */
  readonly earlier: ManifestRow | undefined;
}

export type ThreadAnswer =
  | { readonly row: ManifestRow; readonly isKept: boolean }
  /** The PDF cannot be written, and neither can others: the reason. */
  | { readonly unwritable: string };

export type Failure = Pick<FailedRow, 'code' | 'message' | 'diagnostics'>;

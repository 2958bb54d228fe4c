/**
 * The needs of PDF standards that only a document can meet, and whether it does.
 * Sources: ISO 19005-2 (PDF/A-2), ISO 14289-1 (PDF/UA-1) with the Matterhorn protocol
 */

import { claimsArchival } from './attachments.js';
import type { Report } from './diagnostics.js';
import { PDF_STANDARDS, type PdfStandard } from './document.js';
import type { AttachedFile, FormField } from './finishing.js';
import { describeElement, type ElementNode } from './html/dom.js';
import { isLanguageTag } from './html/language-tag.js';
import type { DocumentMetadata } from './html/metadata.js';
import type { DisplayPage } from './paint/display-list.js';

/** The option as a list without repetitions. @throws RangeError, with what is wrong about it */
export function standardsOf(option: PdfStandard | readonly PdfStandard[] | null | undefined): readonly PdfStandard[] {
  if (option === undefined || option === null) return [];
  const list = [...new Set(typeof option === 'string' ? [option] : option)];
  const unknown = list.find((standard) => !PDF_STANDARDS.includes(standard));
  if (unknown !== undefined) throw new RangeError(`standard "${unknown}": it is one of ${PDF_STANDARDS.join(', ')}`);
  const archival = list.filter(isArchival);
  if (archival.length > 1)
    throw new RangeError(`standard ${archival.join(' and ')}: a file has one level of PDF/A, alone or with pdf/ua-1`);
  return list;
}

/** Whether a standard is a level of PDF/A. */
export const isArchival = (standard: PdfStandard): boolean => standard.startsWith('pdf/a');

/** px. Source: ISO 32000-1, annex C.2 */
const MAX_PAGE_SIZE = 14_400 / 0.75;

interface ConformanceFacts {
  readonly metadata: DocumentMetadata;
  readonly language: string | undefined;
  readonly pages: readonly Pick<DisplayPage, 'width' | 'height' | 'sheet'>[];
  /** The elements of visible images without alternative text. */
  readonly undescribed: ReadonlySet<ElementNode>;
  readonly attachments: readonly AttachedFile[];
  readonly isEncrypted: boolean;
  readonly fields: readonly FormField[];
  /** Options with other PDFs, whose pages are not checked. */
  readonly imports: readonly string[];
  readonly hasCmykImages: boolean;
  /** Parts of the structure that the PDF writer leaves out. */
  readonly lostStructure: readonly string[];
}

/**
 * Reports what the document lacks, once for all standards that need it.
 * @returns the standards that it conforms to
 */
export function conformingTo(
  standards: readonly PdfStandard[],
  facts: ConformanceFacts,
  report: Report,
): readonly PdfStandard[] {
  const accessible = standards.filter((standard) => !isArchival(standard));
  const failed = new Set<PdfStandard>();
  const lacks = (who: readonly PdfStandard[], what: string, where: string) => {
    if (who.length === 0) return;
    report.add('NotConformant', `${who.join(', ')}: ${what}`, where);
    for (const standard of who) failed.add(standard);
  };
  if (!facts.metadata.title) lacks(accessible, 'no title', 'set <title> or the option title');
  for (const page of facts.pages) {
    const around = 2 * (page.sheet?.margin ?? 0);
    const [width, height] = [page.width + around, page.height + around];
    if (Math.max(width, height) > MAX_PAGE_SIZE)
      lacks(standards.filter(isArchival), 'a page with a side of more than 200in', `@page: ${width}px × ${height}px`);
  }
  if (facts.hasCmykImages)
    lacks(standards.filter(isArchival), 'an image in CMYK', 'JPEG files: save them as RGB, the colours of the file');
  const { language } = facts;
  if (!language) lacks(accessible, 'no language', 'html: set the attribute lang');
  else if (!isLanguageTag(language)) lacks(accessible, `lang="${language}"`, 'html: not a BCP 47 language tag');
  for (const image of facts.undescribed) {
    if (needsAlternative(image))
      lacks(accessible, `${tagOf(image)} without ${alternative(image)}`, describeElement(image));
  }
  if (facts.isEncrypted) lacks(standards.filter(isArchival), 'encryption', 'protection: leave it out, or the standard');
  for (const option of facts.imports)
    lacks(standards, 'pages of another PDF, which are not checked', `${option}: leave it out, or the standard`);
  for (const { control, name } of facts.fields) {
    if (control.type === 'button' && control.isReset)
      lacks(standards.filter(isArchival), 'a button that resets the form', `the field "${name}": use another type`);
  }
  const tagged = standards.filter((standard) => standard.endsWith('a') || accessible.includes(standard));
  for (const part of facts.lostStructure)
    lacks(tagged, `${part}, which this engine does not tag`, 'engine: use the native core, or split the document');
  const secondParts = standards.filter((standard) => standard.startsWith('pdf/a-2'));
  for (const file of facts.attachments) {
    if (!claimsArchival(file))
      lacks(
        secondParts,
        `the attachment "${file.name}" is no PDF/A-2 file`,
        'attachments: pdf/a-3b takes files of any type',
      );
  }
  if (report.findings.some(({ kind }) => kind === 'MissingGlyph'))
    lacks(standards, 'characters without a glyph', 'the diagnostics MissingGlyph name them; add a font that has them');
  return standards.filter((standard) => !failed.has(standard));
}

/** Reports colours that are written as sRGB, by their text. */
export const reportConversion =
  (standard: PdfStandard, report: Report) =>
  (color: string): void =>
    report.add('UnsupportedValue', color, `${standard}: converted to sRGB, the only colours of the file`);

/** Reports colours of custom colour spaces that are written as sRGB, by their text. */
export const reportWithoutSpace =
  (report: Report) =>
  (color: string): void =>
    report.add('UnsupportedValue', color, 'engine: converted to sRGB, use the native core');

const tagOf = ({ name }: ElementNode): string => `<${name}>`;

const alternative = ({ name }: ElementNode): string => (name === 'svg' ? '<title> or aria-label' : 'alt');

const IMAGES = new Set(['img', 'svg', 'object', 'embed', 'video', 'canvas']);

const isImageButton = (element: ElementNode): boolean =>
  element.name === 'input' && element.attribute('type')?.toLowerCase() === 'image';

/** Images of style sheets are decoration; so are those that are hidden from assistive technology. */
function needsAlternative(element: ElementNode): boolean {
  if (!IMAGES.has(element.name) && !isImageButton(element)) return false;
  if (/^\s*(?:presentation|none)\s*$/i.test(element.attribute('role') ?? '')) return false;
  for (let at: ElementNode | null = element; at; at = at.parent) {
    if (at.attribute('aria-hidden')?.trim().toLowerCase() === 'true') return false;
  }
  return true;
}

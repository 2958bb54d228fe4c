/**
 * Imports pages of other PDFs as form XObjects.
 * Source: ISO 32000-1, 8.10 (form XObjects), 7.7.3.4 (inherited attributes) and 12.5.5 (appearances)
 */

import type { Deadline } from '../../engine/deadline.js';
import { decodedStream } from '../syntax/filters.js';
import { PdfSyntaxError } from '../syntax/lexer.js';
import { type Dict, dict, flateStream, isName, Name, name, type PdfObject, Ref, Stream } from '../syntax/objects.js';
import { pagesOf } from '../syntax/pages.js';
import { type PdfObjects, readPdf } from '../syntax/read.js';

/** A PDF that was given cannot be imported; the message names the option and the reason. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** A page that can be drawn: `form` has its lower left corner at the origin. Sizes are in pt, as people see the page. */
export interface ImportedPage {
  readonly form: Ref;
  readonly width: number;
  readonly height: number;
}

type Matrix = readonly [number, number, number, number, number, number];
type Box = readonly [number, number, number, number];

const US_LETTER: Box = [0, 0, 612, 792];
/** Bytes of the content of a page. */
const MAX_CONTENT = 64 * 1024 * 1024;
/** Flags of annotations that are not shown. Source: ISO 32000-1, 12.5.3 */
const HIDDEN = 0b100010;

/**
 * @param what  the option, for messages
 * @throws ImportError when the bytes are no PDF, or one that is encrypted or damaged; EngineError render_timeout
 */
export function importPages(
  target: PdfObjects,
  bytes: Uint8Array,
  what: string,
  deadline: Deadline | undefined,
): ImportedPage[] {
  // Each object may have a stream that inflates to 64 MB.
  const check = () => deadline?.checkNow();
  try {
    const source = readPdf(bytes, check);
    const copier = new Copier(source, target, check);
    const pages = pagesOf(source).map(({ dict: page }) => importPage(page, source, target, copier));
    if (pages.length === 0) throw new UnusablePage('it has no pages');
    return pages;
  } catch (error) {
    // Damaged files have objects of other types and sizes than the work expects.
    const isKnown = error instanceof PdfSyntaxError || error instanceof UnusablePage;
    if (!isKnown && !(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
    throw new ImportError(`${what}: ${isKnown ? error.message : 'the file is damaged'}`, { cause: error });
  }
}

/** A page cannot be drawn. */
class UnusablePage extends Error {}

function importPage(page: Dict, source: PdfObjects, target: PdfObjects, copier: Copier): ImportedPage {
  const media = boxOf(source, inherited(source, page, 'MediaBox')) ?? US_LETTER;
  const box = intersection(boxOf(source, inherited(source, page, 'CropBox')) ?? media, media);
  const [left, bottom, right, top] = box;
  const [width, height] = [right - left, top - bottom];
  if (!(width > 0 && height > 0)) throw new UnusablePage('a page has no area');
  const quarters = ((((source.number(inherited(source, page, 'Rotate')) ?? 0) / 90) % 4) + 4) % 4;
  const resources = copier.copy(source.dict(inherited(source, page, 'Resources')) ?? new Map()) as Dict;
  const { content, filter } = contentOf(source, page, copier);
  const entries = dict({
    Type: name('XObject'),
    Subtype: name('Form'),
    BBox: [...box],
    Matrix: upright(quarters, box),
    Resources: resources,
    Group: page.has('Group') ? copier.copy(page.get('Group')!) : undefined,
  });
  const plain = filter ? new Stream(new Map([...entries, ...filter]), content) : flateStream(entries, content);
  const size = quarters % 2 === 0 ? { width, height } : { width: height, height: width };
  const appearances = appearancesOf(source, page, copier);
  const form = target.add(plain);
  return { form: appearances.length === 0 ? form : withAppearances(target, form, appearances, size), ...size };
}

/** Rotates a page by quarters clockwise, and moves its lower left corner to the origin. */
function upright(quarters: number, [left, bottom, right, top]: Box): number[] {
  if (quarters === 1) return [0, -1, 1, 0, -bottom, right];
  if (quarters === 2) return [-1, 0, 0, -1, right, top];
  if (quarters === 3) return [0, 1, -1, 0, top, -left];
  return [1, 0, 0, 1, -left, -bottom];
}

function inherited(source: PdfObjects, page: Dict, key: string): PdfObject | undefined {
  const seen = new Set<Dict>();
  for (let at: Dict | undefined = page; at && !seen.has(at); at = source.dict(at.get('Parent'))) {
    if (at.has(key)) return at.get(key);
    seen.add(at);
  }
  return undefined;
}

function boxOf(source: PdfObjects, object: PdfObject | undefined): Box | undefined {
  const values = (source.array(object) ?? []).map((value) => source.number(value));
  const [a, b, c, d] = values;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

const intersection = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

/** One stream stays as it is, several are joined. */
function contentOf(source: PdfObjects, page: Dict, copier: Copier): { content: Uint8Array; filter: Dict | undefined } {
  const only = source.stream(page.get('Contents'));
  const parts = only ? [only] : (source.array(page.get('Contents')) ?? []).map((part) => source.stream(part));
  const streams = parts.filter((part) => part !== undefined);
  const [first] = streams;
  if (first && streams.length === 1) {
    const filter = new Map([...first.dict].filter(([key]) => key === 'Filter' || key === 'DecodeParms'));
    return { content: first.data, filter: copier.copy(filter) as Dict };
  }
  let bytes = 0;
  const pieces = streams.flatMap((stream) => {
    const piece = decodedStream(stream);
    bytes += piece.length;
    if (bytes > MAX_CONTENT) throw new UnusablePage('a page has too much content');
    return [piece, Buffer.from('\n')];
  });
  return { content: Buffer.concat(pieces), filter: undefined };
}

interface Appearance {
  readonly form: Ref;
  readonly matrix: Matrix;
}

/** The visible appearances of annotations, such as those of fields that are filled in. */
function appearancesOf(source: PdfObjects, page: Dict, copier: Copier): Appearance[] {
  return (source.array(page.get('Annots')) ?? []).flatMap((entry): Appearance[] => {
    const annotation = source.dict(entry);
    if (!annotation || ((source.number(annotation.get('F')) ?? 0) & HIDDEN) !== 0) return [];
    const normal = source.dict(annotation.get('AP'))?.get('N');
    const state = source.resolve(annotation.get('AS'));
    const states = source.stream(normal) ? undefined : source.dict(normal);
    const stream = states && state instanceof Name ? states.get(state.text) : normal;
    const form = source.stream(stream);
    const rect = boxOf(source, annotation.get('Rect'));
    const box = boxOf(source, form?.dict.get('BBox'));
    if (!form || !rect || !box || isName(annotation.get('Subtype'), 'Popup')) return [];
    const shown = transformedBox(matrixOf(source, form.dict.get('Matrix')), box);
    const [x, y] = [ratio(rect[2] - rect[0], shown[2] - shown[0]), ratio(rect[3] - rect[1], shown[3] - shown[1])];
    const matrix: Matrix = [x, 0, 0, y, rect[0] - shown[0] * x, rect[1] - shown[1] * y];
    const copied = copier.copy(stream!);
    return copied instanceof Ref ? [{ form: copied, matrix }] : [];
  });
}

const ratio = (size: number, of: number): number => (of > 0 ? size / of : 1);

function matrixOf(source: PdfObjects, object: PdfObject | undefined): Matrix {
  const values = (source.array(object) ?? []).map((value) => source.number(value) ?? 0);
  return values.length === 6 ? (values as unknown as Matrix) : [1, 0, 0, 1, 0, 0];
}

function transformedBox([a, b, c, d, e, f]: Matrix, [left, bottom, right, top]: Box): Box {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** A form with the page and, in the coordinates of the page, the appearances on it. */
function withAppearances(
  target: PdfObjects,
  page: Ref,
  appearances: readonly Appearance[],
  { width, height }: { readonly width: number; readonly height: number },
): Ref {
  const pageForm = target.stream(page)!;
  const forms = new Map<string, PdfObject>([['P', page]]);
  const rotated = (target.array(pageForm.dict.get('Matrix')) as number[]).map(decimal).join(' ');
  let content = `/P Do\n${rotated} cm\n`;
  for (const [index, { form, matrix }] of appearances.entries()) {
    forms.set(`A${index}`, form);
    content += `q ${matrix.map(decimal).join(' ')} cm /A${index} Do Q\n`;
  }
  const entries = dict({
    Type: name('XObject'),
    Subtype: name('Form'),
    BBox: [0, 0, width, height],
    Resources: dict({ XObject: forms }),
  });
  return target.add(flateStream(entries, Buffer.from(content, 'latin1')));
}

/** Never with an exponent. */
export const decimal = (value: number): string => String(Number(value.toFixed(5)));

/** Copies objects with all that they refer to; each object once. */
class Copier {
  readonly #refs = new Map<number, Ref>();
  readonly #queue: { readonly from: PdfObject; readonly to: Ref }[] = [];
  #isCopying = false;

  constructor(
    private readonly source: PdfObjects,
    private readonly target: PdfObjects,
    private readonly check: () => void,
  ) {}

  copy(object: PdfObject): PdfObject {
    const copied = this.#copied(object);
    if (this.#isCopying) return copied;
    this.#isCopying = true;
    for (let next = this.#queue.pop(); next; next = this.#queue.pop())
      this.target.objects.set(next.to.number, this.#copied(next.from));
    this.#isCopying = false;
    return copied;
  }

  #copied(object: PdfObject): PdfObject {
    this.check();
    if (object instanceof Ref) return this.#reference(object);
    if (Array.isArray(object)) return object.map((item) => this.#copied(item));
    if (object instanceof Map) return this.#dictionary(object);
    if (object instanceof Stream) {
      const entries = new Map(object.dict);
      entries.delete('Length'); // the writer sets it
      return new Stream(this.#dictionary(entries), object.data);
    }
    return object;
  }

  /** Without what leads to the structure of the source. */
  #dictionary(source: Dict): Dict {
    const kept = [...source].filter(([key]) => !LEFT_OUT.has(key));
    return new Map(kept.map(([key, value]) => [key, this.#copied(value)]));
  }

  #reference(ref: Ref): PdfObject {
    const known = this.#refs.get(ref.number);
    if (known) return known;
    const from = this.source.objects.get(ref.number);
    if (from === undefined) return null;
    const to = this.target.add(null);
    this.#refs.set(ref.number, to);
    this.#queue.push({ from, to });
    return to;
  }
}

const LEFT_OUT = new Set(['StructParent', 'StructParents', 'PieceInfo']);

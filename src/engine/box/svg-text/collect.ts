/**
 * The characters of an SVG `text` element after white space processing, and the positions that attributes give them.
 * Source: https://svgwg.org/svg2-draft/text.html#TSpanAttributes
 */

import type { StyledDocument } from '../../css/compute/styled-document.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import type { ElementNode, TextNode } from '../../html/dom.js';
import type { TextShaper } from '../../text/shape.js';
import { capsStyle, smallCapsParts } from '../../text/small-caps.js';
import { transformText } from '../../text/transform.js';
import type { ShapeStyle } from '../../text/types.js';

/** Elements whose text is shown. */
const TEXT_CONTENT = new Set(['text', 'tspan', 'a']);

/** Gives the shaping parameters of a style. */
export interface TextShapes {
  shape(style: ComputedStyle, element: ElementNode): ShapeStyle;
}

export const isTextContent = (name: string): boolean => TEXT_CONTENT.has(name);

/** A range of the whole that is of one node and style. */
export interface TextPart {
  readonly node: TextNode;
  readonly element: ElementNode;
  readonly style: ComputedStyle;
  readonly start: number;
  readonly end: number;
}

/** Attributes of positions of one character; rotation is inherited by those after it. */
interface CharacterPosition {
  x?: number;
  y?: number;
  dx?: number;
  dy?: number;
  rotate?: number;
}

export interface CollectedText {
  readonly text: string;
  /** In document order. */
  readonly parts: readonly TextPart[];
  /** By the index of the UTF-16 unit that a character begins at. */
  readonly positions: ReadonlyMap<number, CharacterPosition>;
  /** Descendants before ancestors. */
  readonly lengths: readonly TextLength[];
}

/** A range of the whole with a `textLength`. */
export interface TextLength {
  readonly start: number;
  readonly end: number;
  readonly length: number;
  /** Whether its glyphs are stretched, too: `lengthAdjust="spacingAndGlyphs"`. */
  readonly withGlyphs: boolean;
}

/** Size of the viewport that percentages refer to. */
interface Viewport {
  readonly width: number;
  readonly height: number;
}

export function collectText(
  root: ElementNode,
  styled: Pick<StyledDocument, 'style'>,
  shaper: TextShaper,
  values: TextShapes,
  viewport: Viewport,
): CollectedText {
  const collector = new Collector(styled, shaper, values);
  collector.add(root);
  const { text, parts, elements } = collector.finish();
  const positions = new Map<number, CharacterPosition>();
  // Those of descendants override those of ancestors.
  for (const range of elements) {
    addPositions(range, text, styled.style(range.element)['font-size'], viewport, positions);
  }
  const lengths = elements.flatMap((range) => textLength(range, styled.style(range.element)['font-size'], viewport));
  // The end of an element is where those of its descendants are, or after it.
  lengths.sort((a, b) => a.end - b.end || b.start - a.start);
  return { text, parts, positions, lengths };
}

function textLength({ element, start, end }: ElementRange, fontSize: number, { width }: Viewport): TextLength[] {
  const [length] = readLengths(element.attribute('textLength') ?? '', fontSize, width);
  // 0 is as good as none, as in Blink.
  if (length === undefined || length <= 0 || start === end) return [];
  return [{ start, end, length, withGlyphs: element.attribute('lengthAdjust') === 'spacingAndGlyphs' }];
}

interface ElementRange {
  readonly element: ElementNode;
  readonly start: number;
  readonly end: number;
}

class Collector {
  #text = '';
  readonly #parts: TextPart[] = [];
  /** In document order. */
  readonly #elements: { element: ElementNode; start: number; end: number }[] = [];
  /** Whether a collapsible space would collapse here. */
  #collapsesSpace = true;

  constructor(
    private readonly styled: Pick<StyledDocument, 'style'>,
    private readonly shaper: TextShaper,
    private readonly values: TextShapes,
  ) {}

  add(element: ElementNode): void {
    const style = this.styled.style(element);
    if (style.display === 'none') return;
    const range = { element, start: this.#text.length, end: 0 };
    this.#elements.push(range);
    for (const child of element.children) {
      if (child.kind === 'text') this.#addNode(child, element, style);
      else if (TEXT_CONTENT.has(child.name) && child.name !== 'text') this.add(child);
    }
    range.end = this.#text.length;
  }

  #addNode(node: TextNode, element: ElementNode, style: ComputedStyle): void {
    const start = this.#text.length;
    const spaced = node.data.replace(/[\t\n\f\r]/g, ' ');
    this.#text += preservesSpaces(element, style) ? this.#preserved(spaced) : this.#collapsed(spaced);
    const own = this.#text.slice(start);
    const { 'text-transform': transform } = style;
    const shown = transformText(own, transform, element.language ?? '', this.#text.slice(0, start).at(-1));
    this.#text = this.#text.slice(0, start);
    const caps = smallCapsParts(this.shaper, style, this.values.shape(style, element), shown);
    if (!caps) this.#addPart(node, element, style, shown);
    const plain = { ...style, 'font-variant-caps': 'normal' } as const;
    for (const part of caps ?? [])
      this.#addPart(node, element, part.caps === 'own' ? plain : capsStyle(style, part.caps), part.text);
  }

  #addPart(node: TextNode, element: ElementNode, style: ComputedStyle, text: string): void {
    const start = this.#text.length;
    this.#text += text;
    this.#parts.push({ node, element, style, start, end: this.#text.length });
  }

  #preserved(text: string): string {
    this.#collapsesSpace = false;
    return text;
  }

  #collapsed(text: string): string {
    const collapsed = text.replace(/ +/g, ' ');
    const own = this.#collapsesSpace ? collapsed.replace(/^ /, '') : collapsed;
    if (own !== '') this.#collapsesSpace = own.endsWith(' ');
    return own;
  }

  /** Without the collapsible space at the end. */
  finish() {
    const last = this.#parts.findLast(({ start, end }) => end > start);
    const isTrimmed = last && this.#text.endsWith(' ') && !preservesSpaces(last.element, last.style);
    const text = isTrimmed ? this.#text.slice(0, -1) : this.#text;
    const within = <Range extends { readonly start: number; readonly end: number }>(range: Range): Range => ({
      ...range,
      end: Math.min(range.end, text.length),
    });
    return { text, parts: this.#parts.map(within), elements: this.#elements.map(within) };
  }
}

/** Source: Blink's SVGElement::CollectStyleForPresentationAttribute (`xml:space`) */
function preservesSpaces(element: ElementNode, style: ComputedStyle): boolean {
  if (style['white-space-collapse'] !== 'collapse') return style['white-space-collapse'] !== 'preserve-breaks';
  for (let at: ElementNode | null = element; at?.namespace === 'svg'; at = at.parent) {
    const space = at.attribute('xml:space');
    if (space !== undefined) return space === 'preserve';
  }
  return false;
}

const LISTS = ['x', 'y', 'dx', 'dy', 'rotate'] as const;

function addPositions(
  { element, start, end }: ElementRange,
  text: string,
  fontSize: number,
  { width, height }: Viewport,
  positions: Map<number, CharacterPosition>,
): void {
  for (const name of LISTS) {
    const list = element.attribute(name);
    if (list === undefined) continue;
    const basis = name === 'x' || name === 'dx' ? width : height;
    const values = readLengths(list, fontSize, basis);
    let at = start;
    for (let i = 0; at < end && (i < values.length || (name === 'rotate' && values.length > 0)); i++) {
      const position = positions.get(at) ?? {};
      position[name] = values[Math.min(i, values.length - 1)]!;
      positions.set(at, position);
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    }
  }
}

const PX_PER_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};

/** The lengths up to one that cannot be read. */
function readLengths(list: string, fontSize: number, basis: number): number[] {
  const values: number[] = [];
  for (const item of list.trim().split(/\s*,\s*|\s+/)) {
    const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*|%)$/i.exec(item);
    if (!match) break;
    const unit = match[2]!.toLowerCase();
    const relative = { em: fontSize, rem: 16, ex: fontSize / 2, '%': basis / 100 }[unit];
    const factor = relative ?? PX_PER_UNIT[unit];
    if (factor === undefined) break;
    values.push(Number(match[1]) * factor);
  }
  return values;
}

/**
 * Footnotes: taken out of the flow, where a call is left, and shown in the footnote area of their page.
 * Source: https://drafts.csswg.org/css-gcpm-3/#footnotes
 */

import { anonymousStyle } from '../css/compute/compute.js';
import type { Frame } from '../css/compute/frames.js';
import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { ElementNode } from '../html/dom.js';
import { BoxAssembler } from './build.js';
import type { RawBox, RawNode } from './raw.js';
import type { BlockBox } from './tree.js';
import { intoFrames } from './writing-modes.js';

/** An element of `float: footnote`. */
export interface Footnote {
  readonly element: ElementNode;
  readonly style: ComputedStyle;
  /** Its box, the marker in it. */
  readonly content: readonly RawNode[];
  /** Value of the `footnote` counter. */
  readonly number: number;
  /** How many there are before it in the document. */
  readonly index: number;
}

/**
 * Footnotes one below the other, or in lines if they are `inline`.
 * @param area   style of the page's `@footnote` rule
 * @param frame  of the page's content
 */
export function buildFootnotes(
  notes: readonly Footnote[],
  area: ComputedStyle,
  frame: Frame,
  styled: StyledDocument,
): BlockBox {
  const { root } = styled.document;
  const style = anonymousStyle(area, 'flow-root');
  const space: RawNode = { kind: 'text', style, element: root, origin: 'anonymous', text: ' ', decorations: [] };
  const content = notes.flatMap((note, index) => (index === 0 ? note.content : [space, ...note.content]));
  return build(style, content, frame, { styled, firstId: FIRST_ID + (notes[0]?.index ?? 0) * IDS });
}

/** The box around what `buildFootnotes` gives. @param style  of the page's `@footnote` rule */
export function buildFootnoteArea(style: ComputedStyle, frame: Frame, styled: StyledDocument): BlockBox {
  const { position, float } = anonymousStyle(style, 'flow-root');
  return build({ ...style, display: 'flow-root', position, float }, [], frame, { styled, firstId: FIRST_ID });
}

/** Footnotes are read after all else on their page, in their own order; few have as many boxes as there are ids. */
const FIRST_ID = 2 ** 27;
const IDS = 2 ** 12;

function build(
  style: ComputedStyle,
  children: readonly RawNode[],
  frame: Frame,
  { styled, firstId }: { readonly styled: StyledDocument; readonly firstId: number },
): BlockBox {
  const { root } = styled.document;
  const box: RawBox = { kind: 'box', style, element: root, origin: 'anonymous', children: [...children] };
  return new BoxAssembler(styled, firstId).block(intoFrames(box, frame));
}

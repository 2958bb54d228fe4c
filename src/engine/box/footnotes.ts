/**
 * Footnotes: an element leaves its place in the flow to a footnote call and moves to the footnote area of the page.
 * Source: https://drafts.csswg.org/css-gcpm-3/#footnotes
 */

import { anonymousStyle } from '../css/compute/compute.js';
import type { StyledDocument } from '../css/compute/styled-document.js';
import type { WritingMode } from '../css/compute/writing-mode.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { FontLibrary } from '../text/fonts.js';
import { BoxAssembler } from './assemble.js';
import type { Footnote, RawBox, RawNode } from './raw.js';
import type { BlockBox } from './tree.js';
import { resolveWritingModes } from './writing-modes.js';

/**
 * Stacks footnotes, or joins them on lines when they are `inline`.
 * @param area   style of the page's `@footnote` rule
 * @param mode   writing mode of the page content
 */
export function buildFootnotes(
  notes: readonly Footnote[],
  area: ComputedStyle,
  mode: WritingMode,
  styled: StyledDocument,
  fonts: FontLibrary,
): BlockBox {
  const { root } = styled.document;
  const style = anonymousStyle(area, 'flow-root');
  const space: RawNode = { kind: 'text', style, element: root, origin: 'anonymous', text: ' ', decorations: [] };
  const content = notes.flatMap((note, index) => (index === 0 ? note.content : [space, ...note.content]));
  return build(style, content, mode, { styled, fonts, firstId: FIRST_FOOTNOTE_ID + (notes[0]?.index ?? 0) * IDS });
}

/** The footnote area, into which the footnotes go. @param style of the page's `@footnote` rule */
export function buildFootnoteArea(
  style: ComputedStyle,
  mode: WritingMode,
  styled: StyledDocument,
  fonts: FontLibrary,
): BlockBox {
  const { position, float } = anonymousStyle(style, 'flow-root');
  return build({ ...style, display: 'flow-root', position, float }, [], mode, {
    styled,
    fonts,
    firstId: FIRST_FOOTNOTE_ID,
  });
}

/** First box id of footnotes, which follow the page content in reading order; and ids reserved for each footnote. */
export const FIRST_FOOTNOTE_ID = 2 ** 27;
const IDS = 2 ** 12;

function build(
  style: ComputedStyle,
  children: readonly RawNode[],
  mode: WritingMode,
  {
    styled,
    fonts,
    firstId,
  }: { readonly styled: StyledDocument; readonly fonts: FontLibrary; readonly firstId: number },
): BlockBox {
  const { root } = styled.document;
  const box: RawBox = { kind: 'box', style, element: root, origin: 'anonymous', children: [...children] };
  return new BoxAssembler(styled, fonts, firstId).block(resolveWritingModes(box, mode));
}

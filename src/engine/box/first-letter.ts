/**
 * Splits the first letter off for `::first-letter`.
 * Source: https://drafts.csswg.org/css-pseudo-4/#first-letter-pseudo
 */

import type { StyledDocument } from '../css/compute/styled-document.js';
import { toLineWritingMode, writingModeOf } from '../css/compute/writing-mode.js';
import { isFlowContainer } from '../css/style-queries.js';
import type { FontLibrary } from '../text/fonts.js';
import { initialLetter } from './initial-letter.js';
import {
  isCollapsibleSpace,
  isFloating,
  isInlineBox,
  isOutOfFlow,
  type RawBox,
  type RawNode,
  type RawText,
} from './raw.js';

/** The letter with preceding and following punctuation; spaces may separate preceding punctuation, also from the letter. */
const FIRST_LETTER =
  /^(\s*)((?:\p{P}[\p{P}\p{M}\p{Zs}]*)?(?:\p{L}|\p{N}|\p{S})\p{M}*(?:[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}]\p{M}*)*)/u;

/** UTF-16 units of a text that are looked at: each repetition takes memory of the stack. */
const MAX_FIRST_LETTER = 10_000;

const matchFirstLetter = (text: string) => FIRST_LETTER.exec(text.slice(0, MAX_FIRST_LETTER));

/**
 * Moves the first letter of a block's first formatted line into a box of its own. Changes the subtree in place.
 * @returns  the block, with another style where it has an initial letter
 */
export function splitFirstLetter(block: RawBox, styled: StyledDocument, fonts: FontLibrary): RawBox {
  if (!styled.pseudo(block.element, '::first-letter')) return block;
  const place = findFirstText(block, styled);
  const match = place && matchFirstLetter(place.text.text);
  const style = place && styled.pseudo(block.element, '::first-letter', place.parent.element);
  if (!match || !style) return block;
  const [, spaces = '', letter = ''] = match;
  // A line that a preserved line feed ends is empty. Source: Blink's FirstLetterPseudoElement::FirstLetterLength
  if (spaces.includes('\n') && keepsLineFeeds(place.text.style)) return block;
  const { parent, index, text } = place;
  const letterText: RawText = {
    ...text,
    style: styled.anonymous(style, 'inline'),
    text: letter,
    origin: '::first-letter',
  };
  const mode = writingModeOf(parent.style);
  const box: RawBox = {
    kind: 'box',
    style,
    writingMode: style.float === 'none' ? toLineWritingMode(mode) : mode,
    element: block.element,
    origin: '::first-letter',
    children: [letterText],
  };
  const sized = initialLetter(box, block.style, fonts);
  const rest: RawText = { ...text, text: text.text.slice(spaces.length + letter.length) };
  const lead: RawNode[] = spaces ? [{ ...text, text: spaces }] : [];
  parent.children.splice(index, 1, ...lead, ...(sized?.boxes ?? [box]), ...(rest.text ? [rest] : []));
  if (!sized) return block;
  // The letter stays with the lines beside it.
  return { ...block, style: { ...block.style, orphans: Math.max(block.style.orphans, sized.lines) } };
}

/** The first letter of a text with its punctuation; empty when the text starts with something else. */
export function firstLetterOf(text: string): string {
  return matchFirstLetter(text)?.[2] ?? '';
}

const keepsLineFeeds = ({ 'white-space-collapse': collapse }: RawText['style']): boolean =>
  collapse !== 'collapse' && collapse !== 'preserve-spaces';

interface Place {
  readonly parent: RawBox;
  readonly index: number;
  readonly text: RawText;
}

/** The text with the first letter; undefined when other content comes first. */
function findFirstText(parent: RawBox, styled: StyledDocument): Place | undefined {
  for (const [index, child] of parent.children.entries()) {
    if (child.kind === 'text') {
      if (isCollapsibleSpace(child)) continue;
      if (child.isLeader) return undefined;
      return { parent, index, text: child };
    }
    if (isOutOfFlow(child) || isFloating(child) || child.origin === '::marker') continue;
    if (child.kind !== 'box') return undefined;
    const { element, style } = child;
    if (!isInlineBox(child)) {
      if (!isFlowContainer(style)) return undefined;
      // If the inner block has `::first-letter` too, the letter is the inner one's. Source: Blink's
      // FirstLetterPseudoElement
      if (styled.pseudo(element, '::first-letter')) return undefined;
    }
    const found = findFirstText(child, styled);
    if (found || hasContent(child)) return found;
  }
  return undefined;
}

function hasContent(box: RawBox): boolean {
  return box.children.some((child) => (child.kind === 'box' ? hasContent(child) : !isCollapsibleSpace(child)));
}

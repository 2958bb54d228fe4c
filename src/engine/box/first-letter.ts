/** Splits the first letter off for `::first-letter`. Source: https://drafts.csswg.org/css-pseudo-4/#first-letter-pseudo */

import type { StyledDocument } from '../css/styled-document.js';
import {
  isCollapsibleSpace,
  isFloating,
  isInlineBox,
  isOutOfFlow,
  type RawBox,
  type RawNode,
  type RawText,
} from './raw.js';

/** Punctuation before and after the letter belongs to it; spaces in between may not. */
const FIRST_LETTER =
  /^(\s*)((?:[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{Zs}]*[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}])?(?:\p{L}|\p{N}|\p{S})\p{M}*[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}]*)/u;

/** Puts the letter of the block's first formatted line in a box of its own. Changes `block`'s subtree in place. */
export function splitFirstLetter(block: RawBox, styled: StyledDocument): void {
  const style = styled.pseudo(block.element, '::first-letter');
  if (!style) return;
  const place = findFirstText(block);
  const match = place && FIRST_LETTER.exec(place.text.text);
  if (!place || !match) return;
  const [, spaces = '', letter = ''] = match;
  const { parent, index, text } = place;
  const letterText: RawText = {
    ...text,
    style: styled.anonymous(style, 'inline'),
    text: letter,
    origin: '::first-letter',
  };
  const box: RawBox = { kind: 'box', style, element: block.element, origin: '::first-letter', children: [letterText] };
  const rest: RawText = { ...text, text: text.text.slice(spaces.length + letter.length) };
  const lead: RawNode[] = spaces ? [{ ...text, text: spaces }] : [];
  parent.children.splice(index, 1, ...lead, box, ...(rest.text ? [rest] : []));
}

interface Place {
  readonly parent: RawBox;
  readonly index: number;
  readonly text: RawText;
}

/** undefined as well when something that is not text comes first. */
function findFirstText(parent: RawBox): Place | undefined {
  for (const [index, child] of parent.children.entries()) {
    if (child.kind === 'text') {
      if (isCollapsibleSpace(child)) continue;
      return { parent, index, text: child };
    }
    if (isOutOfFlow(child) || isFloating(child) || child.origin === '::marker') continue;
    if (child.kind !== 'box') return undefined;
    const { display } = child.style;
    if (!isInlineBox(child) && !['block', 'list-item', 'flow-root'].includes(display)) return undefined;
    const found = findFirstText(child);
    if (found || hasContent(child)) return found;
  }
  return undefined;
}

function hasContent(box: RawBox): boolean {
  return box.children.some((child) => (child.kind === 'box' ? hasContent(child) : !isCollapsibleSpace(child)));
}

/**
 * Ruby: annotations over their bases. Each pair is a box that stands on the line as one piece.
 * Source: https://drafts.csswg.org/css-ruby-1/#ruby-layout
 */

import { physicalChange } from '../css/compute/frames.js';
import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { fontRequest } from '../text/font-request.js';
import type { FontLibrary } from '../text/fonts.js';
import { isCollapsibleSpace, type RawBox, type RawNode } from './raw.js';

/** The children of a ruby container with its bases and annotations paired; what has no annotation stays as it is. */
export function pairRuby(ruby: RawBox, styled: StyledDocument, fonts: FontLibrary): RawNode[] {
  const result: RawNode[] = [];
  let base: RawNode[] = [];
  for (const child of ruby.children) {
    if (child.kind !== 'box' || child.style.display !== 'ruby-text') {
      base.push(child);
      continue;
    }
    const bare = base.filter((node) => !isCollapsibleSpace(node));
    if (bare.length > 0) result.push(pair(ruby, bare, child, styled, fonts));
    else result.push(child);
    base = [];
  }
  return [...result, ...base];
}

/** The base comes first, so that it is read first; for an annotation over it the container turns the two round. */
function pair(ruby: RawBox, base: RawNode[], annotation: RawBox, styled: StyledDocument, fonts: FontLibrary): RawBox {
  const { element } = ruby;
  const style = inLine(ruby.style);
  const leading = leadingAbove(style, fonts);
  const block = styled.anonymous(style, 'block');
  const isOver = style['ruby-position'] !== 'under';
  const bottom: RawBox = {
    kind: 'box',
    // The annotation stands right at the letters: what the line has above or below them is room for it.
    style: {
      ...block,
      ...physicalChange(block, { [isOver ? 'margin-top' : 'margin-bottom']: -leading }),
      'text-align': 'center',
    },
    element,
    origin: 'anonymous',
    children: base,
  };
  const top: RawBox = {
    ...annotation,
    style: { ...inLine(annotation.style), display: 'block', 'text-align': 'center', 'text-wrap-mode': 'nowrap' },
  };
  const container: ComputedStyle = {
    ...styled.anonymous(style, 'inline-flex'),
    'flex-direction': isOver ? 'column-reverse' : 'column',
  };
  return { kind: 'box', style: container, element, origin: 'anonymous', children: [bottom, top], isRubyPair: true };
}

/** Annotations are over the line, which is not where `vertical-lr` begins. */
function inLine(style: ComputedStyle): ComputedStyle {
  return style['writing-mode'] === 'vertical-lr' ? { ...style, 'writing-mode': 'vertical-rl' } : style;
}

/** Between the top of a line and that of the em box of its letters, where Chromium puts the annotation; px. */
function leadingAbove(style: ComputedStyle, fonts: FontLibrary): number {
  const size = style['font-size'];
  const { lineSpacing } = fonts.metrics(fonts.match(fontRequest(style)).primary, size);
  const height = style['line-height'];
  const used = height === 'normal' ? lineSpacing : typeof height === 'number' ? height : height.number * size;
  return Math.max(0, (used - size) / 2);
}

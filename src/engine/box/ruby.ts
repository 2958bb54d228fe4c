/**
 * Ruby: pairs annotations with their bases. Each pair is an atomic inline.
 * Source: https://drafts.csswg.org/css-ruby-1/#ruby-layout
 */

import { physicalChange } from '../css/compute/logical-style.js';
import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { fontRequest } from '../text/font-request.js';
import type { FontLibrary } from '../text/fonts.js';
import { isCollapsibleSpace, isFloating, type RawBox, type RawNode } from './raw.js';

interface RubyContext {
  readonly styled: StyledDocument;
  readonly fonts: FontLibrary;
}

/**
 * Pairs the bases and annotations of a ruby container; bases without annotation stay as they are, and an annotation
 * without base has an empty one.
 */
export function pairRuby(ruby: RawBox, context: RubyContext): RawNode[] {
  const result: RawNode[] = [];
  let base: RawNode[] = [];
  for (const child of ruby.children) {
    if (child.kind !== 'box' || child.style.display !== 'ruby-text') {
      base.push(child);
      continue;
    }
    const bare = base.filter((node) => !isCollapsibleSpace(node));
    result.push(pair(ruby, bare.some(hasContent) ? bare : [...bare, emptyBase(ruby)], child, context));
    base = [];
  }
  return [...result, ...base];
}

function hasContent(node: RawNode): boolean {
  return node.kind === 'box' ? isFloating(node) || node.children.some(hasContent) : !isCollapsibleSpace(node);
}

/** A text without width, so that the base has a line. */
function emptyBase({ style, element }: RawBox): RawNode {
  return { kind: 'text', style, element, origin: 'anonymous', text: '\u200b', decorations: [] };
}

/** The base comes first for reading order; `column-reverse` places an annotation above it. */
function pair(ruby: RawBox, base: RawNode[], annotation: RawBox, { styled, fonts }: RubyContext): RawBox {
  const { element } = ruby;
  const style = inLine(ruby.style);
  const block = styled.anonymous(style, 'block');
  const isOver = style['ruby-position'] !== 'under';
  const baseBox: RawBox = {
    kind: 'box',
    // The annotation touches the em box of the base; leading above or below it is available to the annotation.
    style: {
      ...block,
      ...physicalChange(block, { [isOver ? 'margin-top' : 'margin-bottom']: -halfLeading(style, fonts) }),
      'text-align': 'center',
    },
    element,
    origin: 'anonymous',
    children: base,
  };
  const annotationBox: RawBox = {
    ...annotation,
    style: { ...inLine(annotation.style), display: 'block', 'text-align': 'center', 'text-wrap-mode': 'nowrap' },
  };
  const container: ComputedStyle = {
    ...styled.anonymous(style, 'inline-flex'),
    'flex-direction': isOver ? 'column-reverse' : 'column',
  };
  const children = [baseBox, annotationBox];
  return { kind: 'box', style: container, element, origin: 'anonymous', children, isRubyPair: true };
}

/** Annotations go to the line-over side, which `vertical-lr` has at the block end. */
function inLine(style: ComputedStyle): ComputedStyle {
  return style['writing-mode'] === 'vertical-lr' ? { ...style, 'writing-mode': 'vertical-rl' } : style;
}

/** Half-leading between the line and the em box, where Blink's RubyBlockPositionCalculator puts annotations; px. */
function halfLeading(style: ComputedStyle, fonts: FontLibrary): number {
  const size = style['font-size'];
  const { lineSpacing } = fonts.metrics(fonts.match(fontRequest(style)).primary, size);
  const height = style['line-height'];
  const used = height === 'normal' ? lineSpacing : typeof height === 'number' ? height : height.number * size;
  return Math.max(0, (used - size) / 2);
}

/**
 * The first formatted line of a block with `::first-line`: its content once more, in the styles that it has there.
 * Which of the content is on the line is known only to layout.
 * Source: https://drafts.csswg.org/css-pseudo-4/#first-line-pseudo
 */

import { frameOf, inFrame, lineFrame } from '../css/compute/frames.js';
import type { FirstLineStyles, StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { ElementNode } from '../html/dom.js';
import { transformText } from '../text/transform.js';
import { decorationOf } from './decorations.js';
import type { BlockBox, InlineBox, InlineLevelBox, TextBox } from './tree.js';

interface Context {
  readonly styled: StyledDocument;
  readonly styles: FirstLineStyles;
  readonly nextId: () => number;
}

/** @param block with inline content; what does not apply to a line stays as it is in its style */
export function firstLineOf(block: BlockBox, children: readonly InlineLevelBox[], context: Context): BlockBox {
  const { styles, styled, nextId } = context;
  const line = block.element === styles.owner ? styles.line : styles.of(block.element, undefined);
  const style = { ...block.style, ...inheritedOf(line), 'vertical-align': block.style['vertical-align'] };
  const decoration = decorationOf(styles.line);
  const change = (box: InlineLevelBox, parent: ElementNode): InlineLevelBox => {
    if (box.kind === 'text') return changedText(box, styleOf(box, styles), decoration);
    if (box.kind === 'break') return { ...box, style: styleOf(box, styles) };
    if (box.kind !== 'inline' || box.origin === '::marker') return box;
    if (box.origin === '::first-letter') return changedLetter(box, parent);
    const inner = box.origin === undefined ? box.element : parent;
    return { ...box, style: onLine(styleOf(box, styles)), children: box.children.map((child) => change(child, inner)) };
  };
  // A first letter has the element whose `::first-letter` it is, and inherits from the one it stands in.
  const changedLetter = (box: InlineBox, parent: ElementNode): InlineBox => {
    const letter = styles.of(box.element, '::first-letter', parent);
    const text = styled.anonymous(letter, 'inline');
    const letters = box.children.map((child) => (child.kind === 'text' ? changedText(child, text, decoration) : child));
    return { ...box, style: onLine(letter), children: letters };
  };
  const changed = children.map((child) => change(child, block.element));
  const { 'background-color': color, 'background-image': images } = styles.line;
  const isPlain = color.a === 0 && images.every((image) => image === 'none');
  const wrapper: InlineBox = {
    kind: 'inline',
    id: nextId(),
    style: { ...styled.anonymous(line, 'inline'), ...backgroundOf(styles.line) },
    element: block.element,
    origin: '::first-line',
    children: changed,
  };
  return { ...block, style, content: { type: 'inlines', children: isPlain ? changed : [wrapper] } };
}

const onLine = (style: ComputedStyle): ComputedStyle => inFrame(style, lineFrame(frameOf(style)));

function styleOf({ element, origin, style }: InlineLevelBox, styles: FirstLineStyles): ComputedStyle {
  if (origin === 'anonymous') return { ...style, ...inheritedOf(styles.of(element, undefined)) };
  return element === styles.owner && origin === undefined ? styles.line : styles.of(element, origin);
}

function changedText(box: TextBox, style: ComputedStyle, decoration: ReturnType<typeof decorationOf>): TextBox {
  if (box.origin === '::marker') return box;
  const decorations = decoration ? [...box.decorations, decoration] : box.decorations;
  const [before, now] = [box.style['text-transform'], style['text-transform']];
  const isSame = JSON.stringify(before) === JSON.stringify(now);
  const text = isSame || box.isLeader ? box.text : transformText(box.text, now, languageOf(box.element), ' ');
  return { ...box, style, decorations, text };
}

function languageOf(element: ElementNode): string {
  for (let at: ElementNode | null = element; at; at = at.parent) {
    const language = at.attribute('lang');
    if (language !== undefined) return language;
  }
  return '';
}

/** What a line's style changes of its block's. */
function inheritedOf(style: ComputedStyle): Partial<ComputedStyle> {
  return Object.fromEntries(Object.entries(style).filter(([name]) => OF_LINES.test(name)));
}

function backgroundOf(style: ComputedStyle): Partial<ComputedStyle> {
  return Object.fromEntries(Object.entries(style).filter(([name]) => name.startsWith('background-')));
}

const OF_LINES =
  /^(?:font-|color$|(?:letter|word)-spacing$|line-height$|text-(?:emphasis|shadow|transform|underline|rendering))/;

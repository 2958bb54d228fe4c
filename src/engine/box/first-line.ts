/**
 * The first formatted line of a block with `::first-line`: a second copy of its content in the styles of that line.
 * Only layout knows how much of the content the line takes.
 * Source: https://drafts.csswg.org/css-pseudo-4/#first-line-pseudo
 */

import { type LogicalStyle, logicalStyle, type WritingModeIndependentStyle } from '../css/compute/logical-style.js';
import type { FirstLineStyles, StyledDocument } from '../css/compute/styled-document.js';
import { toLineWritingMode, writingModeOf } from '../css/compute/writing-mode.js';
import { type ComputedStyle, propertiesWhere } from '../css/properties/table.js';
import type { ElementNode } from '../html/dom.js';
import { transformText } from '../text/transform.js';
import { decorationOf } from './decorations.js';
import type { BlockBox, InlineBox, InlineLevelBox, TextBox } from './tree.js';

interface Context {
  readonly styled: StyledDocument;
  readonly styles: FirstLineStyles;
  readonly nextId: () => number;
}

/** @param block a block container with inline content; its box properties stay as they are */
export function firstLineOf(block: BlockBox, children: readonly InlineLevelBox[], context: Context): BlockBox {
  const { styled, nextId } = context;
  const styles = block.element === context.styles.owner ? context.styles : context.styles.within(block.element);
  const style = { ...block.style, ...inheritedOf(styles.line), 'vertical-align': block.style['vertical-align'] };
  const decoration = decorationOf(styles.line);
  const change = (box: InlineLevelBox, parent: ElementNode): InlineLevelBox => {
    if (box.kind === 'text') return changedText(box, styleOf(box, styles), decoration);
    if (box.kind === 'break') return { ...box, style: styleOf(box, styles) };
    if (box.kind !== 'inline' || box.origin === '::marker') return box;
    if (box.origin === '::first-letter') return changedLetter(box, parent);
    const inner = box.origin === undefined ? box.element : parent;
    return { ...box, style: styleOf(box, styles), children: box.children.map((child) => change(child, inner)) };
  };
  // `element` of a first letter is its originating element, but it inherits from the element around it.
  const changedLetter = (box: InlineBox, parent: ElementNode): InlineBox => {
    const letter = styles.of(box.element, '::first-letter', parent);
    const text = onLine(styled.anonymous(letter, 'inline'));
    const letters = box.children.map((child) => (child.kind === 'text' ? changedText(child, text, decoration) : child));
    return { ...box, style: onLine(letter), children: letters };
  };
  const changed = children.map((child) => change(child, block.element));
  const { 'background-color': color, 'background-image': images } = styles.line;
  const isPlain = color.a === 0 && images.every((image) => image === 'none');
  const wrapper: InlineBox = {
    kind: 'inline',
    id: nextId(),
    style: onLine({ ...styled.anonymous(styles.line, 'inline'), ...backgroundOf(styles.line) }),
    element: block.element,
    origin: '::first-line',
    children: changed,
  };
  return { ...block, style, content: { type: 'inlines', children: isPlain ? changed : [wrapper] } };
}

const onLine = (style: ComputedStyle): LogicalStyle => logicalStyle(style, toLineWritingMode(writingModeOf(style)));

function styleOf({ element, origin, style }: InlineLevelBox, styles: FirstLineStyles): LogicalStyle {
  if (origin === 'anonymous') return { ...style, ...inheritedOf(styles.of(element, undefined)) };
  return onLine(element === styles.owner && origin === undefined ? styles.line : styles.of(element, origin));
}

function changedText(box: TextBox, style: LogicalStyle, decoration: ReturnType<typeof decorationOf>): TextBox {
  if (box.origin === '::marker') return box;
  const decorations = decoration ? [...box.decorations, decoration] : box.decorations;
  const [before, now] = [box.style['text-transform'], style['text-transform']];
  const isSame = JSON.stringify(before) === JSON.stringify(now);
  const text = isSame || box.isLeader ? box.text : transformText(box.text, now, box.element.language ?? '', ' ');
  return { ...box, style, decorations, text };
}

/** The inherited properties that a line style contributes to its block. */
function inheritedOf(style: ComputedStyle): Partial<WritingModeIndependentStyle> {
  return Object.fromEntries(INHERITED.map((name) => [name, style[name]]));
}

const INHERITED = propertiesWhere(({ inherits, appliesToFirstLine }) => inherits && appliesToFirstLine === true);

function backgroundOf(style: ComputedStyle): Partial<ComputedStyle> {
  return Object.fromEntries(Object.entries(style).filter(([name]) => name.startsWith('background-')));
}

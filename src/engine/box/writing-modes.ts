/**
 * Styles into the frames that writing modes are laid out in, and a box of its own for every change of frame: outside
 * it is a box of its container's frame, with margins, borders, paddings and size; inside it one anonymous box, in its
 * own frame, holds the content. Layout then knows of one writing mode only.
 * Source: https://drafts.csswg.org/css-writing-modes-4/#orthogonal-flows
 */

import { anonymousStyle, INITIAL_STYLE } from '../css/compute/compute.js';
import { type Frame, frameOf, inFrame, isOrthogonal, lineFrame } from '../css/compute/frames.js';
import { lineHeightOf } from '../css/compute/line-height.js';
import type { ComputedStyle } from '../css/properties/table.js';
import {
  isFloating,
  isInlineBox,
  isInlineLevel,
  isOutOfFlow,
  type RawBox,
  type RawNode,
  type RawReplaced,
  type RawText,
} from './raw.js';
import type { OrthogonalRoom } from './tree.js';
import { UNDECORATED } from './undecorated.js';

/** The frames of the boxes around: of the content, and of what contains positioned boxes. */
interface Frames {
  readonly flow: Frame;
  readonly absolute: Frame;
  readonly fixed: Frame;
  /** What the parent's style says of the height of its content. */
  readonly room: OrthogonalRoom;
}

const NO_ROOM: OrthogonalRoom = { definite: undefined, most: undefined };

/** @param frame  of what contains the box; default: the box's own, as for the root */
export function intoFrames(box: RawBox, frame: Frame = frameOf(box.style)): RawBox {
  if (frame === 'horizontal-tb' && !hasVertical(box)) return box;
  // A page-margin box is a block, whatever its `display` says.
  const block: RawBox = isInlineBox(box) ? { ...box, style: { ...box.style, display: 'block' } } : box;
  const framed = framedBox(block, { flow: frame, absolute: frame, fixed: frame, room: NO_ROOM });
  return { ...framed, frames: { outside: frame, inside: frame } };
}

function hasVertical(node: RawNode): boolean {
  if (frameOf(node.style) !== 'horizontal-tb') return true;
  return node.kind === 'box' && (node.children.some(hasVertical) || (node.marker?.children.some(hasVertical) ?? false));
}

function framedNode(node: RawNode, around: Frames): RawNode {
  if (node.kind === 'text' && isCombined(node)) return framedBox(combined(node), around);
  // Of texts and breaks only what they inherit counts.
  if (node.kind === 'text' || node.kind === 'break') return node;
  return node.kind === 'replaced' ? framedReplaced(node, around) : framedBox(node, around);
}

function isCombined({ style, text }: RawText): boolean {
  const mode = style['writing-mode'];
  const isVerticalText = mode === 'vertical-rl' || mode === 'vertical-lr';
  return isVerticalText && style['text-combine-upright'] === 'all' && text.trim() !== '';
}

/** A text in the square of one character. Source: https://drafts.csswg.org/css-writing-modes-4/#text-combine-upright */
function combined(node: RawText): RawBox {
  const size = node.style['font-size'];
  // On its line it counts as a character does.
  const leading = (lineHeightOf(node.style, size) - size) / 2;
  const style: ComputedStyle = {
    ...anonymousStyle(node.style, 'inline-block'),
    'writing-mode': 'horizontal-tb',
    'text-combine-upright': 'none',
    width: size,
    height: size,
    'margin-left': leading,
    'margin-right': leading,
    'line-height': size,
    'letter-spacing': 0,
    'text-align': 'center',
    'text-indent': INITIAL_STYLE['text-indent'],
    'text-wrap-mode': 'nowrap',
  };
  const text: RawText = { ...node, style: anonymousStyle(style, 'inline'), text: node.text.trim(), decorations: [] };
  const { element } = node;
  return { kind: 'box', style, element, origin: 'anonymous', children: [text], squeezes: true };
}

/** The frame that the box has its place in. */
function frameAround(node: RawNode, { flow, absolute, fixed }: Frames): Frame {
  if (isOutOfFlow(node)) return node.style.position === 'fixed' ? fixed : absolute;
  return isInlineLevel(node) ? lineFrame(flow) : flow;
}

function framedReplaced(node: RawReplaced, around: Frames): RawReplaced {
  const frame = frameAround(node, around);
  const style = inFrame(node.style, frame);
  if (frame === 'horizontal-tb') return node;
  const { naturalWidth, naturalHeight, naturalRatio } = node;
  return {
    ...node,
    style,
    naturalWidth: naturalHeight,
    naturalHeight: naturalWidth,
    naturalRatio: naturalRatio && 1 / naturalRatio,
  };
}

function framedBox(box: RawBox, around: Frames): RawBox {
  const outer = frameAround(box, around);
  const style = inFrame(box.style, outer);
  const isInline: boolean = isInlineBox(box);
  if (isInline) return { ...box, style, children: framedAll(box.children, inside(box, around.flow, outer, around)) };
  const isTablePart = TABLE_PARTS.has(box.style.display) && !isOutOfFlow(box) && !isFloating(box);
  const inner = isTablePart ? outer : frameOf(box.style);
  const frames = inside(box, inner, outer, around);
  const children = framedAll(box.children, frames);
  const marker = box.marker && { marker: framedMarker(box.marker, frames) };
  if (inner === outer) return { ...box, style, children, ...marker };
  const content: RawBox = {
    kind: 'box',
    style: inFrame(contentStyle(box), inner),
    element: box.element,
    origin: 'anonymous',
    children,
    ...marker,
    frames: { outside: outer, inside: inner },
  };
  const { marker: _, ...own } = box;
  return {
    ...own,
    style: inFrame(outerStyle(box), outer),
    children: [content],
    turned: isOrthogonal(inner, outer) ? 'orthogonal' : 'parallel',
    room: isOutOfFlow(box) ? NO_ROOM : around.room,
    computedStyle: box.style,
  };
}

function framedMarker(marker: RawBox, frames: Frames): RawBox {
  return {
    ...marker,
    style: inFrame(marker.style, lineFrame(frames.flow)),
    children: framedAll(marker.children, frames),
  };
}

function framedAll(nodes: readonly RawNode[], frames: Frames): RawNode[] {
  return nodes.map((node) => framedNode(node, frames));
}

function inside(box: RawBox, flow: Frame, own: Frame, around: Frames): Frames {
  const { style } = box;
  const containsFixed = style.transform !== 'none';
  const containsAbsolutes = style.position !== 'static' || containsFixed;
  return {
    flow,
    absolute: containsAbsolutes ? own : around.absolute,
    fixed: containsFixed ? own : around.fixed,
    room: isInlineBox(box) ? around.room : roomIn(inFrame(style, flow)),
  };
}

/** Source: https://drafts.csswg.org/css-writing-modes-4/#orthogonal-auto */
function roomIn(style: ComputedStyle): OrthogonalRoom {
  const { height, 'min-height': least, 'max-height': most } = style;
  // Heights of cells are the least that their rows have.
  if (style.display === 'table-cell' || (typeof height !== 'number' && typeof most !== 'number')) return NO_ROOM;
  const lower = typeof least === 'number' ? least : 0;
  const upper = typeof most === 'number' ? most : Number.POSITIVE_INFINITY;
  const edges = style['box-sizing'] === 'border-box' ? edgesOf(style) : 0;
  const content = (size: number) => Math.max(0, Math.max(lower, Math.min(size, upper)) - edges);
  if (typeof height !== 'number') return { definite: undefined, most: content(upper) };
  return { definite: content(height), most: content(height) };
}

/** Borders and those paddings that are lengths, at the top and the bottom. */
function edgesOf(style: ComputedStyle): number {
  const paddings = [style['padding-top'], style['padding-bottom']].map((padding) =>
    typeof padding === 'number' ? padding : 0,
  );
  return style['border-top-width'] + style['border-bottom-width'] + paddings[0]! + paddings[1]!;
}

/** Writing modes do not apply to these: https://drafts.csswg.org/css-writing-modes-4/#propdef-writing-mode */
const TABLE_PARTS: ReadonlySet<ComputedStyle['display']> = new Set([
  'table-row-group',
  'table-header-group',
  'table-footer-group',
  'table-row',
  'table-column-group',
  'table-column',
]);

/** Of the outer box, physical: what it is among its siblings, nothing of how it lays out its content. */
function outerStyle(box: RawBox): ComputedStyle {
  const { style } = box;
  const { display } = style;
  const isCell = display === 'table-cell' || display === 'table-caption';
  return {
    ...style,
    ...(isTable(style) && NO_DECORATION),
    display: isCell ? display : display.startsWith('inline') ? 'inline-block' : 'flow-root',
    ...(alignsContent(box) && { 'vertical-align': 'top' }),
    'column-count': 'auto',
    'column-width': 'auto',
  };
}

/** Of the inner box, physical: how the content is laid out, nothing of the box around it. A table keeps its borders. */
function contentStyle(box: RawBox): ComputedStyle {
  const { style } = box;
  const display = INNER_DISPLAY[style.display] ?? 'flow-root';
  if (isTable(style)) return { ...style, ...NO_PLACE, display };
  const own = Object.fromEntries(Object.entries(style).filter(([name]) => OF_CONTENT.test(name)));
  const aligns = alignsContent(box) && { 'vertical-align': style['vertical-align'] };
  return { ...anonymousStyle(style, display), ...own, ...aligns };
}

/** Whether `vertical-align` moves the lines of the box, across them: then it is the inner box that has it. */
const alignsContent = ({ style, isMarginBox }: RawBox): boolean =>
  isMarginBox === true || style.display === 'table-cell';

const isTable = ({ display }: ComputedStyle): boolean => display === 'table' || display === 'inline-table';

const OF_CONTENT =
  /^(?:flex-(?:direction|wrap)|row-gap|(?:align|justify)-(?:content|items)|grid-(?:template|auto)|column-(?!span)|unicode-bidi|text-overflow|line-clamp)/;

const INNER_DISPLAY: { readonly [D in ComputedStyle['display']]?: ComputedStyle['display'] } = {
  flex: 'flex',
  'inline-flex': 'flex',
  grid: 'grid',
  'inline-grid': 'grid',
  table: 'table',
  'inline-table': 'table',
  'list-item': 'list-item',
};

const NO_PLACE: Partial<ComputedStyle> = {
  width: 'auto',
  height: 'auto',
  'min-width': 'auto',
  'min-height': 'auto',
  'max-width': 'none',
  'max-height': 'none',
  'aspect-ratio': { auto: true, ratio: undefined },
  'margin-top': 0,
  'margin-right': 0,
  'margin-bottom': 0,
  'margin-left': 0,
  position: 'static',
  float: 'none',
  clear: 'none',
  opacity: 1,
  transform: 'none',
  translate: 'none',
  rotate: 'none',
  scale: 'none',
  filter: 'none',
  'clip-path': 'none',
  'mask-image': ['none'],
  'mix-blend-mode': 'normal',
  'z-index': 'auto',
  'break-before': 'auto',
  'break-after': 'auto',
  'break-inside': 'auto',
  'vertical-align': 'baseline',
};

const NO_DECORATION: Partial<ComputedStyle> = {
  ...UNDECORATED,
  'border-image-source': 'none',
  'overflow-x': 'visible',
  'overflow-y': 'visible',
};

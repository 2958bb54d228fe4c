/**
 * The writing mode of every node's containing block, and a box of its own for every change of writing mode: on the
 * outside a box in its container's writing mode, with margins, borders, paddings and size; in it one anonymous box, a
 * writing-mode root, holds the content. Layout then knows of one writing mode only.
 * Source: https://drafts.csswg.org/css-writing-modes-4/#orthogonal-flows
 */

import { anonymousStyle, INITIAL_STYLE } from '../css/compute/compute.js';
import { lineHeightOf } from '../css/compute/line-height.js';
import { type LogicalStyle, logicalStyle } from '../css/compute/logical-style.js';
import { isOrthogonal, toLineWritingMode, type WritingMode, writingModeOf } from '../css/compute/writing-mode.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { containsAbsolute, containsFixed, isTable } from '../css/style-queries.js';
import {
  isFloating,
  isInlineBox,
  isInlineLevel,
  isOutOfFlow,
  type OrthogonalAvailableSpace,
  type RawBox,
  type RawLayer,
  type RawLayers,
  type RawNode,
  type RawReplaced,
  type RawText,
} from './raw.js';
import { contentStyle, NO_EDGES, NO_PLACEMENT } from './split-box.js';

/** The writing modes of what contains a node: of its flow, and of what contains positioned boxes. */
interface ContainingModes {
  readonly flow: WritingMode;
  readonly absolute: WritingMode;
  readonly fixed: WritingMode;
  /** For orthogonal flows: the block size of the parent's content box. */
  readonly orthogonalAvailableSpace: OrthogonalAvailableSpace;
}

const INDEFINITE_SPACE: OrthogonalAvailableSpace = { definite: undefined, max: undefined };

/** @param mode  of what contains the box; default: the box's own, as for the root */
export function resolveWritingModes(box: RawBox, mode: WritingMode = writingModeOf(box.style)): RawBox {
  if (mode === 'horizontal-tb' && !hasVertical(box)) return box;
  // A page-margin box is a block, whatever its `display` says.
  const block: RawBox = isInlineBox(box) ? { ...box, style: { ...box.style, display: 'block' } } : box;
  const resolved = resolvedBox(block, {
    flow: mode,
    absolute: mode,
    fixed: mode,
    orthogonalAvailableSpace: INDEFINITE_SPACE,
  });
  return { ...resolved, writingModes: { outside: mode, inside: mode } };
}

function hasVertical(node: RawNode): boolean {
  if (writingModeOf(node.style) !== 'horizontal-tb') return true;
  return node.kind === 'box' && (node.children.some(hasVertical) || (node.marker?.children.some(hasVertical) ?? false));
}

function resolvedNode(node: RawNode, around: ContainingModes): RawNode {
  if (node.kind === 'text' && isCombined(node)) return resolvedBox(combined(node), around);
  // Of texts and breaks, only inherited properties matter.
  if (node.kind === 'text' || node.kind === 'break') return node;
  return node.kind === 'replaced' ? resolvedReplaced(node, around) : resolvedBox(node, around);
}

function isCombined({ style, text }: RawText): boolean {
  const mode = style['writing-mode'];
  const isVerticalText = mode === 'vertical-rl' || mode === 'vertical-lr';
  return isVerticalText && style['text-combine-upright'] === 'all' && text.trim() !== '';
}

/** A text in the square of one character. Source: https://drafts.csswg.org/css-writing-modes-4/#text-combine-upright */
function combined(node: RawText): RawBox {
  const size = node.style['font-size'];
  // With these margins, it takes up the line height across the line, as a character does.
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
  return { kind: 'box', style, element, origin: 'anonymous', children: [text], isTextCombine: true };
}

/** The writing mode that the box has its place in. */
function containingMode(node: RawNode, { flow, absolute, fixed }: ContainingModes): WritingMode {
  if (isOutOfFlow(node)) return node.style.position === 'fixed' ? fixed : absolute;
  return isInlineLevel(node) ? toLineWritingMode(flow) : flow;
}

function resolvedReplaced(node: RawReplaced, around: ContainingModes): RawReplaced {
  const writingMode = containingMode(node, around);
  const content = node.content.type === 'layers' ? resolvedLayers(node.content, writingMode) : node.content;
  if (writingMode === 'horizontal-tb') return content === node.content ? node : { ...node, content };
  const { naturalWidth, naturalHeight, naturalRatio } = node;
  return {
    ...node,
    content,
    writingMode,
    naturalWidth: naturalHeight,
    naturalHeight: naturalWidth,
    naturalRatio: naturalRatio && 1 / naturalRatio,
  };
}

/** The layers have their places in the physical axes. */
function resolvedLayers(content: RawLayers, writingMode: WritingMode): RawLayers {
  const around: ContainingModes = {
    flow: 'horizontal-tb',
    absolute: 'horizontal-tb',
    fixed: 'horizontal-tb',
    orthogonalAvailableSpace: INDEFINITE_SPACE,
  };
  const resolved = (layer: RawLayer): RawLayer => {
    if (layer.type === 'foreign') return { ...layer, box: resolvedBox(layer.box, around) };
    const { content: inner } = layer.box;
    const own = inner.type === 'layers' ? resolvedLayers(inner, 'horizontal-tb') : inner;
    return { type: 'drawing', box: { ...layer.box, content: own } };
  };
  return { ...content, writingMode, layers: content.layers.map(resolved) };
}

function resolvedBox(box: RawBox, around: ContainingModes): RawBox {
  const outer = containingMode(box, around);
  const isInline: boolean = isInlineBox(box);
  if (isInline) {
    const children = resolvedAll(box.children, inside(box, around.flow, around.flow, around));
    return { ...box, writingMode: outer, children };
  }
  const isTablePart = TABLE_PARTS.has(box.style.display) && !isOutOfFlow(box) && !isFloating(box);
  const inner = isTablePart ? outer : writingModeOf(box.style);
  const modes = inside(box, inner, outer, around);
  const children = resolvedAll(box.children, modes);
  const marker = box.marker && { marker: resolvedMarker(box.marker, modes) };
  if (inner === outer) return { ...box, writingMode: outer, children, ...marker };
  const content: RawBox = {
    kind: 'box',
    style: innerStyle(box),
    writingMode: inner,
    element: box.element,
    origin: 'anonymous',
    children,
    ...marker,
    writingModes: { outside: outer, inside: inner, contains: containedBoxes(box.style) },
  };
  const { marker: _, ...own } = box;
  return {
    ...own,
    style: outerStyle(box),
    writingMode: outer,
    children: [content],
    flow: isOrthogonal(inner, outer) ? 'orthogonal' : 'parallel',
    orthogonalAvailableSpace: isOutOfFlow(box) ? INDEFINITE_SPACE : around.orthogonalAvailableSpace,
  };
}

function containedBoxes(style: ComputedStyle): 'absolute' | 'all' | undefined {
  if (containsFixed(style)) return 'all';
  return containsAbsolute(style) ? 'absolute' : undefined;
}

function resolvedMarker(marker: RawBox, modes: ContainingModes): RawBox {
  return { ...marker, writingMode: toLineWritingMode(modes.flow), children: resolvedAll(marker.children, modes) };
}

function resolvedAll(nodes: readonly RawNode[], modes: ContainingModes): RawNode[] {
  return nodes.map((node) => resolvedNode(node, modes));
}

function inside(box: RawBox, flow: WritingMode, own: WritingMode, around: ContainingModes): ContainingModes {
  const { style } = box;
  const isInline = isInlineBox(box);
  return {
    flow,
    absolute: containsAbsolute(style, isInline) ? own : around.absolute,
    fixed: containsFixed(style, isInline) ? own : around.fixed,
    orthogonalAvailableSpace: isInline ? around.orthogonalAvailableSpace : orthogonalSpaceIn(logicalStyle(style, flow)),
  };
}

/** The available space of orthogonal flows in a box. */
function orthogonalSpaceIn(style: LogicalStyle): OrthogonalAvailableSpace {
  const { 'block-size': height, 'min-block-size': min, 'max-block-size': max } = style;
  // The height of a cell is a minimum for its row.
  if (style.display === 'table-cell' || (typeof height !== 'number' && typeof max !== 'number'))
    return INDEFINITE_SPACE;
  const lower = typeof min === 'number' ? min : 0;
  const upper = typeof max === 'number' ? max : Number.POSITIVE_INFINITY;
  const edges = style['box-sizing'] === 'border-box' ? edgesOf(style) : 0;
  const content = (size: number) => Math.max(0, Math.max(lower, Math.min(size, upper)) - edges);
  if (typeof height !== 'number') return { definite: undefined, max: content(upper) };
  return { definite: content(height), max: content(height) };
}

/** Borders and those paddings that are lengths, at block-start and block-end. */
function edgesOf(style: LogicalStyle): number {
  const paddings = [style['padding-block-start'], style['padding-block-end']].map((padding) =>
    typeof padding === 'number' ? padding : 0,
  );
  return style['border-block-start-width'] + style['border-block-end-width'] + paddings[0]! + paddings[1]!;
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

/** The style of the outer box: its place among its siblings, without the layout of its content. */
function outerStyle(box: RawBox): ComputedStyle {
  const { style } = box;
  const { display } = style;
  const isCell = display === 'table-cell' || display === 'table-caption';
  return {
    ...style,
    ...(isTable(style) && NO_EDGES),
    display: isCell ? display : display.startsWith('inline') ? 'inline-block' : 'flow-root',
    ...(alignsContent(box) && { 'vertical-align': 'top' }),
    'column-count': 'auto',
    'column-width': 'auto',
  };
}

/** The style of the inner box: the layout of the content, without the box around it. A table keeps its borders. */
function innerStyle(box: RawBox): ComputedStyle {
  const { style } = box;
  const display = INNER_DISPLAY[style.display] ?? 'flow-root';
  if (isTable(style)) return { ...style, ...NO_PLACEMENT, display };
  const aligns = alignsContent(box) && { 'vertical-align': style['vertical-align'] };
  // The outer box clips; `text-overflow` of the inner one tells whether it clips in the inline axis.
  const isClipped = logicalStyle(style, writingModeOf(style))['overflow-inline'] !== 'visible';
  return { ...contentStyle(style, display), ...aligns, ...(!isClipped && { 'text-overflow': 'clip' as const }) };
}

/** Whether `vertical-align` moves the lines in the box, so that the inner box has to have it. */
const alignsContent = ({ style, isMarginBox }: RawBox): boolean =>
  isMarginBox === true || style.display === 'table-cell';

const INNER_DISPLAY: { readonly [D in ComputedStyle['display']]?: ComputedStyle['display'] } = {
  flex: 'flex',
  'inline-flex': 'flex',
  grid: 'grid',
  'inline-grid': 'grid',
  table: 'table',
  'inline-table': 'table',
  'list-item': 'list-item',
  'flow-root-list-item': 'list-item',
};

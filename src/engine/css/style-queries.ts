/**
 * Predicates on computed styles that several stages share. They read no properties of a side or axis, so that they
 * apply to physical and logical styles.
 */

import type { WritingModeIndependentStyle } from './compute/logical-style.js';
import type { ComputedStyle } from './properties/table.js';

type Style = WritingModeIndependentStyle;

// ---- position ------------------------------------------------------------------------------------------------------

/** Source: https://drafts.csswg.org/css-position-3/#positioned-box */
export function isPositioned(style: Style): boolean {
  return style.position !== 'static' && !isRunning(style);
}

/** Source: https://drafts.csswg.org/css-gcpm-3/#running-elements */
export function isRunning({ position }: Style): boolean {
  return typeof position === 'object';
}

/** Source: https://drafts.csswg.org/css-position-3/#absolute-positioning-containing-block */
export function isAbsolutelyPositioned({ position }: Style): boolean {
  return position === 'absolute' || position === 'fixed';
}

/** Whether the box is absolutely positioned or a running element. Does not apply to floats, see `isFloating`. */
export function isOutOfFlow(style: Style): boolean {
  return isAbsolutelyPositioned(style) || isRunning(style);
}

export function isFloating(style: Style): boolean {
  return (style.float === 'left' || style.float === 'right') && !isOutOfFlow(style);
}

/**
 * The edge of the page to which a page float moves; undefined: the box is none.
 * Source: https://drafts.csswg.org/css-page-floats-3/#float-property
 */
export function pageFloatEdge({ float }: Pick<ComputedStyle, 'float'>): 'start' | 'end' | undefined {
  if (float === 'top' || float === 'block-start') return 'start';
  return float === 'bottom' || float === 'block-end' ? 'end' : undefined;
}

/**
 * Whether a box is the containing block of its absolutely positioned descendants.
 * @param isInline  whether the box is a non-replaced inline box, to which transforms do not apply
 * Source: Blink's `LayoutObject::ComputeIsAbsoluteContainer`
 */
export function containsAbsolute(style: Style, isInline = false): boolean {
  return isPositioned(style) || style['will-change'].includes('position') || containsFixed(style, isInline);
}

/**
 * Whether a box is the containing block of its fixed descendants, too.
 * Sources: https://drafts.csswg.org/css-transforms-2/#transform-rendering,
 * https://drafts.csswg.org/filter-effects-1/#FilterProperty, Blink's `LayoutObject::ComputeIsFixedContainer`
 */
export function containsFixed(style: Style, isInline = false): boolean {
  if (style.filter !== 'none' || mayChange(style, /^(?:-webkit-)?(?:filter|backdrop-filter)$/)) return true;
  if (isInline) return false;
  return hasTransform(style) || opensSpace(style) || containsLayout(style) || mayChange(style, TRANSFORMING);
}

/** Names in `will-change` with which a box that is not inline contains fixed boxes. */
const TRANSFORMING =
  /^(?:(?:-webkit-)?(?:transform|transform-style|perspective)|translate|rotate|scale|offset(?:-path|-position)?|contain)$/;

/** Whether `will-change` has one of these names. */
const mayChange = (style: Style, names: RegExp): boolean => style['will-change'].some((name) => names.test(name));

/** Whether a box is a containing block of an absolutely positioned or fixed descendant. */
export function isContainingBlockOf(container: Style, { position }: Style, isInline = false): boolean {
  if (position === 'fixed') return containsFixed(container, isInline);
  return position === 'absolute' && containsAbsolute(container, isInline);
}

/**
 * Whether layout or paint containment applies to a box that is not inline.
 * Source: https://drafts.csswg.org/css-contain-2/#containment-layout
 */
export function containsLayout({ contain, display }: Style): boolean {
  if (contain.length === 0) return false;
  // Internal table boxes but cells, and ruby, are not contained.
  const applies = !/^(?:table-(?!cell|caption)|ruby|contents)/.test(display);
  return applies && (contain.includes('layout') || contain.includes('paint'));
}

/**
 * Whether a box generates none of its content, and has the size of an empty box.
 * Source: https://drafts.csswg.org/css-contain-2/#content-visibility
 */
export function skipsContents(style: Style): boolean {
  return style['content-visibility'] === 'hidden' && canContainSize(style.display);
}

/** Of boxes that are not replaced. Source: https://drafts.csswg.org/css-contain-2/#containment-size */
const canContainSize = (display: Style['display']): boolean =>
  !/^(?:inline$|inline-list-item|inline-table|table(?!-cell|-caption)|ruby|contents)/.test(display);

/**
 * Whether the box of an element is a container whose size can be queried: in all axes, or the inline axis of its writing mode.
 * Sources: https://drafts.csswg.org/css-conditional-5/#container-type, https://drafts.csswg.org/css-contain-2/#containment-size
 */
export function isSizeContainer(style: Style): boolean {
  return queriesSize(style) && canContainSize(style.display) && style.display !== 'table-cell';
}

/** Whether the type of a container is that of one whose size is queried. */
export const queriesSize = ({ 'container-type': types }: Style): boolean =>
  types.length > 0 && types.some((type) => type !== 'scroll-state');

/**
 * Whether properties of the body are used for the page. Source: https://drafts.csswg.org/css-contain-2/#contain-property
 */
export function propagatesToCanvas(root: Style, body: Style): boolean {
  return root.contain.length === 0 && body.contain.length === 0;
}

// ---- effects -------------------------------------------------------------------------------------------------------

/** Source: https://drafts.csswg.org/css-transforms-2/#individual-transforms */
export function hasTransform(style: Style): boolean {
  return style.transform !== 'none' || style.translate !== 'none' || style.rotate !== 'none' || style.scale !== 'none';
}

/** Whether a box is transformed, or says that it will be. Blink: `HasTransformRelatedProperty`, but for 3D spaces */
export function mayTransform(style: Style): boolean {
  return hasTransform(style) || mayChange(style, /^(?:(?:-webkit-)?transform|translate|rotate|scale)$/);
}

/**
 * Whether the children of a box are in a 3D space: with a perspective, or together with the box.
 * Source: https://drafts.csswg.org/css-transforms-2/#3d-rendering-contexts
 */
export function opensSpace(style: Style): boolean {
  return style.perspective !== 'none' || style['transform-style'] === 'preserve-3d';
}

/** Whether effects other than transform and opacity apply. */
export function needsCompositing(style: Style): boolean {
  return (
    style.filter !== 'none' ||
    style['clip-path'] !== 'none' ||
    style['mix-blend-mode'] !== 'normal' ||
    style['mask-image'].some((image) => image !== 'none')
  );
}

/** Whether the box is painted as a group with its descendants: transforms, opacity, filters, clips, masks, blending. */
export function hasEffects(style: Style, isInline = false): boolean {
  return style.opacity < 1 || (!isInline && hasTransform(style)) || needsCompositing(style);
}

/** Names in `will-change` with which a box of any kind establishes a stacking context. */
const GROUPING = new RegExp(
  '^(?:(?:-webkit-)?(?:opacity|mask|mask-image|clip-path|filter)|-webkit-(?:mask-box-image|box-reflect)|' +
    'backdrop-filter|position|mix-blend-mode|isolation|view-transition-name)$',
);

/**
 * @param isItem    whether the box is a flex or grid item
 * @param isInline  see containsAbsolute
 * Source: https://drafts.csswg.org/css-position-4/#stacking-context
 */
export function establishesStackingContext(style: Style, isItem: boolean, isInline: boolean): boolean {
  if (hasEffects(style, isInline)) return true;
  if (style.isolation === 'isolate' || (!isInline && (opensSpace(style) || containsLayout(style)))) return true;
  if (style.position === 'fixed' || style.position === 'sticky') return true;
  if (style['view-transition-name'] !== 'none' || mayChange(style, GROUPING)) return true;
  if (!isInline && mayChange(style, TRANSFORMING)) return true;
  const isLayered = style['z-index'] !== 'auto' || style['will-change'].includes('z-index');
  return isLayered && (isItem || isPositioned(style));
}

// ---- overflow ------------------------------------------------------------------------------------------------------

/**
 * Whether a value of `overflow-x` or `overflow-y` makes a scroll container.
 * Source: https://drafts.csswg.org/css-overflow-3/#scroll-container
 */
export function isScrollable(overflow: ComputedStyle['overflow-x']): boolean {
  return overflow !== 'visible' && overflow !== 'clip';
}

// ---- display -------------------------------------------------------------------------------------------------------

/** Whether the box is a block-level block container: `flow` or `flow-root` inside. */
export function isFlowContainer({ display }: Style): boolean {
  return display === 'block' || display === 'flow-root' || display === 'list-item' || display === 'flow-root-list-item';
}

export function isFlexContainer({ display }: Style): boolean {
  return display === 'flex' || display === 'inline-flex';
}

export function isGridContainer({ display }: Style): boolean {
  return display === 'grid' || display === 'inline-grid';
}

export function isTable({ display }: Style): boolean {
  return display === 'table' || display === 'inline-table';
}

/** A table or a part of one. */
export function isTableBox({ display }: Style): boolean {
  return display === 'inline-table' || display.startsWith('table');
}

/**
 * Whether a block container with the style is a multi-column container.
 * Source: https://drafts.csswg.org/css-multicol-1/#the-multi-column-model
 */
export function hasColumns(style: Style): boolean {
  return style['column-count'] !== 'auto' || style['column-width'] !== 'auto';
}

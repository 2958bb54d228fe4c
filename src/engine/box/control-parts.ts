/** Building blocks of form controls: the boxes that a browser generates from a control's user agent shadow tree. */

import { physicalChange } from '../css/compute/logical-style.js';
import type { ControlPart, StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { Color, LengthPercentage } from '../css/values/values.js';
import type { ElementNode } from '../html/dom.js';
import { transformText } from '../text/transform.js';
import type { ControlColors } from './accent.js';
import type { AppliedDecoration } from './decorations.js';
import type { RawBox, RawNode, RawReplaced } from './raw.js';

export type StyleChange = Partial<ComputedStyle>;

/** A control and the context of its box generation. */
export interface Control {
  readonly element: ElementNode;
  readonly style: ComputedStyle;
  readonly styled: StyledDocument;
  readonly decorations: readonly AppliedDecoration[];
  /** Whether its container is flex or grid, which stretches a width of `auto`. */
  readonly isItem: boolean;
}

/** An anonymous block that inherits from the control. */
export function part({ element, style, styled }: Control, change: StyleChange, children: RawNode[] = []): RawBox {
  return {
    kind: 'box',
    style: { ...styled.anonymous(style, 'block'), ...physicalChange(style, change) },
    element,
    origin: 'anonymous',
    children,
  };
}

/** A part with a style of its own; undefined where the author hides it. */
export function styledPart(
  { element, style, styled }: Control,
  name: ControlPart | '::file-selector-button',
  change: StyleChange = {},
  children: readonly (RawNode | undefined)[] = [],
): RawBox | undefined {
  const own = styled.pseudo(element, name) ?? styled.anonymous(style, 'block');
  if (own.display === 'none') return undefined;
  return {
    kind: 'box',
    style: { ...own, ...physicalChange(own, change) },
    element,
    origin: name,
    children: children.filter((child) => child !== undefined),
  };
}

/** The control's principal box with changed style. */
export function principal({ element, style }: Control, change: StyleChange, children: RawNode[]): RawBox {
  return { kind: 'box', style: { ...style, ...physicalChange(style, change) }, element, origin: undefined, children };
}

export function textPart({ element, decorations }: Control, style: ComputedStyle, text: string): RawNode {
  const shown = transformText(text, style['text-transform'], element.language ?? '');
  return { kind: 'text', style, element, origin: 'anonymous', text: shown, decorations };
}

/** A replaced box that fills its parent with a drawing. */
export function drawing(control: Control, source: string, change: StyleChange = {}): RawReplaced {
  const { element, style, styled } = control;
  const own = physicalChange(style, { width: FULL, height: FULL, 'min-width': 0, ...change });
  return {
    kind: 'replaced',
    style: { ...styled.anonymous(style, 'block'), ...own },
    element,
    origin: 'anonymous',
    content: { type: 'svg', source, alt: undefined },
    naturalWidth: undefined,
    naturalHeight: undefined,
    naturalRatio: undefined,
  };
}

/** 100% */
export const FULL: LengthPercentage = { percent: 100, px: 0 };

/** A single-line flex container that centres its items; the author's flex properties do not affect it. */
export function centeredRow(style: ComputedStyle, isItem: boolean): StyleChange {
  const isInline = style.display.startsWith('inline');
  return {
    display: isInline ? 'inline-flex' : 'flex',
    ...(!isInline && !isItem && style.width === 'auto' && { width: 'fit-content' }),
    'flex-direction': 'row',
    'flex-wrap': 'nowrap',
    'align-items': { value: 'center' },
    'align-content': { value: 'normal' },
    'justify-content': { value: 'normal' },
    'column-gap': 'normal',
    'column-count': 'auto',
    'column-width': 'auto',
  };
}

/**
 * Border radius of text fields, drop-down lists, buttons and list boxes; px.
 * Source: NativeThemeBase::GetBorderRadiusForPart (ui/native_theme/native_theme_base.cc)
 */
const RADIUS = 2;
export const BORDER_COLOR: Color = { r: 118, g: 118, b: 118, a: 1 };

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const;

/** The native border, a 1 px line with round corners; padding takes the rest of the border width. */
export function nativeBorder(style: ComputedStyle, color: Color): StyleChange {
  const paddings: Record<string, unknown> = {};
  for (const side of SIDES) {
    paddings[`padding-${side}`] = addLength(style[`padding-${side}`], style[`border-${side}-width`] - 1);
  }
  return { ...uniformBorder(1, color), ...paddings, ...rounded(RADIUS) };
}

function addLength(value: LengthPercentage, px: number): LengthPercentage {
  if (px === 0) return value;
  if (typeof value === 'number') return value + px;
  return 'percent' in value ? { ...value, px: value.px + px } : { math: 'sum', args: [value, px] };
}

/** The same radius on all corners. */
export function rounded(radius: number): StyleChange {
  const change: Record<string, unknown> = {};
  for (const corner of CORNERS) change[`border-${corner}-radius`] = { x: radius, y: radius };
  return change as StyleChange;
}

/** A bar with round ends, filled from its start, with a line around. The author does not style it. */
export function nativeBar(control: Control, { share, colors, radius }: NativeBar, change: StyleChange): RawBox {
  const start = control.style.direction === 'rtl' ? 'right' : 'left';
  const filled = part(control, {
    position: 'absolute',
    top: 0,
    [start]: 0,
    width: share,
    height: FULL,
    'background-color': colors.accent,
  });
  const line = part(control, {
    position: 'absolute',
    top: 0,
    left: 0,
    width: FULL,
    height: FULL,
    'box-sizing': 'border-box',
    ...uniformBorder(1, colors.trackLine),
    ...rounded(radius),
  });
  return part(
    control,
    {
      position: 'relative',
      'box-sizing': 'border-box',
      'overflow-x': 'hidden',
      'overflow-y': 'hidden',
      'background-color': colors.track,
      ...rounded(radius),
      ...change,
    },
    [filled, line],
  );
}

interface NativeBar {
  readonly share: LengthPercentage;
  readonly colors: ControlColors;
  readonly radius: number;
}

export function uniformBorder(width: number, color: Color): StyleChange {
  const change: Record<string, unknown> = {};
  for (const side of SIDES) {
    change[`border-${side}-width`] = width;
    change[`border-${side}-style`] = 'solid';
    change[`border-${side}-color`] = color;
  }
  return change as StyleChange;
}

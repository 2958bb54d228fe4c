/** Shorthand properties: their longhands, and how their values expand to them. */

import type { Background, Font, Mask, TextDecoration, TextEmphasis } from 'lightningcss';
import type { Specified } from '../cascade/specified.js';
import type { Cursor } from '../syntax/tokens.js';
import type { DeclaredName } from './declared-name.js';
import { wordsOf } from './fonts.js';
import type { Parse, Unitless } from './property.js';
import { PROPERTIES, type PropertyName } from './table.js';

/** Specified values by longhand; default: the initial value. */
type LonghandValues = { readonly [Name in DeclaredName]?: Specified<unknown> };
/** Typed values of lightningcss by longhand, as in its declarations of the longhands. */
type TypedLonghands = { readonly [Name in DeclaredName]?: unknown };

export interface Shorthand {
  readonly longhands: readonly DeclaredName[];
  /** See Property. */
  readonly aliases?: readonly string[];
  /** Expands the typed value of lightningcss; undefined for an unsupported value. */
  readonly split?: (value: never) => TypedLonghands | undefined;
  /** Parses component values; undefined for an invalid value. */
  readonly tokens?: (cursor: Cursor) => LonghandValues | undefined;
  readonly unitless?: Unitless;
  readonly refused?: 'UnsupportedValue';
  readonly unhandled?: readonly string[];
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const;
const LINE_PARTS = ['width', 'style', 'color'] as const;

type Line = { width: unknown; style: unknown; color: unknown };

/** A shorthand whose typed value has a member for each longhand. */
function byMember(members: Readonly<Record<string, DeclaredName>>, unitless?: Unitless): Shorthand {
  const entries = Object.entries(members);
  return {
    ...(unitless && { unitless }),
    longhands: entries.map(([, name]) => name),
    split: (value: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(entries.map(([member, name]) => [name, value[member]])),
  };
}

const sides = (name: (side: (typeof SIDES)[number]) => DeclaredName, unitless?: Unitless): Shorthand =>
  byMember(Object.fromEntries(SIDES.map((side) => [side, name(side)])), unitless);

/** Width, style and color of the same line on several edges. */
function lines(edges: readonly string[], others: readonly DeclaredName[] = []): Shorthand {
  const longhands = edges.flatMap((edge) => LINE_PARTS.map((part) => `${edge}-${part}` as DeclaredName));
  return {
    longhands: [...longhands, ...others],
    unitless: 'invalid',
    split: (value: Line) =>
      Object.fromEntries(edges.flatMap((edge) => LINE_PARTS.map((part) => [`${edge}-${part}`, value[part]]))),
  };
}

const BORDER_IMAGE = [
  'border-image-source',
  'border-image-slice',
  'border-image-width',
  'border-image-outset',
  'border-image-repeat',
] as const satisfies readonly PropertyName[];

const borderShorthands: Readonly<Record<string, Shorthand>> = {
  border: lines(
    SIDES.map((side) => `border-${side}`),
    BORDER_IMAGE,
  ),
  'border-top': lines(['border-top']),
  'border-right': lines(['border-right']),
  'border-bottom': lines(['border-bottom']),
  'border-left': lines(['border-left']),
  'border-block': lines(['border-block-start', 'border-block-end']),
  'border-inline': lines(['border-inline-start', 'border-inline-end']),
  'border-block-start': lines(['border-block-start']),
  'border-block-end': lines(['border-block-end']),
  'border-inline-start': lines(['border-inline-start']),
  'border-inline-end': lines(['border-inline-end']),
  'border-width': sides((side) => `border-${side}-width`, 'quirk'),
  'border-style': sides((side) => `border-${side}-style`),
  'border-color': sides((side) => `border-${side}-color`),
  'border-block-width': byMember({ start: 'border-block-start-width', end: 'border-block-end-width' }, 'invalid'),
  'border-block-style': byMember({ start: 'border-block-start-style', end: 'border-block-end-style' }),
  'border-block-color': byMember({ start: 'border-block-start-color', end: 'border-block-end-color' }),
  'border-inline-width': byMember({ start: 'border-inline-start-width', end: 'border-inline-end-width' }, 'invalid'),
  'border-inline-style': byMember({ start: 'border-inline-start-style', end: 'border-inline-end-style' }),
  'border-inline-color': byMember({ start: 'border-inline-start-color', end: 'border-inline-end-color' }),
  'border-radius': byMember(
    Object.fromEntries(
      CORNERS.map((corner) => [corner.replace(/-./, (at) => at.charAt(1).toUpperCase()), `border-${corner}-radius`]),
    ) as Record<string, DeclaredName>,
    'invalid',
  ),
  'border-image': {
    longhands: BORDER_IMAGE,
    split: (value: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(BORDER_IMAGE.map((name) => [name, value[name.slice('border-image-'.length)]])),
  },
  outline: byMember({ width: 'outline-width', style: 'outline-style', color: 'outline-color' }, 'invalid'),
};

const boxShorthands: Readonly<Record<string, Shorthand>> = {
  margin: sides((side) => `margin-${side}`, 'quirk'),
  padding: sides((side) => `padding-${side}`, 'quirk'),
  inset: sides((side) => side, 'invalid'),
  'margin-block': byMember({ blockStart: 'margin-block-start', blockEnd: 'margin-block-end' }, 'invalid'),
  'margin-inline': byMember({ inlineStart: 'margin-inline-start', inlineEnd: 'margin-inline-end' }, 'invalid'),
  'padding-block': byMember({ blockStart: 'padding-block-start', blockEnd: 'padding-block-end' }, 'invalid'),
  'padding-inline': byMember({ inlineStart: 'padding-inline-start', inlineEnd: 'padding-inline-end' }, 'invalid'),
  'inset-block': byMember({ blockStart: 'inset-block-start', blockEnd: 'inset-block-end' }, 'invalid'),
  'inset-inline': byMember({ inlineStart: 'inset-inline-start', inlineEnd: 'inset-inline-end' }, 'invalid'),
  overflow: {
    ...byMember({ x: 'overflow-x', y: 'overflow-y' }),
    tokens: (cursor) => cursor.keyword('overlay') && { 'overflow-x': 'auto', 'overflow-y': 'auto' },
  },
};

const background: Shorthand = {
  longhands: [
    'background-color',
    'background-image',
    'background-position-x',
    'background-position-y',
    'background-size',
    'background-repeat',
    'background-origin',
    'background-clip',
    'background-attachment',
  ],
  split: (layers: readonly Background[]) => ({
    'background-color': layers.at(-1)?.color,
    'background-image': layers.map((layer) => layer.image),
    'background-position-x': layers.map((layer) => layer.position.x),
    'background-position-y': layers.map((layer) => layer.position.y),
    'background-size': layers.map((layer) => layer.size),
    'background-repeat': layers.map((layer) => layer.repeat),
    'background-origin': layers.map((layer) => layer.origin),
    'background-clip': layers.map((layer) => layer.clip),
    'background-attachment': layers.map((layer) => layer.attachment),
  }),
  refused: 'UnsupportedValue',
};

/** Source: https://drafts.csswg.org/css-masking-1/#the-mask */
const mask: Shorthand = {
  longhands: [
    'mask-image',
    'mask-position-x',
    'mask-position-y',
    'mask-size',
    'mask-repeat',
    'mask-origin',
    'mask-clip',
    'mask-composite',
    'mask-mode',
  ],
  split: (layers: readonly Mask[]) => ({
    'mask-image': layers.map((layer) => layer.image),
    'mask-position-x': layers.map((layer) => layer.position.x),
    'mask-position-y': layers.map((layer) => layer.position.y),
    'mask-size': layers.map((layer) => layer.size),
    'mask-repeat': layers.map((layer) => layer.repeat),
    'mask-origin': layers.map((layer) => layer.origin),
    'mask-clip': layers.map((layer) => layer.clip),
    'mask-composite': layers.map((layer) => layer.composite),
    'mask-mode': layers.map((layer) => layer.mode),
  }),
  refused: 'UnsupportedValue',
};

const maskPosition: Shorthand = {
  longhands: ['mask-position-x', 'mask-position-y'],
  split: (positions: readonly { x: unknown; y: unknown }[]) => ({
    'mask-position-x': positions.map((position) => position.x),
    'mask-position-y': positions.map((position) => position.y),
  }),
};

const backgroundPosition: Shorthand = {
  unitless: 'quirk',
  longhands: ['background-position-x', 'background-position-y'],
  split: (positions: readonly { x: unknown; y: unknown }[]) => ({
    'background-position-x': positions.map((position) => position.x),
    'background-position-y': positions.map((position) => position.y),
  }),
};

/** Longhands that `font` resets but cannot set. Source: https://drafts.csswg.org/css-fonts-4/#font-prop */
const FONT_RESETS = [
  'font-variant-ligatures',
  'font-variant-numeric',
  'font-variant-east-asian',
  'font-variant-alternates',
  'font-variant-position',
  'font-kerning',
  'font-feature-settings',
  'font-variation-settings',
  'font-size-adjust',
] as const satisfies readonly PropertyName[];

const font: Shorthand = {
  longhands: [
    'font-style',
    'font-variant-caps',
    'font-weight',
    'font-stretch',
    'font-size',
    'line-height',
    'font-family',
    ...FONT_RESETS,
  ],
  split: (value: Font) => ({
    'font-style': value.style,
    'font-variant-caps': value.variantCaps,
    'font-weight': value.weight,
    'font-stretch': value.stretch,
    'font-size': value.size,
    'line-height': value.lineHeight,
    'font-family': value.family,
  }),
  // System fonts.
  unhandled: ['caption', 'icon', 'menu', 'message-box', 'small-caption', 'status-bar'],
};

const FONT_VARIANTS = [
  'font-variant-caps',
  'font-variant-ligatures',
  'font-variant-numeric',
  'font-variant-east-asian',
  'font-variant-alternates',
  'font-variant-position',
] as const satisfies readonly PropertyName[];

/** Source: https://drafts.csswg.org/css-fonts-4/#font-variant-prop */
const fontVariant: Shorthand = {
  longhands: FONT_VARIANTS,
  tokens: (cursor) => {
    if (cursor.keyword('normal')) return {};
    if (cursor.keyword('none')) return { 'font-variant-ligatures': ['none'] };
    return anyOrder(cursor, FONT_VARIANTS);
  },
};

const readLonghand = (name: PropertyName, cursor: Cursor): unknown =>
  (PROPERTIES[name].parse as Parse<unknown>).tokens?.(cursor);

const synthesis = wordsOf('none', ['weight'], ['style'], ['small-caps'], ['position']);

const textShorthands: Readonly<Record<string, Shorthand>> = {
  font,
  'font-variant': fontVariant,
  'font-synthesis': {
    longhands: ['font-synthesis-weight', 'font-synthesis-style'],
    tokens: (cursor) => {
      const words = synthesis.tokens?.(cursor) as readonly string[] | undefined;
      return (
        words && {
          'font-synthesis-weight': words.includes('weight') ? 'auto' : 'none',
          'font-synthesis-style': words.includes('style') ? 'auto' : 'none',
        }
      );
    },
  },
  'text-decoration': {
    longhands: ['text-decoration-line', 'text-decoration-style', 'text-decoration-color', 'text-decoration-thickness'],
    split: (value: TextDecoration) => ({
      'text-decoration-line': value.line,
      'text-decoration-style': value.style,
      'text-decoration-color': value.color,
      'text-decoration-thickness': value.thickness,
    }),
  },
  'text-emphasis': {
    longhands: ['text-emphasis-style', 'text-emphasis-color'],
    split: (value: TextEmphasis) => ({ 'text-emphasis-style': value.style, 'text-emphasis-color': value.color }),
  },
  'white-space': {
    longhands: ['white-space-collapse', 'text-wrap-mode'],
    split: (value: string) => {
      const [collapse, wrap] = WHITE_SPACE[value] ?? [];
      return { 'white-space-collapse': collapse, 'text-wrap-mode': wrap };
    },
    tokens: (cursor) => anyOrder(cursor, ['white-space-collapse', 'text-wrap-mode']),
  },
  'text-wrap': {
    longhands: ['text-wrap-mode', 'text-wrap-style'],
    tokens: (cursor) => anyOrder(cursor, ['text-wrap-mode', 'text-wrap-style']),
  },
  'text-box': {
    longhands: ['text-box-trim', 'text-box-edge'],
    tokens: readTextBox,
  },
  'list-style': byMember({
    position: 'list-style-position',
    image: 'list-style-image',
    listStyleType: 'list-style-type',
  }),
};

/** Source: https://drafts.csswg.org/css-text-4/#white-space-property */
const WHITE_SPACE: Readonly<Record<string, readonly [string, string]>> = {
  normal: ['collapse', 'wrap'],
  nowrap: ['collapse', 'nowrap'],
  pre: ['preserve', 'nowrap'],
  'pre-wrap': ['preserve', 'wrap'],
  'pre-line': ['preserve-breaks', 'wrap'],
  'break-spaces': ['break-spaces', 'wrap'],
};

/** An edge alone trims both sides. Source: https://drafts.csswg.org/css-inline-3/#text-box-shorthand */
function readTextBox(cursor: Cursor): LonghandValues | undefined {
  if (cursor.keyword('normal')) return { 'text-box-trim': 'none', 'text-box-edge': 'auto' };
  const values = anyOrder(cursor, ['text-box-trim', 'text-box-edge']);
  return values && { 'text-box-trim': 'trim-both', 'text-box-edge': 'auto', ...values };
}

/** At least one value, at most one for each longhand, in any order. */
function anyOrder(cursor: Cursor, longhands: readonly PropertyName[]): LonghandValues | undefined {
  const found: Record<string, unknown> = {};
  while (!cursor.done) {
    const name = longhands.find((longhand) => {
      if (longhand in found) return false;
      const value = cursor.attempt((inner) => readLonghand(longhand, inner));
      if (value !== undefined) found[longhand] = value;
      return value !== undefined;
    });
    if (!name) return undefined;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

const gridTemplate = {
  rows: 'grid-template-rows',
  columns: 'grid-template-columns',
  areas: 'grid-template-areas',
} as const;

const readBasis = (cursor: Cursor): unknown => cursor.attempt((inner) => readLonghand('flex-basis', inner));

const strokeShorthand: Shorthand = {
  longhands: ['-webkit-text-stroke-width', '-webkit-text-stroke-color'],
  tokens: (cursor) => anyOrder(cursor, ['-webkit-text-stroke-width', '-webkit-text-stroke-color']),
};

const layoutShorthands: Readonly<Record<string, Shorthand>> = {
  container: {
    ...byMember({ name: 'container-name', containerType: 'container-type' }),
    tokens: (cursor) => {
      const name = readLonghand('container-name', cursor);
      if (name === undefined || cursor.done) return name === undefined ? undefined : { 'container-name': name };
      const type = cursor.delim('/') && readLonghand('container-type', cursor);
      return type === undefined ? undefined : { 'container-name': name, 'container-type': type };
    },
  },
  'contain-intrinsic-size': {
    longhands: ['contain-intrinsic-width', 'contain-intrinsic-height'],
    tokens: (cursor) => {
      const width = readLonghand('contain-intrinsic-width', cursor);
      const height = cursor.done ? width : readLonghand('contain-intrinsic-height', cursor);
      if (width === undefined || height === undefined) return undefined;
      return { 'contain-intrinsic-width': width, 'contain-intrinsic-height': height };
    },
  },
  flex: {
    ...byMember({ grow: 'flex-grow', shrink: 'flex-shrink', basis: 'flex-basis' }),
    // `flex-basis` values that lightningcss does not know: `1 1 content`.
    tokens: (cursor) => {
      let grow = cursor.number();
      const first = grow === undefined ? readBasis(cursor) : undefined;
      grow ??= cursor.number();
      const shrink = grow === undefined ? undefined : cursor.number();
      const basis = first ?? readBasis(cursor) ?? 0;
      if ((grow ?? 1) < 0 || (shrink ?? 1) < 0) return undefined;
      return { 'flex-grow': grow ?? 1, 'flex-shrink': shrink ?? 1, 'flex-basis': basis };
    },
  },
  'flex-flow': byMember({ direction: 'flex-direction', wrap: 'flex-wrap' }),
  gap: { ...byMember({ row: 'row-gap', column: 'column-gap' }, 'invalid'), aliases: ['grid-gap'] },
  'place-content': byMember({ align: 'align-content', justify: 'justify-content' }),
  'place-items': byMember({ align: 'align-items', justify: 'justify-items' }),
  'place-self': byMember({ align: 'align-self', justify: 'justify-self' }),
  'grid-row': byMember({ start: 'grid-row-start', end: 'grid-row-end' }),
  'grid-column': byMember({ start: 'grid-column-start', end: 'grid-column-end' }),
  'grid-area': byMember({
    rowStart: 'grid-row-start',
    columnStart: 'grid-column-start',
    rowEnd: 'grid-row-end',
    columnEnd: 'grid-column-end',
  }),
  'grid-template': byMember(gridTemplate),
  grid: byMember({
    ...gridTemplate,
    autoRows: 'grid-auto-rows',
    autoColumns: 'grid-auto-columns',
    autoFlow: 'grid-auto-flow',
  }),
  columns: {
    longhands: ['column-width', 'column-count'],
    tokens: (cursor) => {
      const found: { 'column-width'?: unknown; 'column-count'?: unknown } = {};
      while (!cursor.done) {
        if (cursor.keyword('auto')) continue;
        // A number without a unit is a count, even 0.
        const count = cursor.attempt((inner) => readLonghand('column-count', inner));
        if (count !== undefined) found['column-count'] = count;
        else {
          const width = readLonghand('column-width', cursor);
          if (width === undefined) return undefined;
          found['column-width'] = width;
        }
      }
      return found;
    },
  },
  'column-rule': {
    longhands: ['column-rule-width', 'column-rule-style', 'column-rule-color'],
    tokens: (cursor) => anyOrder(cursor, ['column-rule-width', 'column-rule-style', 'column-rule-color']),
  },
};

export const SHORTHANDS: Readonly<Record<string, Shorthand>> = {
  ...borderShorthands,
  ...boxShorthands,
  background,
  'background-position': backgroundPosition,
  mask,
  '-webkit-text-stroke': strokeShorthand,
  'mask-position': maskPosition,
  ...textShorthands,
  ...layoutShorthands,
  all: {
    longhands: (Object.keys(PROPERTIES) as PropertyName[]).filter(
      (name) => name !== 'direction' && name !== 'unicode-bidi',
    ),
  },
};

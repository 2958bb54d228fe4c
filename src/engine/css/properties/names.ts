/** Names of properties: logical ones and what they map to, other spellings, and names that are not meant for us. */

import type { PropertyName } from './table.js';

/** Counterparts in horizontal text, for left-to-right and right-to-left. */
type Sides = readonly [ltr: PropertyName, rtl: PropertyName];

const both = (name: PropertyName): Sides => [name, name];

function edges<const P extends 'margin' | 'padding'>(prefix: P) {
  return {
    [`${prefix}-block-start`]: both(`${prefix}-top`),
    [`${prefix}-block-end`]: both(`${prefix}-bottom`),
    [`${prefix}-inline-start`]: [`${prefix}-left`, `${prefix}-right`],
    [`${prefix}-inline-end`]: [`${prefix}-right`, `${prefix}-left`],
  } as { readonly [K in `${P}-${'block' | 'inline'}-${'start' | 'end'}`]: Sides };
}

function borders<const P extends 'width' | 'style' | 'color'>(part: P) {
  return {
    [`border-block-start-${part}`]: both(`border-top-${part}`),
    [`border-block-end-${part}`]: both(`border-bottom-${part}`),
    [`border-inline-start-${part}`]: [`border-left-${part}`, `border-right-${part}`],
    [`border-inline-end-${part}`]: [`border-right-${part}`, `border-left-${part}`],
  } as { readonly [K in `border-${'block' | 'inline'}-${'start' | 'end'}-${P}`]: Sides };
}

/**
 * Logical longhands, and the names of their counterparts in the frame that the writing mode is laid out in.
 * Source: https://drafts.csswg.org/css-logical-1/
 */
export const LOGICAL = {
  ...edges('margin'),
  ...edges('padding'),
  ...borders('width'),
  ...borders('style'),
  ...borders('color'),
  'inset-block-start': both('top'),
  'inset-block-end': both('bottom'),
  'inset-inline-start': ['left', 'right'],
  'inset-inline-end': ['right', 'left'],
  'inline-size': both('width'),
  'block-size': both('height'),
  'min-inline-size': both('min-width'),
  'min-block-size': both('min-height'),
  'max-inline-size': both('max-width'),
  'max-block-size': both('max-height'),
  'border-start-start-radius': ['border-top-left-radius', 'border-top-right-radius'],
  'border-start-end-radius': ['border-top-right-radius', 'border-top-left-radius'],
  'border-end-start-radius': ['border-bottom-left-radius', 'border-bottom-right-radius'],
  'border-end-end-radius': ['border-bottom-right-radius', 'border-bottom-left-radius'],
  'overflow-inline': both('overflow-x'),
  'overflow-block': both('overflow-y'),
} as const satisfies Readonly<Record<string, Sides>>;

export type LogicalName = keyof typeof LOGICAL;
export type CustomName = `--${string}`;
/** A property that is known and not implemented: it competes in the cascade only for being reported. */
export type UnimplementedName = `?${string}`;
/** Longhand of the table, a logical longhand (mapped when computing), or a custom property. */
export type DeclaredName = PropertyName | LogicalName | CustomName | UnimplementedName;

export const isCustomName = (name: string): name is CustomName => name.startsWith('--');
export const isLogicalName = (name: string): name is LogicalName => Object.hasOwn(LOGICAL, name);

/** Other names of the same property, without `-webkit-`, as Chromium knows them. */
const ALIASES: Readonly<Record<string, string>> = {
  'word-wrap': 'overflow-wrap',
  'grid-gap': 'gap',
  'grid-row-gap': 'row-gap',
  'grid-column-gap': 'column-gap',
  'page-break-before': 'break-before',
  'page-break-after': 'break-after',
  'page-break-inside': 'break-inside',
  'font-width': 'font-stretch',
  'color-adjust': 'print-color-adjust',
  '-webkit-line-clamp': 'line-clamp',
  '-webkit-margin-start': 'margin-inline-start',
  '-webkit-margin-end': 'margin-inline-end',
  '-webkit-margin-before': 'margin-block-start',
  '-webkit-margin-after': 'margin-block-end',
  '-webkit-padding-start': 'padding-inline-start',
  '-webkit-padding-end': 'padding-inline-end',
  '-webkit-padding-before': 'padding-block-start',
  '-webkit-padding-after': 'padding-block-end',
  '-webkit-logical-width': 'inline-size',
  '-webkit-logical-height': 'block-size',
  '-webkit-max-logical-width': 'max-inline-size',
  '-webkit-max-logical-height': 'max-block-size',
  '-webkit-min-logical-width': 'min-inline-size',
  '-webkit-min-logical-height': 'min-block-size',
  '-webkit-ruby-position': 'ruby-position',
  '-webkit-column-break-before': 'break-before',
  '-webkit-column-break-after': 'break-after',
  '-webkit-column-break-inside': 'break-inside',
  '-webkit-border-vertical-spacing': 'border-spacing',
  '-webkit-word-break': 'word-break',
};

/** Properties that Chromium also knows with its prefix. Source: `-webkit-` aliases of Blink's css_properties.json5 */
const PREFIXED =
  /^-(?:webkit|epub)-((?:align-|justify-|flex(?!-(?:align|item-align|line-pack|order|pack))|order|animation|transition|transform|perspective|backdrop-filter|backface|column|border|box-(?:shadow|sizing|decoration-break)|background-(?:size|clip|origin)|clip-path|filter|font-feature|hyphenate-character|hyphens|mask|opacity|shape|text-(?:size-adjust|emphasis|decoration|orientation)|user-select|print-color-adjust|appearance|writing-mode|caption-side|line-break).*)$/;

/** `-webkit-border-start-color` is `border-inline-start-color`. */
const OLD_BORDER = /^-webkit-border-(after|before|start|end)(-color|-style|-width)?$/;
const OLD_SIDES: Readonly<Record<string, string>> = {
  after: 'block-end',
  before: 'block-start',
  start: 'inline-start',
  end: 'inline-end',
};

/** Every longhand's one name; anything else is returned as it came. */
export function canonicalName(name: string): string {
  const lower = name.toLowerCase();
  const alias = ALIASES[lower];
  if (alias) return alias;
  const old = OLD_BORDER.exec(lower);
  if (old) return `border-${OLD_SIDES[old[1]!]}${old[2] ?? ''}`;
  const prefixed = PREFIXED.exec(lower)?.[1];
  return prefixed ? (ALIASES[prefixed] ?? prefixed) : lower;
}

/**
 * Whether a name is not for browsers of Chromium's family: other engines' prefixes, word processors' properties, and
 * the hacks that hide a declaration from all browsers but one.
 */
export function isForeign(name: string): boolean {
  return /^-(?!-|webkit-|epub-)/.test(name) || /^(?:mso-|panose|tab-stops|_|\*)/.test(name) || !/^[a-z-]/i.test(name);
}

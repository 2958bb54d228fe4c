/** Names of properties: aliases, and names for other browsers. */

import { SHORTHANDS } from './shorthands.js';
import { PROPERTY_TABLE } from './table.js';

/** Legacy names of logical properties, and of `print-color-adjust`. */
const OTHER_ALIASES: Readonly<Record<string, string>> = {
  'color-adjust': 'print-color-adjust',
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
};

/** Aliases to the names in the tables of properties. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OTHER_ALIASES),
  ...Object.entries<{ readonly aliases?: readonly string[] }>({ ...PROPERTY_TABLE, ...SHORTHANDS }).flatMap(
    ([name, { aliases = [] }]) => aliases.map((alias) => [alias, name] as const),
  ),
]);

/** Properties that also have a prefixed name. Source: the aliases in Blink's css_properties.json5 */
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

/** Resolves aliases, in lower case. */
export function canonicalName(name: string): string {
  const lower = name.toLowerCase();
  const alias = ALIASES.get(lower);
  if (alias) return alias;
  const old = OLD_BORDER.exec(lower);
  if (old) return `border-${OLD_SIDES[old[1]!]}${old[2] ?? ''}`;
  const prefixed = PREFIXED.exec(lower)?.[1];
  return prefixed ? (ALIASES.get(prefixed) ?? prefixed) : lower;
}

/**
 * Whether a name is meant for other software: vendor prefixes other than `-webkit-` and `-epub-`, properties of word
 * processors, and the hacks that hide a declaration from all browsers but one.
 */
export function isForeign(name: string): boolean {
  return /^-(?!-|webkit-|epub-)/.test(name) || /^(?:mso-|panose|tab-stops|_|\*)/.test(name) || !/^[a-z-]/i.test(name);
}

/**
 * Unitless lengths: lightningcss parses `width: 5` as 5px without a warning. They are invalid, except for some
 * properties in quirks mode.
 * Source: https://quirks.spec.whatwg.org/#the-unitless-length-quirk
 */

import { LOGICAL } from '../properties/logical.js';
import { ALIASES } from '../properties/names.js';
import type { Unitless } from '../properties/property.js';
import { SHORTHANDS } from '../properties/shorthands.js';
import { PROPERTY_TABLE } from '../properties/table.js';
import { UNITLESS } from './lightning.js';
import type { RewrittenText } from './rewriting.js';

/** A regular expression of the names of properties with one of the values of `unitless`. */
function namesOf(values: readonly Unitless[]): string {
  const tables: Readonly<Record<string, { readonly unitless?: Unitless }>> = { ...PROPERTY_TABLE, ...SHORTHANDS };
  const needsUnit = (name: string) => {
    const { unitless } = tables[name] ?? {};
    return unitless !== undefined && values.includes(unitless);
  };
  const names = Object.keys(tables).filter(needsUnit);
  const aliases = [...ALIASES.keys()].filter((alias) => needsUnit(ALIASES.get(alias)!));
  // The quirk does not apply to logical properties.
  const logical = Object.entries(LOGICAL).filter(([, [physical]]) => PROPERTY_TABLE[physical].unitless);
  return [...names, ...aliases, ...logical.map(([name]) => name)].join('|');
}

// Unclosed strings and comments end with the text, since searching for their ends repeatedly would take quadratic time.
// Characters match in runs, as every alternative uses stack and embedded fonts have millions of characters.
const STRING = `"(?:\\\\[^]?|[^"\\\\]+)*(?:"|$)|'(?:\\\\[^]?|[^'\\\\]+)*(?:'|$)`;
/** Text without declarations: strings, comments, URLs. */
export const SKIPPED = `${STRING}|/\\*[^]*?(?:\\*/|$)|url\\([^)]*(?:\\)|$)`;

const declarations = (names: string): RegExp =>
  new RegExp(`${SKIPPED}|((?<=^|[;{}]|\\*/)\\s*(?:${names})\\s*:)((?:${SKIPPED}|[^;{}"'/u]+|[/u])*)`, 'gi');

const IN_STANDARDS_MODE = declarations(namesOf(['invalid', 'quirk']));
const IN_QUIRKS_MODE = declarations(namesOf(['invalid']));
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Adds the unit UNITLESS to invalid unitless lengths, so that lightningcss rejects them.
 * @param css     a style sheet or style attribute
 * @param quirks  whether the document is in quirks mode
 * @returns text with the same lines
 */
export function markUnitlessIn(css: RewrittenText, quirks: boolean): RewrittenText {
  const marked = css.replaceAll(quirks ? IN_QUIRKS_MODE : IN_STANDARDS_MODE, (all = '', name, value) =>
    name === undefined || value === undefined || !/\d/.test(value) ? all : name + markNumbers(value),
  );
  return marked.replaceAll(FLEX, (all = '', name, value) => {
    const [, factors, basis] = THIRD_NUMBER.exec(value ?? '') ?? [];
    return factors === undefined || Number(basis) === 0 ? all : `${name}${factors}${basis}${UNITLESS}`;
  });
}

/** The first two numbers of `flex` are factors, a third would be a length. */
const FLEX = declarations('(?:-webkit-)?flex');
const THIRD_NUMBER = /^(\s*[\d.]+\s+[\d.]+\s+)([\d.]+)(?=\s*(?:!|$))/;

/** Marks numbers outside of functions. */
function markNumbers(value: string): string {
  let depth = 0;
  return value.replace(new RegExp(`${SKIPPED}|[()]|[\\w.%#+-]+`, 'gi'), (part) => {
    if (part === '(') depth++;
    if (part === ')') depth--;
    return depth === 0 && NUMBER.test(part) && Number(part) !== 0 ? part + UNITLESS : part;
  });
}

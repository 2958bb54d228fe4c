/**
 * Lengths without a unit: lightningcss takes `width: 5` for 5px and does not tell. They are invalid but in quirks mode,
 * and there for few properties.
 * Source: https://quirks.spec.whatwg.org/#the-unitless-length-quirk
 */

import { LOGICAL } from '../properties/logical.js';
import { ALIASES } from '../properties/names.js';
import type { Unitless } from '../properties/property.js';
import { SHORTHANDS } from '../properties/shorthands.js';
import { PROPERTY_TABLE } from '../properties/table.js';
import { UNITLESS } from './lightning.js';
import { RewrittenText } from './rewriting.js';

/** A regular expression for the names whose lengths need a unit, by the tables of properties. */
function namesOf(values: readonly Unitless[]): string {
  const tables: Readonly<Record<string, { readonly unitless?: Unitless }>> = { ...PROPERTY_TABLE, ...SHORTHANDS };
  const needsUnit = (name: string) => {
    const { unitless } = tables[name] ?? {};
    return unitless !== undefined && values.includes(unitless);
  };
  const names = Object.keys(tables).filter(needsUnit);
  const aliases = [...ALIASES.keys()].filter((alias) => needsUnit(ALIASES.get(alias)!));
  // The quirk knows no logical properties.
  const logical = Object.entries(LOGICAL).filter(([, [physical]]) => PROPERTY_TABLE[physical].unitless);
  return [...names, ...aliases, ...logical.map(([name]) => name)].join('|');
}

// What is never closed ends with the text: to look for its end again and again would take quadratic time. Runs are taken
// whole: an embedded font has millions of characters, and every alternative costs stack.
const STRING = `"(?:\\\\[^]?|[^"\\\\]+)*(?:"|$)|'(?:\\\\[^]?|[^'\\\\]+)*(?:'|$)`;
const SKIPPED = `${STRING}|/\\*[^]*?(?:\\*/|$)|url\\([^)]*(?:\\)|$)`;

const declarations = (names: string): RegExp =>
  new RegExp(`${SKIPPED}|((?<=^|[;{}]|\\*/)\\s*(?:${names})\\s*:)((?:${SKIPPED}|[^;{}"'/u]+|[/u])*)`, 'gi');

const IN_STANDARDS_MODE = declarations(namesOf(['invalid', 'quirk']));
const IN_QUIRKS_MODE = declarations(namesOf(['invalid']));
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Marks the lengths without units that a browser would not take, so that they arrive as the invalid values they are.
 * @param css     a stylesheet, or the text of a style attribute
 * @param quirks  whether the document is in quirks mode
 * @returns text of the same lines
 */
export function markUnitlessLengths(css: string, quirks: boolean): string {
  return markUnitlessIn(RewrittenText.of(css), quirks).text;
}

/** The same for text whose places are asked for later. */
export function markUnitlessIn(css: RewrittenText, quirks: boolean): RewrittenText {
  return css.replaceAll(quirks ? IN_QUIRKS_MODE : IN_STANDARDS_MODE, (all = '', name, value) =>
    name === undefined || value === undefined || !/\d/.test(value) ? all : name + markNumbers(value),
  );
}

/** Those outside of functions; in `calc()` numbers are at home. */
function markNumbers(value: string): string {
  let depth = 0;
  return value.replace(new RegExp(`${SKIPPED}|[()]|[\\w.%#+-]+`, 'gi'), (part) => {
    if (part === '(') depth++;
    if (part === ')') depth--;
    return depth === 0 && NUMBER.test(part) && Number(part) !== 0 ? part + UNITLESS : part;
  });
}

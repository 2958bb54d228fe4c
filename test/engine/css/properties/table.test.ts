import { readFileSync } from 'node:fs';
import t from 'tap';
import { FUNCTION_EXAMPLES } from '../../../../scripts/css-functions.js';
import { describeSupport } from '../../../../scripts/css-support.js';
import { LOGICAL } from '../../../../src/engine/css/properties/logical.js';
import { NO_EFFECT, NOT_IMPLEMENTED } from '../../../../src/engine/css/properties/others.js';
import type { Property } from '../../../../src/engine/css/properties/property.js';
import { SHORTHANDS } from '../../../../src/engine/css/properties/shorthands.js';
import { PROPERTIES, type PropertyName } from '../../../../src/engine/css/properties/table.js';
import { VALID_FUNCTIONS } from '../../../../src/engine/css/syntax/declarations.js';
import { diagnosed } from './computed.js';

const table = Object.entries(PROPERTIES) as [PropertyName, Property<unknown>][];

t.test('CSS-SUPPORT.md is the output of scripts/css-support.ts', async (t) => {
  t.equal(readFileSync('CSS-SUPPORT.md', 'utf8'), describeSupport());
});

t.test('partially supported properties have notes', async (t) => {
  const silent = table.filter(([, { support, note, unhandled }]) => support === 'partial' && !note && !unhandled);
  t.strictSame(
    silent.map(([name]) => name),
    [],
  );
});

t.test('CSS-SUPPORT.md lists every valid function', async (t) => {
  const text = Object.keys(FUNCTION_EXAMPLES).join(' ');
  t.strictSame(
    VALID_FUNCTIONS.filter((name) => !text.includes(`${name}()`)),
    [],
  );
});

t.test('a name is in one list only', async (t) => {
  const names = [
    ...Object.keys(PROPERTIES),
    ...Object.keys(LOGICAL),
    ...Object.keys(SHORTHANDS),
    ...NO_EFFECT,
    ...Object.keys(NOT_IMPLEMENTED),
  ];
  t.strictSame(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});

t.test('shorthands name longhands', async (t) => {
  for (const [name, { longhands }] of Object.entries(SHORTHANDS)) {
    const unknown = longhands.filter((longhand) => !(longhand in PROPERTIES) && !(longhand in LOGICAL));
    t.strictSame(unknown, [], name);
  }
});

t.test('every property parses its values and CSS-wide keywords, and rejects invalid values', async (t) => {
  for (const [name, { parse }] of table) {
    t.ok(parse.typed || parse.tokens, name);
    t.strictSame(diagnosed(`${name}: inherit`), [], name);
    if (name === 'font-family' || name === 'page' || name === 'list-style-type' || name.startsWith('grid-')) continue;
    t.strictSame(diagnosed(`${name}: !nonsense! 1 2 3 4 5 6 7 8 9`).length, 1, name);
  }
});

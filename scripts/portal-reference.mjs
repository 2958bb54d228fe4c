// The tables that the portal shows and completes, read from the engine and from the documentation.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FOLDER, translate } from './translate.mjs';

const ROOT = new URL('..', import.meta.url);
const load = (module) => import(pathToFileURL(join(FOLDER, `src/engine/${module}.js`)).href);

/** @returns properties by name with their support, and helpers with their documentation */
export async function readReference() {
  await translate();
  const { PROPERTIES } = await load('css/properties/table');
  const { SHORTHANDS } = await load('css/properties/shorthands');
  const { NO_EFFECT, NOT_IMPLEMENTED } = await load('css/properties/others');
  const { HELPERS } = await load('template/helpers/index');
  const properties = [
    ...Object.entries(PROPERTIES).map(([name, { spec, support, note, unhandled }]) => ({
      name,
      support,
      spec,
      note: [note, unhandled && `not ${unhandled.join(', ')}`].filter(Boolean).join('; '),
    })),
    ...Object.entries(SHORTHANDS).map(([name, { longhands }]) => ({
      name,
      support: 'full',
      spec: '',
      note: name === 'all' ? 'shorthand' : `shorthand of ${longhands.join(', ')}`,
    })),
    ...NO_EFFECT.map((name) => ({ name, support: 'no-effect', spec: '', note: '' })),
    ...Object.keys(NOT_IMPLEMENTED).map((name) => ({ name, support: 'none', spec: '', note: '' })),
  ];
  const known = new Map();
  for (const property of properties) if (!known.has(property.name)) known.set(property.name, property);
  return {
    properties: [...known.values()].sort((left, right) => (left.name < right.name ? -1 : 1)),
    helpers: [...HELPERS].map(([name, { args, options = [], block = false }]) => ({
      name,
      minimum: args[0],
      options: [...options],
      block,
    })),
    helperDocs: helperDocs(),
  };
}

/** The rows of the tables in docs/templates.md: how helpers are called, and what they print. */
function helperDocs() {
  const text = readFileSync(new URL('docs/templates.md', ROOT), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith('Helpers')) ?? '';
  return section
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...rest] = part.split('\n');
      const rows = rest
        .filter((line) => line.startsWith('|'))
        .slice(2)
        .map((line) =>
          line
            .split(/(?<!\\)\|/)
            .slice(1, 3)
            .map((cell) => cell.trim()),
        );
      const text = rest.filter((line) => line !== '' && !line.startsWith('|')).join(' ');
      return { title, text, rows };
    });
}

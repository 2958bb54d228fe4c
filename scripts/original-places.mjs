// Places in JavaScript that scripts/translate.mjs wrote, as those of the TypeScript that they come from.
//
// Done after a failure: Node's own --enable-source-maps reads the map of each module as it loads, which made up a tenth
// of what the suite takes.

import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';

const FILE = String.raw`(?:file://)?(?<file>[^\s()'":]*\.tap/build/[^\s()'":]+\.js)`;
/** Of a stack trace. */
const FRAME = new RegExp(String.raw`${FILE}:(?<line>\d+)(?::(?<column>\d+))?`, 'g');
/** Of what tap tells about an assertion. */
const FIELDS = new RegExp(
  String.raw`(?<=fileName: )${FILE}(?<between>\n +lineNumber: )(?<line>\d+)(?:(?<then>\n +columnNumber: )(?<column>\d+))?`,
  'g',
);

/** @param text  the output of a test; places that no map knows stay as they are */
export function withOriginalPlaces(text) {
  const maps = new Map();
  const replaced = (pattern, written) =>
    text.replace(pattern, (...match) => {
      const groups = match.at(-1);
      const place = original(maps, groups);
      return place === undefined ? match[0] : written(place, groups);
    });
  text = replaced(FRAME, ({ file, line, column }) => `${file}:${line}:${column}`);
  return replaced(FIELDS, ({ file, line, column }, { between, then }) =>
    [file, between, line, ...(then === undefined ? [] : [then, column])].join(''),
  );
}

/** @param maps  by file, filled here */
function original(maps, { file, line, column = '1' }) {
  if (!maps.has(file)) maps.set(file, mapOf(file));
  const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (entry?.originalSource === undefined) return undefined;
  return {
    file: relative('.', resolve(dirname(file), entry.originalSource)),
    line: entry.originalLine + 1,
    column: entry.originalColumn + 1,
  };
}

function mapOf(file) {
  const path = `${file}.map`;
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

/**
 * Adds two properties to a copy of the engine, each in one file, and checks parsing, cascade, computed values and
 * CSS-SUPPORT.md.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import t from 'tap';

const ADDED = `
  'test-shelf': property<'none' | 'deep'>({
    spec: 'css-tables-3/#propdef-test-shelf',
    initial: 'none',
    inherits: true,
    support: 'full',
    aliases: ['test-board'],
    parse: keyword('none', 'deep'),
  }),
  'test-depth': property<number>({
    spec: 'css-tables-3/#propdef-test-depth',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: length(),
    zoom: 'lengths',
    unitless: 'quirk',
    splitBox: 'content',
  }),
`;

const PROBE = `
import { contentStyle } from './src/engine/box/split-box.js';
import { collectRules } from './src/engine/css/compute/collect-rules.js';
import { computeStyles } from './src/engine/css/compute/style.js';
import { supportsDeclaration } from './src/engine/css/syntax/declarations.js';
import { Report } from './src/engine/diagnostics.js';
import { parseHtml } from './src/engine/html/parse.js';
import { describeSupport } from './scripts/css-support.js';

const style = (css) => {
  const document = parseHtml('<!doctype html><style>' + css + '</style><body><p>text');
  const report = new Report();
  const fontUnits = () => ({ xHeight: 8, capHeight: 8, zeroAdvance: 8, lineSpacing: 18 });
  const styled = computeStyles(collectRules(document, { fontUnits }, report), fontUnits, report);
  return { body: styled.style(document.body), p: styled.style(document.body.children[0]), report };
};
const { p } = style('body { test-board: deep; test-depth: 5px } p { test-depth: 1px; test-depth: 2em; zoom: 2 }');
const cascaded = style('p { test-depth: 9px !important } p { test-depth: inherit } body { test-depth: 3px }').p;
process.stdout.write(JSON.stringify({
  inherited: p['test-shelf'],
  zoomed: p['test-depth'],
  cascaded: cascaded['test-depth'],
  content: contentStyle(cascaded, 'block')['test-depth'],
  invalid: ['test-shelf: shallow', 'test-depth: 5'].map((text) => style('p { ' + text + ' }').report.notices.map(({ kind }) => kind)),
  supports: [supportsDeclaration('test-shelf', 'deep'), supportsDeclaration('test-shelf', 'shallow')],
  rows: describeSupport().match(/^.*test-(?:shelf|depth).*$/gm),
}));
`;

t.test('a property added to one module of the table is parsed, cascaded, computed and documented', async (t) => {
  const copy = mkdtempSync(join(tmpdir(), 'new-property-'));
  t.teardown(() => rmSync(copy, { recursive: true }));
  mkdirSync(join(copy, 'scripts'));
  for (const name of [
    'src/engine',
    'scripts/css-support.ts',
    'scripts/css-functions.ts',
    'package.json',
    'tsconfig.json',
  ])
    cpSync(name, join(copy, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const module = join(copy, 'src/engine/css/properties/tables.ts');
  writeFileSync(module, readFileSync(module, 'utf8').replace('export const tables = {', `$&${ADDED}`));
  writeFileSync(join(copy, 'probe.mjs'), PROBE);
  const output = execFileSync(process.execPath, ['--import', 'tsx', 'probe.mjs'], { cwd: copy, encoding: 'utf8' });
  t.strictSame(JSON.parse(output), {
    inherited: 'deep',
    zoomed: 64,
    cascaded: 9,
    content: 9,
    invalid: [['InvalidCss'], ['InvalidCss']],
    supports: [true, false],
    rows: [
      '| [`test-shelf`](https://drafts.csswg.org/css-tables-3/#propdef-test-shelf) | yes |  |',
      '| [`test-depth`](https://drafts.csswg.org/css-tables-3/#propdef-test-depth) | yes |  |',
    ],
  });
});

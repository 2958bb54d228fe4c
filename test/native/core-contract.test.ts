/**
 * Holds the native core against Typst, which is the reference: the same text at the same places, the same pages, links,
 * bookmarks, title and structure. Skipped where the core is not built.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import t from 'tap';
import { corePath } from '../../native/core.js';
import { createRenderer, type RendererOptions } from '../../src/index.js';
import { type Line, type PageFacts, type PdfFacts, pdfFacts } from '../support/pdf-facts.js';

const isBuilt = corePath() !== undefined;
const SKIP = isBuilt ? false : 'the native core is not built: npm run build:core';
const ROOT = new URL('../../', import.meta.url);

/** pt that a line may begin or end away from where the other engine has it. */
const TOLERANCE = 0.3;

interface Case {
  readonly name: string;
  readonly html: string;
  readonly data?: Record<string, unknown>;
}

const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

const examples = readdirSync(new URL('examples/', ROOT))
  .filter((name) => name.endsWith('.html'))
  .map((name): Case => {
    const path = `examples/${basename(name, '.html')}`;
    return { name: path, html: read(`${path}.html`), data: JSON.parse(read(`${path}.json`)) };
  });

const fixtures = readdirSync(new URL('test/suite/', ROOT), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html'))
  .sort()
  .map((name): Case => ({ name, html: read(`test/suite/${name}`) }));

for (const [kind, cases] of [
  ['examples', examples],
  ['fixtures', fixtures],
] as const) {
  t.test(`${kind} are the same by the core as by Typst`, { skip: SKIP }, async (t) => {
    const renderers = (['core', 'wasm'] as const).map((engine) => createRenderer({ engine } satisfies RendererOptions));
    for (const { name, html, data } of cases) {
      const [ours, reference] = await Promise.all(
        renderers.map(async (renderer) => {
          const { pdf, diagnostics } = await renderer.render({ html, ...(data && { data }) });
          return { facts: await pdfFacts(pdf), diagnostics };
        }),
      );
      t.strictSame(ours!.diagnostics, reference!.diagnostics, `${name}: diagnostics`);
      t.strictSame(differences(ours!.facts, reference!.facts), [], name);
    }
    for (const renderer of renderers) await renderer.close();
  });
}

function differences(ours: PdfFacts, reference: PdfFacts): string[] {
  const found: string[] = [];
  const compare = (what: string, mine: unknown, theirs: unknown) => {
    const [a, b] = [JSON.stringify(mine), JSON.stringify(theirs)];
    if (a !== b) found.push(`${what}: ${a} instead of ${b}`);
  };
  compare('title', ours.title, reference.title);
  // Typst writes English where a document says nothing.
  if (ours.language !== undefined) compare('language', ours.language, reference.language);
  compare('outline', ours.outline, reference.outline);
  compare('pages', ours.pages.length, reference.pages.length);
  ours.pages.forEach((page, index) => {
    const other = reference.pages[index];
    if (!other) return;
    found.push(...pageDifferences(page, other).map((difference) => `page ${index + 1}: ${difference}`));
  });
  return found;
}

function pageDifferences(page: PageFacts, other: PageFacts): string[] {
  const found: string[] = [];
  if (page.size.some((length, side) => Math.abs(length - other.size[side]!) > 0.01))
    found.push(`size ${page.size} instead of ${other.size}`);
  for (const what of ['links', 'structure'] as const) {
    const at = [...page[what], ...other[what]].findIndex((_, i) => page[what][i] !== other[what][i]);
    if (at >= 0) found.push(`${what}: ${page[what][at]} instead of ${other[what][at]}`);
  }
  return [...found, ...lineDifferences(page.lines, other.lines)];
}

function lineDifferences(lines: readonly Line[], others: readonly Line[]): string[] {
  const left = [...others];
  const strange = lines.filter((line) => {
    const at = left.findIndex((other) => other.text === line.text && !isAway(line, other));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const shown = ({ text, start, end, y }: Line) =>
    `"${text}" at ${[start, end, y].map((value) => value.toFixed(2)).join(' ')}`;
  return [...strange.map((line) => `also ${shown(line)}`), ...left.map((line) => `not ${shown(line)}`)];
}

const isAway = (a: Line, b: Line): boolean =>
  (['start', 'end', 'y'] as const).some((side) => Math.abs(a[side] - b[side]) > TOLERANCE);

t.test('the same document has the same bytes whatever was written before', { skip: SKIP }, async (t) => {
  const fresh = async (before: readonly Case[]) => {
    const renderer = createRenderer({ engine: 'core' });
    for (const { html, data } of before) await renderer.render({ html, ...(data && { data }) });
    const { pdf } = await renderer.render({ html: examples[0]!.html, data: examples[0]!.data! });
    await renderer.close();
    return Buffer.from(pdf);
  };
  t.ok((await fresh([])).equals(await fresh(examples)), 'after other documents');
});

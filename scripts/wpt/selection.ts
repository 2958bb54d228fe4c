/** Finds the CSS reftests of a checkout of the Web Platform Tests that can be judged in print. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Reftest {
  /** Path in the checkout. */
  readonly test: string;
  /** Path of the reference; undefined: Chromium's print is the only one to compare with. */
  readonly reference: string | undefined;
  /** Whether test and reference must differ. */
  readonly mismatch: boolean;
  /** The folder below `css/`. */
  readonly area: string;
  /** Pixels that may differ, by the `fuzzy` of the test. */
  readonly fuzzy: number;
}

const AREAS = `CSS2 css-align css-backgrounds css-borders css-break css-cascade css-color css-conditional css-content
  css-counter-styles css-display css-flexbox css-fonts css-grid css-images css-lists css-logical css-masking css-multicol
  css-overflow css-page css-position css-pseudo css-ruby css-shapes css-sizing css-tables css-text
  css-text-decor css-transforms css-values css-variables css-writing-modes filter-effects mediaqueries printing
  selectors`.split(/\s+/);

export const isHtml = (name: string): boolean => /\.(html?|xht|xhtml)$/.test(name);

/** Sources of documents that paper cannot show. */
const UNFIT = [
  /<script|reftest-wait|<[^>]*\son[a-z]+\s*=\s*["'\w]/i,
  /\uFFFD|:visited/,
  /<(iframe|frame|frameset|object|embed|video|audio|canvas|marquee|applet|portal|fencedframe)\b/i,
  /\b(animation|transition)(-[a-z]+)?\s*:|@(-webkit-)?keyframes|<animate/i,
  /overflow(-[a-z]+)?\s*:[^;}]*\bscroll\b|scroll-(snap|behavior|margin|padding)|scrollbar-|position:\s*sticky/i,
];
const UNFIT_FLAGS =
  /<meta[^>]*\bname=["']?flags["']?[^>]*\b(animated|interact|scroll|dom|http|userstyle|history|nonHTML|speech|32bit)\b/i;

/** @param only  pattern of paths */
export function findReftests(checkout: string, only: RegExp): Map<string, Reftest[]> {
  const found = new Map<string, Reftest[]>();
  for (const area of AREAS) {
    const folder = path.join(checkout, 'css', area);
    if (!existsSync(folder)) continue;
    const names = readdirSync(folder, { recursive: true }).map((name) => `css/${area}/${name}`);
    const tests = names
      .filter((name) => isHtml(name) && only.test(name))
      .flatMap((name) => reftest(checkout, name, area));
    // An order that depends on the paths alone spreads samples evenly.
    found.set(
      area,
      tests.sort((a, b) => (hash(a) < hash(b) ? -1 : 1)),
    );
  }
  return found;
}

const hash = ({ test }: Reftest): string => createHash('sha1').update(test).digest('hex');

function reftest(checkout: string, test: string, area: string): Reftest[] {
  const source = readFileSync(path.join(checkout, test), 'utf8');
  const links = [...source.matchAll(/<link\b[^>]*>/gi)].filter(([tag]) => /\brel\s*=\s*["']?(mis)?match\b/i.test(tag));
  if (links.length !== 1 || /-manual\.|\.sub\.|\.https\./.test(test)) return [];
  const [link = ''] = links[0] ?? [];
  const href = /\bhref\s*=\s*["']?([^"'\s>#?]+)/i.exec(link)?.[1] ?? '';
  const reference = path.posix.join(href.startsWith('/') ? '' : path.posix.dirname(test), href);
  const file = path.join(checkout, reference);
  if (!isHtml(reference) || !existsSync(file) || existsSync(path.join(checkout, `${test}.headers`))) return [];
  const sources = [source, readFileSync(file, 'utf8')];
  if (UNFIT_FLAGS.test(source) || sources.some((text) => UNFIT.some((pattern) => pattern.test(text)))) return [];
  const fuzzy = Number(/<meta[^>]*name=["']?fuzzy[^>]*?(\d+)["']?\s*\/?>/i.exec(source)?.[1] ?? 0);
  return [{ test, reference, mismatch: /mismatch/i.test(link), area, fuzzy }];
}

/** At most `count` tests, of each area up to a common number; any first part of the list is spread alike. */
export function sampleOf(byArea: ReadonlyMap<string, readonly Reftest[]>, count: number): Reftest[] {
  const areas = [...byArea.values()];
  const total = areas.reduce((sum, tests) => sum + tests.length, 0);
  let cap = 1;
  const taken = () => areas.map((tests) => tests.slice(0, cap));
  while (taken().flat().length < Math.min(count, total)) cap++;
  const placed = taken().flatMap((tests) => tests.map((test, at) => ({ test, place: (at + 0.5) / tests.length })));
  return placed
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ test }) => test);
}

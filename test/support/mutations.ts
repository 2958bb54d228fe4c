/** Documents with mistakes, drawn from others: the same for the same seed. */

/** From 0 to 1: mulberry32. */
export function randomness(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NUMBERS = [
  '0',
  '-1',
  '0.001',
  '3',
  '17',
  '1e9',
  '-1e9',
  '1e38',
  '65536',
  '2147483648',
  '99999999999999999999',
  '',
];
const VALUES = [
  'none',
  'block',
  'inline',
  'inline-block',
  'flex',
  'inline-flex',
  'grid',
  'table',
  'table-cell',
  'table-row',
  'contents',
  'list-item',
  'absolute',
  'fixed',
  'relative',
  'left',
  'right',
  'both',
  'page',
  'avoid',
  'always',
  'column',
  'vertical-rl',
  'rtl',
  'nowrap',
  'pre',
  'break-all',
  'hidden',
  'auto',
  'min-content',
  'max-content',
  'fit-content(3px)',
  'calc(1px / 0)',
  'calc(100% - 1e9px)',
  'var(--x, var(--x))',
  'inherit',
  'revert',
  '100%',
  '-3em',
  '1e9px',
  'url(x.png)',
  'linear-gradient(red, blue 0 1e9px)',
  'running(x)',
  'element(x)',
  'counter(page)',
  'target-counter(attr(href), page)',
  'leader(".")',
];
const STYLES = [
  'columns: 3',
  'column-count: 0',
  'transform: scale(0)',
  'transform: rotate(30deg) scale(1e6)',
  'filter: blur(30px)',
  'opacity: 0.5',
  'clip-path: polygon(0 0, 1px 1e9px)',
  'mask: linear-gradient(red, transparent)',
  'mix-blend-mode: multiply',
  'position: fixed',
  'float: left',
  'float: footnote',
  'display: grid; grid-template-columns: repeat(auto-fill, 1px)',
  'display: flex; flex-wrap: wrap-reverse',
  'display: table; border-collapse: collapse',
  'break-inside: avoid; height: 3000px',
  'break-before: page',
  'writing-mode: vertical-rl',
  'direction: rtl; unicode-bidi: isolate-override',
  'font-size: 0',
  'font-size: 3000px',
  'line-height: 0',
  'letter-spacing: -100px',
  'hyphens: auto; width: 1px',
  'text-indent: -1e5px',
  'counter-increment: c 2147483647',
  'box-shadow: 0 0 500px 500px red',
  'border: 1e4px ridge red; border-radius: 50%',
  'position: running(x)',
  'string-set: x content()',
  'page: p',
  'zoom: 0.01',
];
const TEXTS = [
  '\u200d',
  '\u202e',
  '\u0301'.repeat(40),
  '\ud83d',
  '\udc00',
  '\0',
  '👩‍👩‍👧‍👦',
  'ﷺ',
  'เมื่อ',
  'क्षि',
  '\u00ad',
  '\ufeff',
  '\u2028',
  '&#0;',
  '&#x110000;',
  '<![CDATA[',
  '<!--',
  '</p>',
  '<table>',
  '<svg>',
  '<math>',
  '<select><option>',
  '}',
  '@page { size: 1px 1px }',
  '"',
];
const MAX_LENGTH = 60_000;

type Random = () => number;

/** @param others  documents that parts are taken from */
export function mutateDocument(html: string, others: readonly string[], random: Random): string {
  let mutated = html;
  for (let count = 1 + Math.floor(random() * 6); count > 0; count -= 1) {
    mutated = oneOf(MUTATIONS, random)(mutated, others, random).slice(0, MAX_LENGTH);
  }
  return mutated;
}

const MUTATIONS: readonly ((html: string, others: readonly string[], random: Random) => string)[] = [
  (html, _, random) => replaceOne(html, /-?\d+(?:\.\d+)?/g, oneOf(NUMBERS, random), random),
  (html, _, random) => replaceOne(html, /(?<=:\s*)[\w-]+(?=\s*[;}"])/g, oneOf(VALUES, random), random),
  (html, _, random) => insert(html, oneOf(TEXTS, random), random),
  (html, _, random) => replaceOne(html, /(?=<(?!\/|!))/g, `<div style="${oneOf(STYLES, random)}">`, random),
  (html, _, random) => replaceOne(html, /<(?=[a-z])[\w-]+/g, `$& style="${oneOf(STYLES, random)}"`, random),
  (html, others, random) => insert(html, slice(oneOf(others, random), 400, random), random),
  (html, _, random) => insert(html, slice(html, 300, random).repeat(1 + Math.floor(random() * 30)), random),
  (html, _, random) => html.replace(slice(html, 200, random), ''),
];

function oneOf<T>(values: readonly T[], random: Random): T {
  return values[Math.floor(random() * values.length)]!;
}

function slice(text: string, length: number, random: Random): string {
  const start = Math.floor(random() * text.length);
  return text.slice(start, start + Math.floor(random() * length));
}

function insert(html: string, text: string, random: Random): string {
  const at = Math.floor(random() * html.length);
  return html.slice(0, at) + text + html.slice(at);
}

/** Replaces one match; `$&` is the match itself. */
function replaceOne(html: string, pattern: RegExp, by: string, random: Random): string {
  const places = [...html.matchAll(pattern)];
  if (places.length === 0) return html;
  const { 0: match, index } = oneOf(places, random);
  return html.slice(0, index) + by.replace('$&', () => match) + html.slice(index + match.length);
}

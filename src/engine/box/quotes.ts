/**
 * Quotation marks of `quotes: auto` by language.
 * Source: CLDR, as in Blink's LayoutLocale::GetQuotesData; https://html.spec.whatwg.org/multipage/rendering.html#quotes
 */

import type { ElementNode } from '../html/dom.js';

type QuotePair = readonly [string, string];

const ENGLISH: readonly QuotePair[] = [
  ['“', '”'],
  ['‘', '’'],
];
const RIGHT_RIGHT: readonly QuotePair[] = [
  ['”', '”'],
  ['’', '’'],
];
const GUILLEMETS: readonly QuotePair[] = [
  ['«', '»'],
  ['«', '»'],
];
const GUILLEMETS_HIGH: readonly QuotePair[] = [
  ['«', '»'],
  ['“', '”'],
];
const GUILLEMETS_SINGLE: readonly QuotePair[] = [
  ['«', '»'],
  ['‹', '›'],
];
const GUILLEMETS_LOW: readonly QuotePair[] = [
  ['«', '»'],
  ['„', '“'],
];
const NORWEGIAN: readonly QuotePair[] = [
  ['«', '»'],
  ['‘', '’'],
];
const LOW_HIGH: readonly QuotePair[] = [
  ['„', '“'],
  ['‚', '‘'],
];
const LOW_GUILLEMETS: readonly QuotePair[] = [
  ['„', '”'],
  ['«', '»'],
];
const CORNER: readonly QuotePair[] = [
  ['「', '」'],
  ['『', '』'],
];

const BY_LANGUAGE: ReadonlyMap<string, readonly QuotePair[]> = new Map([
  [
    'ar',
    [
      ['”', '“'],
      ['’', '‘'],
    ],
  ],
  ['az', GUILLEMETS_HIGH],
  ['bg', LOW_HIGH],
  ['cs', LOW_HIGH],
  ['de', LOW_HIGH],
  ['de-ch', GUILLEMETS_SINGLE],
  ['da', ENGLISH],
  ['el', GUILLEMETS_HIGH],
  ['es', GUILLEMETS_HIGH],
  ['et', LOW_HIGH],
  ['fa', GUILLEMETS_SINGLE],
  ['fi', RIGHT_RIGHT],
  ['fr', GUILLEMETS],
  ['fr-ch', GUILLEMETS_SINGLE],
  ['he', RIGHT_RIGHT],
  ['hr', LOW_HIGH],
  [
    'hu',
    [
      ['„', '”'],
      ['»', '«'],
    ],
  ],
  ['hy', GUILLEMETS],
  ['is', LOW_HIGH],
  ['it', GUILLEMETS_HIGH],
  ['ja', CORNER],
  [
    'ka',
    [
      ['„', '“'],
      ['«', '»'],
    ],
  ],
  [
    'lt',
    [
      ['„', '“'],
      ['„', '“'],
    ],
  ],
  ['lv', ENGLISH],
  ['mk', LOW_HIGH],
  ['nb', NORWEGIAN],
  ['nl', ENGLISH],
  ['nn', NORWEGIAN],
  ['no', NORWEGIAN],
  ['pl', LOW_GUILLEMETS],
  ['pt', ENGLISH],
  ['pt-pt', GUILLEMETS_HIGH],
  ['ro', LOW_GUILLEMETS],
  ['ru', GUILLEMETS_LOW],
  ['sk', LOW_HIGH],
  ['sl', LOW_HIGH],
  ['sq', GUILLEMETS_HIGH],
  ['sr', LOW_HIGH],
  ['sv', RIGHT_RIGHT],
  ['uk', GUILLEMETS_LOW],
  ['zh-hant', CORNER],
  ['zh-tw', CORNER],
]);

/** Outermost pair first. */
export function quotesOf(language: string): readonly QuotePair[] {
  for (let tag = language.toLowerCase(); tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const pairs = BY_LANGUAGE.get(tag);
    if (pairs) return pairs;
  }
  return ENGLISH;
}

/**
 * The language for `quotes: auto`, that of the parent element.
 * Source: https://drafts.csswg.org/css-content-3/#valdef-quotes-auto
 */
export function parentLanguage({ parent }: ElementNode): string {
  return parent?.language ?? '';
}

/**
 * Quotation marks of `quotes: auto` by language.
 * Source: CLDR, https://html.spec.whatwg.org/multipage/rendering.html#quotes
 */

import type { ElementNode } from '../html/dom.js';

type QuotePair = readonly [string, string];

const ENGLISH: readonly QuotePair[] = [
  ['“', '”'],
  ['‘', '’'],
];
const GUILLEMETS: readonly QuotePair[] = [
  ['«', '»'],
  ['“', '”'],
];
const LOW_HIGH: readonly QuotePair[] = [
  ['„', '“'],
  ['‚', '‘'],
];
const LOW_RIGHT: readonly QuotePair[] = [
  ['„', '”'],
  ['‚', '’'],
];
const CORNER: readonly QuotePair[] = [
  ['「', '」'],
  ['『', '』'],
];
const RIGHT_RIGHT: readonly QuotePair[] = [
  ['”', '”'],
  ['’', '’'],
];

const BY_LANGUAGE: Readonly<Record<string, readonly QuotePair[]>> = {
  ar: [
    ['”', '“'],
    ['’', '‘'],
  ],
  az: GUILLEMETS,
  bg: LOW_HIGH,
  cs: LOW_HIGH,
  de: LOW_HIGH,
  'de-ch': [
    ['«', '»'],
    ['‹', '›'],
  ],
  da: ENGLISH,
  el: [
    ['«', '»'],
    ['“', '”'],
  ],
  es: GUILLEMETS,
  et: LOW_HIGH,
  fa: [
    ['«', '»'],
    ['‹', '›'],
  ],
  fi: RIGHT_RIGHT,
  fr: [
    ['«', '»'],
    ['«', '»'],
  ],
  'fr-ch': [
    ['«', '»'],
    ['‹', '›'],
  ],
  he: [
    ['”', '”'],
    ['’', '’'],
  ],
  hr: [
    ['„', '”'],
    ['‚', '‘'],
  ],
  hu: [
    ['„', '”'],
    ['»', '«'],
  ],
  hy: [
    ['«', '»'],
    ['«', '»'],
  ],
  is: LOW_HIGH,
  it: GUILLEMETS,
  ja: CORNER,
  ka: [
    ['„', '“'],
    ['«', '»'],
  ],
  lt: LOW_HIGH,
  lv: [
    ['“', '”'],
    ['‘', '’'],
  ],
  mk: LOW_HIGH,
  nb: [
    ['«', '»'],
    ['‘', '’'],
  ],
  nl: ENGLISH,
  nn: [
    ['«', '»'],
    ['‘', '’'],
  ],
  no: [
    ['«', '»'],
    ['‘', '’'],
  ],
  pl: LOW_RIGHT,
  pt: ENGLISH,
  'pt-pt': GUILLEMETS,
  ro: [
    ['„', '”'],
    ['«', '»'],
  ],
  ru: [
    ['«', '»'],
    ['„', '“'],
  ],
  sk: LOW_HIGH,
  sl: LOW_HIGH,
  sq: [
    ['«', '»'],
    ['“', '”'],
  ],
  sr: LOW_HIGH,
  sv: RIGHT_RIGHT,
  uk: [
    ['«', '»'],
    ['„', '“'],
  ],
  'zh-hant': CORNER,
  'zh-tw': CORNER,
};

/** Outermost pair first. */
export function quotesOf(language: string): readonly QuotePair[] {
  for (let tag = language.toLowerCase(); tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const pairs = BY_LANGUAGE[tag];
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

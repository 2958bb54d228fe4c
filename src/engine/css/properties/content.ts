/** CSS Generated Content 3 and GCPM 3. */

import type { Cursor } from '../syntax/tokens.js';
import type { ContentItem, CounterStyleName } from '../values/values.js';
import { either, integer, keyword } from './parse.js';
import { readImageSet } from './parse-image.js';
import { type Parse, property } from './property.js';

const QUOTES = ['open-quote', 'close-quote', 'no-open-quote', 'no-close-quote'] as const;
const WHICH = ['first', 'start', 'last', 'first-except'] as const;
const PARTS = ['content', 'before', 'after', 'first-letter'] as const;
const LEADERS = { dotted: '.', solid: '_', space: ' ' } as const;

/** `, <counter-style>`, `decimal` by default. Source: https://drafts.csswg.org/css-lists-3/#counter-functions */
function counterStyle(args: Cursor): CounterStyleName | undefined {
  if (args.done) return 'decimal';
  if (!args.comma()) return undefined;
  const symbols = args.func('symbols');
  if (!symbols) return args.customIdent();
  const system = symbols.keyword('cyclic', 'numeric', 'alphabetic', 'symbolic', 'fixed') ?? 'symbolic';
  const texts = symbols.many((inner) => inner.string());
  return symbols.done && texts.length > 0 ? { system, symbols: texts } : undefined;
}

/** `url(#id)` or `attr(href)` */
function target(args: Cursor): string | { readonly attr: string } | undefined {
  const attr = args.func('attr')?.customIdent();
  return attr === undefined ? (args.url()?.url ?? args.string()) : { attr };
}

/** Parsers of functions; they must consume all arguments. */
const FUNCTIONS: Readonly<Record<string, (args: Cursor) => ContentItem | undefined>> = {
  // https://drafts.csswg.org/css-values-5/#attr-notation, strings only
  attr: (args) => {
    const name = args.customIdent();
    if (name === undefined) return undefined;
    args.keyword('string', 'url');
    args.func('type');
    const fallback = args.comma() ? args.string() : '';
    return fallback === undefined ? undefined : { type: 'attr', name, fallback };
  },
  counter: (args) => {
    const name = args.customIdent('none');
    const style = counterStyle(args);
    return name === undefined || !style ? undefined : { type: 'counter', name, style };
  },
  counters: (args) => {
    const name = args.customIdent('none');
    const separator = args.comma() && args.string();
    const style = counterStyle(args);
    return name === undefined || separator === undefined || !style
      ? undefined
      : { type: 'counters', name, separator, style };
  },
  // https://drafts.csswg.org/css-content-3/#cross-references
  'target-counter': (args) => {
    const place = target(args);
    const name = args.comma() && args.customIdent();
    const style = counterStyle(args);
    return !place || name === undefined || !style ? undefined : { type: 'target-counter', target: place, name, style };
  },
  'target-counters': (args) => {
    const place = target(args);
    const name = args.comma() && args.customIdent();
    const separator = args.comma() && args.string();
    const style = counterStyle(args);
    if (!place || name === undefined || separator === undefined || !style) return undefined;
    return { type: 'target-counter', target: place, name, separator, style };
  },
  'target-text': (args) => {
    const place = target(args);
    const part = args.comma() ? args.keyword(...PARTS) : 'content';
    return place === undefined || !part ? undefined : { type: 'target-text', target: place, part };
  },
  // https://drafts.csswg.org/css-gcpm-3/#using-named-strings
  string: (args) => {
    const name = args.customIdent();
    const which = args.comma() ? args.keyword(...WHICH) : 'first';
    return name === undefined || !which ? undefined : { type: 'string-ref', name, which };
  },
  element: (args) => {
    const name = args.customIdent();
    const which = args.comma() ? args.keyword(...WHICH) : 'first';
    return name === undefined || !which ? undefined : { type: 'element-ref', name, which };
  },
  content: (args) => ({
    type: 'content',
    part: args.keyword('text', 'before', 'after', 'first-letter', 'marker') ?? 'text',
  }),
  leader: (args) => {
    const word = args.keyword('dotted', 'solid', 'space');
    const pattern = word ? LEADERS[word] : args.string();
    return pattern === undefined ? undefined : { type: 'leader', pattern };
  },
};

function contentItem(cursor: Cursor): ContentItem | undefined {
  const text = cursor.string();
  if (text !== undefined) return { type: 'string', value: text };
  const quote = cursor.keyword(...QUOTES);
  if (quote) return { type: 'quote', value: quote };
  const image = cursor.url() ?? readImageSet(cursor);
  if (image) return { type: 'image', image };
  return cursor.attempt((inner) => {
    const found = inner.anyFunction();
    const item = found && FUNCTIONS[found.name]?.(found.args);
    return found?.args.done ? item : undefined;
  });
}

const contentList: Parse<readonly ContentItem[]> = {
  tokens: (cursor) => {
    const items = cursor.many(contentItem);
    return items.length > 0 ? items : undefined;
  },
};

const content: Parse<'normal' | 'none' | readonly ContentItem[]> = {
  tokens: (cursor) => {
    const word = cursor.keyword('normal', 'none');
    if (word) return word;
    const items = cursor.many(contentItem);
    if (items.length === 0) return undefined;
    if (!cursor.delim('/')) return items;
    const alternative = cursor.many((inner) => inner.string());
    if (alternative.length === 0) return undefined;
    return [...items, { type: 'alternative', value: alternative.join('') }];
  },
};

const quotes: Parse<'auto' | 'none' | readonly (readonly [string, string])[]> = {
  tokens: (cursor) => {
    const word = cursor.keyword('auto', 'none');
    if (word) return word;
    const pairs = cursor.many((inner): readonly [string, string] | undefined => {
      const [open, close] = [inner.string(), inner.string()];
      return open === undefined || close === undefined ? undefined : [open, close];
    });
    return pairs.length > 0 ? pairs : undefined;
  },
};

const IN_STRINGS: ReadonlySet<ContentItem['type']> = new Set(['string', 'attr', 'counter', 'counters', 'content']);

/** Source: https://www.w3.org/TR/css-gcpm-3/#typedef-content-list */
function stringItem(cursor: Cursor): ContentItem | undefined {
  return cursor.attempt((inner) => {
    const item = contentItem(inner);
    return item && IN_STRINGS.has(item.type) ? item : undefined;
  });
}

type NamedString = { readonly name: string; readonly value: readonly ContentItem[] };

/** Source: https://drafts.csswg.org/css-gcpm-3/#setting-named-strings-the-string-set-pro */
const stringSet: Parse<readonly NamedString[]> = {
  tokens: (cursor) => {
    if (cursor.keyword('none')) return [];
    return cursor.list((inner): NamedString | undefined => {
      const name = inner.customIdent();
      const value = inner.many(stringItem);
      return name === undefined || value.length === 0 ? undefined : { name, value };
    });
  },
};

export const contentProperties = {
  content: property<'normal' | 'none' | readonly ContentItem[]>({
    spec: 'css-content-3/#propdef-content',
    initial: 'normal',
    inherits: false,
    support: 'partial',
    note: 'of alternative text only the empty string, which makes content decorative',
    parse: content,
    loadsUrls: true,
  }),
  quotes: property<'auto' | 'none' | readonly (readonly [string, string])[]>({
    spec: 'css-content-3/#propdef-quotes',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: quotes,
  }),
  'string-set': property<readonly NamedString[]>({
    spec: 'css-gcpm-3/#propdef-string-set',
    initial: [],
    inherits: false,
    support: 'full',
    parse: stringSet,
  }),
  'bookmark-level': property<'none' | number>({
    spec: 'css-content-3/#propdef-bookmark-level',
    initial: 'none',
    inherits: false,
    support: 'partial',
    note: 'the highest headings are on the first level, independent of other elements',
    parse: either(keyword('none'), integer(1)),
  }),
  'bookmark-label': property<readonly ContentItem[]>({
    spec: 'css-content-3/#propdef-bookmark-label',
    initial: [{ type: 'content', part: 'text' }],
    inherits: false,
    support: 'full',
    parse: contentList,
  }),
  'bookmark-state': property<'open' | 'closed'>({
    spec: 'css-content-3/#propdef-bookmark-state',
    initial: 'open',
    inherits: false,
    support: 'partial',
    note: 'no `closed`',
    unsupported: (value) => value === 'closed',
    parse: keyword('open', 'closed'),
  }),
};

/** CSS Generated Content 3 and GCPM 3. */

import type { Cursor } from '../syntax/tokens.js';
import type { ContentItem, CounterStyleName, SumFormat, SumRange } from '../values/values.js';
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

/** `, number(<integer>?)`, `, currency(<string>)` or a counter style; a number by default. */
function sumFormat(args: Cursor): SumFormat | undefined {
  if (args.done) return { type: 'number', digits: undefined };
  const own = args.attempt((inner): SumFormat | undefined => {
    if (!inner.comma()) return undefined;
    const number = inner.func('number');
    if (number) {
      const digits = number.integer();
      const isValid = number.done && (digits === undefined || (digits >= 0 && digits <= MAX_DIGITS));
      return isValid ? { type: 'number', digits } : undefined;
    }
    const currency = inner.func('currency');
    const code = currency?.string() ?? '';
    return currency?.done && /^[A-Za-z]{3}$/.test(code) ? { type: 'currency', code } : undefined;
  });
  if (own) return own;
  const style = counterStyle(args);
  return style ? { type: 'counter-style', style } : undefined;
}

/** Digits that `Intl.NumberFormat` writes in every version. */
const MAX_DIGITS = 20;

const sum =
  (of: SumRange) =>
  (args: Cursor): ContentItem | undefined => {
    const name = args.customIdent();
    const format = sumFormat(args);
    return name === undefined || !format ? undefined : { type: 'sum', name, of, format };
  };

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
  // Extensions of our own: docs/templates.md
  'running-sum': sum('running'),
  'page-sum': sum('page'),
  'carried-sum': sum('carried'),
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

/** As written, up to the seven digits that numbers of CSS have here. */
function decimal(cursor: Cursor): string | undefined {
  const number = cursor.number();
  return number === undefined ? undefined : String(Number(number.toPrecision(7)));
}

/** A value that an element adds to a sum; undefined `fallback`: without the attribute, nothing. */
type Amount =
  | { readonly type: 'number'; readonly value: string }
  | { readonly type: 'attr'; readonly name: string; readonly fallback: string | undefined };

/** A number, or `attr(name)`, `attr(name number)` or `attr(name type(<number>))` with an optional fallback. */
function amount(cursor: Cursor): Amount | undefined {
  const value = decimal(cursor);
  if (value !== undefined) return { type: 'number', value };
  const args = cursor.func('attr');
  const name = args?.customIdent();
  if (!args || name === undefined) return undefined;
  args.keyword('number');
  args.func('type');
  const fallback = args.comma() ? decimal(args) : undefined;
  return args.done ? { type: 'attr', name, fallback } : undefined;
}

type SumSetting = { readonly name: string; readonly amount: Amount };

/** `none | [ <custom-ident> <amount> ]#` */
const sumSet: Parse<readonly SumSetting[]> = {
  tokens: (cursor) => {
    if (cursor.keyword('none')) return [];
    return cursor.list((inner): SumSetting | undefined => {
      const name = inner.customIdent();
      const value = amount(inner);
      return name === undefined || !value ? undefined : { name, amount: value };
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
  'sum-set': property<readonly SumSetting[]>({
    spec: 'css-gcpm-3/#propdef-string-set',
    initial: [],
    inherits: false,
    support: 'full',
    note: 'an extension, see [Pages](docs/templates.md#pages)',
    parse: sumSet,
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

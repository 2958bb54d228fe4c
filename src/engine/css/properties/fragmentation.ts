/** CSS Fragmentation 4; page of CSS Paged Media 3. */

import { integer, keyword } from './parse.js';
import { type Parse, property } from './property.js';

export type BreakBetween =
  | 'auto'
  | 'avoid'
  | 'avoid-page'
  | 'avoid-column'
  | 'page'
  | 'column'
  | 'left'
  | 'right'
  | 'recto'
  | 'verso';

/** Without `always` and `all` of level 4, which browsers ignore but for `always` of the aliases. */
const breakBetween = keyword(
  'auto',
  'avoid',
  'avoid-page',
  'avoid-column',
  'page',
  'column',
  'left',
  'right',
  'recto',
  'verso',
);

/** Source: https://drafts.csswg.org/css-page-3/#using-named-pages */
const pageName: Parse<'auto' | string> = {
  tokens: (cursor) => cursor.keyword('auto') ?? cursor.customIdent(),
};

export const fragmentation = {
  'break-before': property<BreakBetween>({
    spec: 'css-break-4/#propdef-break-before',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: breakBetween,
    aliases: ['page-break-before', '-webkit-column-break-before'],
    splitBox: 'placement',
  }),
  'break-after': property<BreakBetween>({
    spec: 'css-break-4/#propdef-break-after',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: breakBetween,
    aliases: ['page-break-after', '-webkit-column-break-after'],
    splitBox: 'placement',
  }),
  'break-inside': property<'auto' | 'avoid' | 'avoid-page' | 'avoid-column' | 'avoid-region'>({
    spec: 'css-break-4/#propdef-break-inside',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: keyword('auto', 'avoid', 'avoid-page', 'avoid-column', 'avoid-region'),
    aliases: ['page-break-inside', '-webkit-column-break-inside'],
    splitBox: 'placement',
  }),
  orphans: property<number>({
    spec: 'css-break-4/#propdef-orphans',
    initial: 2,
    inherits: true,
    support: 'full',
    parse: integer(1),
  }),
  widows: property<number>({
    spec: 'css-break-4/#propdef-widows',
    initial: 2,
    inherits: true,
    support: 'full',
    parse: integer(1),
  }),
  page: property<'auto' | string>({
    spec: 'css-page-3/#propdef-page',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: pageName,
  }),
};

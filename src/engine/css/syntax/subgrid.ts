/** `subgrid` in the shorthands `grid` and `grid-template`, which lightningcss does not know. */

import type { TokenOrValue } from 'lightningcss';
import { printTokens } from './lightning.js';

const isSlash = (token: TokenOrValue): boolean =>
  token.type === 'token' && token.value.type === 'delim' && token.value.value === '/';

const isSubgrid = (token: TokenOrValue): boolean =>
  token.type === 'token' && token.value.type === 'ident' && String(token.value.value).toLowerCase() === 'subgrid';

/** Whether it is `<rows> / <columns>` with a subgrid. */
export function hasSubgrid(name: string, tokens: readonly TokenOrValue[]): boolean {
  return (name === 'grid' || name === 'grid-template') && tokens.some(isSubgrid) && tokens.some(isSlash);
}

/**
 * The value of `grid` or `grid-template` as declarations of its longhands.
 * Source: https://drafts.csswg.org/css-grid-2/#explicit-grid-shorthand
 */
export function longhandsOfSubgrid(name: string, tokens: readonly TokenOrValue[]): string {
  const slash = tokens.findIndex(isSlash);
  const rows = printTokens(tokens.slice(0, slash));
  const columns = printTokens(tokens.slice(slash + 1));
  const explicit = `grid-template-rows:${rows};grid-template-columns:${columns};grid-template-areas:none`;
  return name === 'grid' ? `${explicit};grid-auto-rows:auto;grid-auto-columns:auto;grid-auto-flow:row` : explicit;
}

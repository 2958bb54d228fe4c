/** Component values of lightningcss. Source: https://drafts.csswg.org/css-syntax-3/#component-value */

import type { Token, TokenOrValue } from 'lightningcss';

/** White space or a comment. */
export function isSpace(component: TokenOrValue): boolean {
  return component.type === 'token' && (component.value.type === 'white-space' || component.value.type === 'comment');
}

/** @returns the token if it is of the type */
export function tokenOf<Type extends Token['type']>(
  component: TokenOrValue | undefined,
  type: Type,
): Extract<Token, { type: Type }> | undefined {
  return component?.type === 'token' && component.value.type === type
    ? (component.value as Extract<Token, { type: Type }>)
    : undefined;
}

/** An identifier in lower case. */
export function keywordOf(component: TokenOrValue | undefined): string | undefined {
  const ident = tokenOf(component, 'ident');
  return ident && String(ident.value).toLowerCase();
}

/** Splits at commas outside of parentheses. */
export function splitAtCommas(components: readonly TokenOrValue[]): TokenOrValue[][] {
  const groups: TokenOrValue[][] = [[]];
  let depth = 0;
  for (const component of components) {
    if (tokenOf(component, 'parenthesis-block')) depth++;
    if (tokenOf(component, 'close-parenthesis')) depth--;
    if (depth === 0 && tokenOf(component, 'comma')) groups.push([]);
    else groups.at(-1)!.push(component);
  }
  return groups;
}

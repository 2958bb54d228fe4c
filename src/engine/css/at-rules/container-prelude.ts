/**
 * The prelude of `@container`, which lightningcss parses by the grammar of an older draft, without names alone, lists and
 * unknown parts: encoded as the value of a custom property in a style query, so that it keeps all component values.
 */

import type { Rule, TokenOrValue } from 'lightningcss';
import type { RewrittenText } from '../syntax/rewriting.js';

const NAME = '--prelude';
/** Escapes, strings and comments, which stay as they are, and the preludes. */
const PRELUDE =
  /\\[\s\S]|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|\/\*[\s\S]*?\*\/|(@container)(?![\w-])((?:"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|[^{};"'])*)(?=\{)/gi;

export function encodeContainerPreludes(sheet: RewrittenText): RewrittenText {
  if (!/@container/i.test(sheet.text)) return sheet;
  return sheet.replaceAll(PRELUDE, (whole, keyword, prelude) =>
    keyword === undefined ? whole! : `${keyword} style(${NAME}:${prelude})`,
  );
}

/** @returns the component values of the prelude; undefined where it cannot be a value */
export function containerPrelude({
  value: { condition },
}: Extract<Rule, { type: 'container' }>): readonly TokenOrValue[] | undefined {
  if (condition?.type !== 'style' || condition.value.type !== 'declaration') return undefined;
  const declaration = condition.value.value;
  return declaration.property === 'custom' && declaration.value.name === NAME
    ? (declaration.value.value as readonly TokenOrValue[])
    : undefined;
}

/**
 * Values about which lightningcss and browsers disagree: legacy `hsl()` with numbers in place of percentages, and lines
 * of a text decoration that are named twice, are invalid; `{ … var() … }` is valid until its variables are replaced.
 */

import { UNITLESS } from './lightning.js';
import type { RewrittenText } from './rewriting.js';
import { SKIPPED } from './unitless.js';

/** With commas, saturation and lightness are percentages: https://drafts.csswg.org/css-color-4/#typedef-legacy-hsl-syntax */
const LEGACY_HSL = new RegExp(
  `${SKIPPED}|(\\bhsla?\\(\\s*[\\w.+-]+\\s*,\\s*)([\\d.+-]+%?)(\\s*,\\s*)([\\d.+-]+%?)(?=\\s*[,)])`,
  'gi',
);
const percentage = (value = ''): string => (value.endsWith('%') ? value : value + UNITLESS);

/** The lines of a text decoration are `||`: https://drafts.csswg.org/css-text-decor-4/#text-decoration-line-property */
const DECORATION = new RegExp(`${SKIPPED}|(\\btext-decoration(?:-line)?\\s*:)([^;{}"'/(]*)`, 'gi');
const NEAR_REPEATED_LINE = /\b(underline|overline|line-through|blink)\s[\w\s-]*\b\1\b/i;
const REPEATED_LINE = /(?<![\w-])(underline|overline|line-through|blink)\s(?:.*\s)?\1(?![\w-])/is;

/**
 * A value that is a block in braces; no property takes one, but a value with variables is valid where it is declared.
 * The name of a custom property keeps it as it is. Source: https://drafts.csswg.org/css-syntax-3/#consume-declaration
 */
const BRACES = new RegExp(
  `${SKIPPED}|((?<![\\w-])(?!--)[\\w-]+\\s*:\\s*)\\{([^{};"']*\\bvar\\([^{};"']*)\\}(?=\\s*[;})]|\\s*$)`,
  'gi',
);

/** The text with values that lightningcss takes or rejects as browsers do, and the same lines. */
export function asBrowsersTake(css: RewrittenText): RewrittenText {
  const { text } = css;
  let rewritten = css;
  if (/\bhsla?\(/i.test(text)) {
    rewritten = rewritten.replaceAll(LEGACY_HSL, (all = '', start, saturation, comma, lightness) =>
      start === undefined ? all : `${start}${percentage(saturation)}${comma}${percentage(lightness)}`,
    );
  }
  if (NEAR_REPEATED_LINE.test(text)) {
    rewritten = rewritten.replaceAll(DECORATION, (all = '', name, value = '') =>
      name !== undefined && REPEATED_LINE.test(value) ? `${name} 0${UNITLESS}${value}` : all,
    );
  }
  if (/:\s*\{/.test(text)) {
    rewritten = rewritten.replaceAll(BRACES, (all = '', name, value) =>
      name === undefined ? all : `${name}[${value}]`,
    );
  }
  return rewritten;
}

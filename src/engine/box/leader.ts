/** `leader()`. Source: https://drafts.csswg.org/css-content-3/#leaders */

import type { RawText } from './raw.js';

/** The text that layout repeats to fill the line; none for an empty pattern. */
export function leader(
  pattern: string,
  node: Pick<RawText, 'style' | 'element' | 'origin' | 'decorations'>,
): RawText[] {
  // "Line break characters in the leader string must be ignored."
  const text = pattern.replace(/[\n\r\f\u0085\u2028\u2029]/g, '');
  const collapses = node.style['white-space-collapse'] === 'collapse';
  const repeated = collapses ? collapsed(text) : text;
  return repeated === '' ? [] : [{ kind: 'text', ...node, text: repeated, isLeader: true }];
}

/** Collapses white space, also across two neighbouring patterns. */
function collapsed(pattern: string): string {
  const single = pattern.replace(/[ \t]+/g, ' ');
  return single.length > 1 && single.startsWith(' ') && single.endsWith(' ') ? single.slice(0, -1) : single;
}

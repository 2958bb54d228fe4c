/** Media query lists outside stylesheets: the `media` attribute. */

import { type MediaQuery, transform } from 'lightningcss';
import { scanBrackets } from '../syntax/guard.js';

/** `not all` */
const NOTHING: readonly MediaQuery[] = [{ qualifier: 'not', mediaType: 'all', condition: null }];

/** @returns [] for an empty list, which is true; `not all` for an invalid one */
export function parseMediaQueries(text: string): readonly MediaQuery[] {
  const list = text.trim();
  if (list === '') return [];
  if (/^[a-z]+$/i.test(list)) return [{ qualifier: null, mediaType: list, condition: null }];
  const scan = scanBrackets(list);
  if (scan.problem || scan.missing || scan.stray.length > 0 || /[{};@]/.test(list)) return NOTHING;
  let queries: readonly MediaQuery[] = NOTHING;
  transform({
    filename: 'media.css',
    code: Buffer.from(`@media ${list}{a{color:red}}`),
    errorRecovery: true,
    visitor: {
      StyleSheet({ rules }) {
        const rule = rules[0];
        if (rules.length === 1 && rule?.type === 'media') queries = rule.value.query.mediaQueries;
      },
    },
  });
  return queries;
}

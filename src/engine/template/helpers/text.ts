/** Text. Lengths count grapheme clusters. */

import Handlebars from 'handlebars/dist/handlebars.js';
import { segmentsOf } from '../../collections/segments.js';
import { HelperError } from '../run.js';
import { asNumber, type Helper, type HelperCall, isMissing, pluck, toArray, toInteger, toText } from './helper.js';

const MAX_LENGTH = 1_000_000;

function segments({ run }: HelperCall, text: string): string[] {
  const segmenter = run.formatter('graphemes', Intl.Segmenter, { granularity: 'grapheme' as const });
  return Array.from(segmentsOf(segmenter, text), ({ start, end }) => text.slice(start, end));
}

function truncate(call: HelperCall, value: unknown, length: unknown): string {
  const text = toText(value);
  const limit = toInteger(length, 0, MAX_LENGTH);
  // A text has no more characters than UTF-16 units.
  if (text.length <= limit) return text;
  const characters = segments(call, text);
  if (characters.length <= limit) return text;
  const suffix = segments(call, toText(call.options['suffix'] ?? '…')).slice(0, limit);
  return (
    characters
      .slice(0, limit - suffix.length)
      .join('')
      .trimEnd() + suffix.join('')
  );
}

function capitalize(call: HelperCall, value: unknown): string {
  const [first = '', ...rest] = segments(call, toText(value));
  return first.toLocaleUpperCase(call.run.locale) + rest.join('');
}

function json(value: unknown, indent: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? '';
  } catch {
    throw new HelperError('The value is cyclic and cannot be converted to JSON.');
  }
}

/**
 * Escapes a value for a style sheet, where HTML escapes have no effect. In a string, identifier or URL it stands for
 * exactly these characters. Numbers stay numbers.
 * Source: https://drafts.csswg.org/cssom-1/#serialize-an-identifier
 */
function css(value: unknown): Handlebars.SafeString {
  const text = toText(value);
  const escaped = text.replace(/(?<=^-?)\d|^-$|[\0-\x2c./:-@[-^`{-\x7f]/g, (character) =>
    character === '\0' ? '\ufffd' : `\\${character.charCodeAt(0).toString(16)} `,
  );
  return new Handlebars.SafeString(asNumber(value) === undefined ? escaped : text.trim());
}

export const TEXT_HELPERS: Readonly<Record<string, Helper>> = {
  /** `{{css name}}`: for use in `<style>`, as in `content: "{{css title}}"`. */
  css: { args: [1, 1], call: (_, value) => css(value) },
  upper: { args: [1, 1], call: ({ run }, value) => toText(value).toLocaleUpperCase(run.locale) },
  lower: { args: [1, 1], call: ({ run }, value) => toText(value).toLocaleLowerCase(run.locale) },
  /** Uppercases the first letter only. */
  capitalize: { args: [1, 1], call: capitalize },
  /** `{{truncate text 20}}`: at most 20 characters including the ellipsis (or `suffix=`). */
  truncate: { args: [2, 2], options: ['suffix'], call: truncate },
  /** `{{default name "n/a"}}`: the second value if the first is missing or empty. */
  default: { args: [2, 2], call: (_, value, fallback) => (isMissing(value) ? fallback : value) },
  /** `{{join tags ", "}}`, `{{join people " / " key="name"}}`; missing items are skipped. */
  join: {
    args: [1, 2],
    options: ['key'],
    call: ({ options }, items, separator = ', ') =>
      pluck(toArray(items), options['key'])
        .filter((item) => !isMissing(item))
        .map(toText)
        .join(toText(separator)),
  },
  /** `{{json value}}`, `{{json value 2}}` with indentation. */
  json: { args: [1, 2], call: (_, value, indent = 0) => json(value, toInteger(indent, 0, 10)) },
};

/** Locale-aware numbers, amounts, plurals and lists. */

import { HelperError } from '../run.js';
import { type Helper, type HelperCall, isMissing, pluck, toArray, toInteger, toNumber, toText } from './helper.js';

const MAX_DIGITS = 20;

/** `digits=2`: exactly two decimals; `minDigits=` and `maxDigits=`: limits. */
const DIGIT_OPTIONS = ['digits', 'minDigits', 'maxDigits', 'grouping', 'sign', 'notation'];

function format(call: HelperCall, value: unknown, style: Intl.NumberFormatOptions): string {
  if (isMissing(value)) return '';
  const number = toNumber(value);
  const { digits, minDigits = digits, maxDigits = digits, grouping, sign, notation } = call.options;
  const options: Intl.NumberFormatOptions = { ...style };
  if (minDigits !== undefined) options.minimumFractionDigits = toInteger(minDigits, 0, MAX_DIGITS);
  if (maxDigits !== undefined) options.maximumFractionDigits = toInteger(maxDigits, 0, MAX_DIGITS);
  if (grouping !== undefined) options.useGrouping = Boolean(grouping);
  if (sign !== undefined) options.signDisplay = toText(sign) as 'auto';
  if (notation !== undefined) options.notation = toText(notation) as 'standard';
  return call.run.formatter('number', Intl.NumberFormat, options).format(number);
}

function currency(call: HelperCall, value: unknown, code: unknown = call.options['currency']): string {
  if (isMissing(value)) return '';
  if (isMissing(code)) throw new HelperError('The currency is missing: write {{currency amount "EUR"}}.');
  const display = call.options['display'];
  return format(call, value, {
    style: 'currency',
    currency: toText(code),
    ...(display === undefined ? {} : { currencyDisplay: toText(display) as 'symbol' }),
  });
}

const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

function plural(call: HelperCall, value: unknown, one: unknown, other: unknown): string {
  const { run, options } = call;
  const number = toNumber(value);
  const type = options['ordinal'] ? 'ordinal' : 'cardinal';
  const form = run.formatter('plural', Intl.PluralRules, { type } as Intl.PluralRulesOptions).select(number);
  const forms: Record<string, unknown> = { one, other: other ?? one, ...options };
  const text = forms[form] ?? forms['other'];
  if (text === undefined) throw new HelperError(`The form for “${form}” is missing: write other="…".`);
  return toText(text).replaceAll('#', () => format({ run, options: {} }, number, {}));
}

function list({ run, options }: HelperCall, value: unknown): string {
  const items = pluck(toArray(value), options['key']).filter((item) => !isMissing(item));
  const format = run.formatter('list', Intl.ListFormat, {
    type: toText(options['type'] ?? 'conjunction') as Intl.ListFormatType,
    style: toText(options['style'] ?? 'long') as Intl.ListFormatStyle,
  });
  return format.format(items.map(toText));
}

export const NUMBER_HELPERS: Readonly<Record<string, Helper>> = {
  /** `{{number 1234.5}}`, `{{number x digits=2}}`, `{{number x notation="compact"}}`, `{{number x grouping=false}}`. */
  number: { args: [1, 1], options: DIGIT_OPTIONS, call: (call, value) => format(call, value, {}) },
  /** `{{percent 0.19}}` is 19 %. */
  percent: { args: [1, 1], options: DIGIT_OPTIONS, call: (call, value) => format(call, value, { style: 'percent' }) },
  /** `{{currency amount "EUR"}}`, `{{currency amount currency=order.currency display="code"}}`. */
  currency: { args: [1, 2], options: [...DIGIT_OPTIONS, 'currency', 'display'], call: currency },
  /**
   * `{{plural n "# item" "# items"}}`, `{{plural n one="…" few="…" many="…" other="…"}}`, `ordinal=true`; # is the
   * number.
   */
  plural: { args: [1, 3], options: [...PLURAL_FORMS, 'ordinal'], call: plural },
  /** `{{list names}}`: a, b and c; `type="disjunction"`: a, b or c; `key="name"` for lists of objects. */
  list: { args: [1, 1], options: ['type', 'style', 'key'], call: list },
};

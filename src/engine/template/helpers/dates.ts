/** Locale-aware dates and times, independent of the clock and time zone of the machine. */

import { HelperError } from '../run.js';
import { asNumber, describe, type Helper, type HelperCall, isMissing, toText } from './helper.js';

const UTC = 'UTC';

interface Moment {
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  /** A date without a time zone denotes the same wall-clock time everywhere. */
  readonly floating: boolean;
}

const ISO =
  /^([+-]\d{6}|\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** @throws HelperError for an invalid date */
function toMoment(value: unknown): Moment {
  if (value instanceof Date) return { time: checked(value.getTime(), value), floating: false };
  const number = asNumber(value);
  if (number !== undefined) return { time: checked(number, value), floating: false };
  const match = typeof value === 'string' ? ISO.exec(value.trim()) : null;
  if (!match) {
    throw new HelperError(`${describe(value)} is not a date: write it as 2026-03-31 or 2026-03-31T14:30:00Z.`);
  }
  const [, year, month, day, hour, minute, second, fraction = '', zone] = match;
  const wall = new Date(0);
  wall.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  wall.setUTCHours(
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  );
  // What does not exist rolls over: a day into the next month, an hour into the next day, a second into the next minute.
  const exists =
    wall.getUTCMonth() === Number(month) - 1 &&
    wall.getUTCDate() === Number(day) &&
    wall.getUTCHours() === Number(hour ?? 0) &&
    wall.getUTCMinutes() === Number(minute ?? 0);
  if (!exists) throw new HelperError(`${describe(value)} does not exist.`);
  return { time: checked(wall.getTime() - offsetOf(zone), value), floating: zone === undefined };
}

function checked(time: number, value: unknown): number {
  if (Number.isNaN(new Date(time).getTime())) throw new HelperError(`${describe(value)} is not a date.`);
  return time;
}

/** Offset of a time zone such as `+05:30` from UTC in milliseconds. */
function offsetOf(zone = 'Z'): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

const STYLES = new Set(['full', 'long', 'medium', 'short']);
const FIELDS = ['weekday', 'era', 'year', 'month', 'day', 'hour', 'minute', 'second'] as const;
const DATE_OPTIONS = ['style', 'timeZone', 'timeZoneName', 'hour12', 'calendar', 'numberingSystem', ...FIELDS];

/** Formats with a predefined style, or with the fields in the options. */
function dateHelper(defaults: (style: string | undefined) => Intl.DateTimeFormatOptions): Helper {
  return {
    args: [1, 2],
    options: DATE_OPTIONS,
    call: (call, value, style = call.options['style']) => {
      if (isMissing(value)) return '';
      const { time, floating } = toMoment(value);
      const options = { ...dateOptions(call, style, defaults), timeZone: zoneOf(call, floating) };
      return call.run.formatter('date', Intl.DateTimeFormat, options).format(time);
    },
  };
}

function zoneOf({ options }: HelperCall, floating: boolean): string {
  return floating ? UTC : toText(options['timeZone'] ?? UTC);
}

function dateOptions(
  { options }: HelperCall,
  style: unknown,
  defaults: (style: string | undefined) => Intl.DateTimeFormatOptions,
): Intl.DateTimeFormatOptions {
  const { style: _style, timeZone: _timeZone, ...rest } = options;
  if (FIELDS.some((field) => options[field] !== undefined)) return rest;
  if (style !== undefined && !STYLES.has(toText(style))) {
    throw new HelperError(`${describe(style)} is not a style: write "full", "long", "medium" or "short".`);
  }
  return { ...defaults(style as string | undefined), ...rest };
}

type Style = Intl.DateTimeFormatOptions['dateStyle'];

/** Units of fixed length in milliseconds, largest first. */
const FIXED_UNITS = [
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

type Unit = 'year' | 'month' | (typeof FIXED_UNITS)[number][0];

function relative({ run, options }: HelperCall, value: unknown): string {
  if (isMissing(value)) return '';
  const from = isMissing(options['from']) ? run.now : toMoment(options['from']).time;
  if (from === undefined) throw new HelperError('The base time is missing: write from=… with a date.');
  const [count, unit] = distance(from, toMoment(value).time, options['unit']);
  const format = run.formatter('relative', Intl.RelativeTimeFormat, {
    numeric: toText(options['numeric'] ?? 'auto') as Intl.RelativeTimeFormatNumeric,
    style: toText(options['style'] ?? 'long') as Intl.RelativeTimeFormatStyle,
  });
  return format.format(count === 0 ? 0 : count, unit);
}

/** The difference between two times in a given unit, or in the largest that fits; weeks only if requested. */
function distance(from: number, to: number, wanted: unknown): [count: number, unit: Unit] {
  const months = wholeMonths(from, to);
  const years = Math.trunc(months / 12);
  if (isMissing(wanted)) {
    if (years !== 0) return [years, 'year'];
    if (months !== 0) return [months, 'month'];
  }
  const name = isMissing(wanted) ? undefined : toText(wanted).replace(/s$/, '');
  if (name === 'year') return [years, name];
  if (name === 'month') return [months, name];
  const fits = ([unit, length]: (typeof FIXED_UNITS)[number]): boolean =>
    name === undefined ? unit !== 'week' && Math.abs(to - from) >= length : unit === name;
  const found = FIXED_UNITS.find(fits);
  if (!found && name !== undefined) throw new HelperError(`${describe(wanted)} is not a unit of time.`);
  const [unit, length] = found ?? (['second', 1000] as const);
  return [Math.round((to - from) / length), unit];
}

/** Whole calendar months between two times. */
function wholeMonths(from: number, to: number): number {
  if (to < from) return -wholeMonths(to, from);
  const [start, end] = [new Date(from), new Date(to)];
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  const sinceMonth = (date: Date): number => date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  return sinceMonth(end) < sinceMonth(start) ? Math.max(0, months - 1) : months;
}

/**
 * Dates are ISO 8601 strings, `Date` objects or milliseconds since 1970. A date without a time zone is printed as is;
 * others in `timeZone="Europe/Berlin"`, by default UTC.
 */
export const DATE_HELPERS: Readonly<Record<string, Helper>> = {
  /** `{{date d}}`, `{{date d "long"}}`, `{{date d month="long" year="numeric"}}`. */
  date: dateHelper((style = 'medium') => ({ dateStyle: style as Style })),
  /** `{{time d}}`, `{{time d "medium"}}`. */
  time: dateHelper((style = 'short') => ({ timeStyle: style as Style })),
  /** `{{datetime d}}`, `{{datetime d "short"}}`: the style applies to the date, the time is short. */
  datetime: dateHelper((style = 'medium') => ({ dateStyle: style as Style, timeStyle: 'short' })),
  /** `{{relative due from=issued}}`: in 14 days. Without `from=`, relative to the `now` of the render request. */
  relative: { args: [1, 1], options: ['from', 'unit', 'numeric', 'style'], call: relative },
};

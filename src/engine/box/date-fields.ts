/**
 * Text of date and time fields, in the formats of the locale en-US.
 * Source: Blink's DateTimeEditElement (core/html/forms/date_time_edit_element.cc), LocaleICU::DateFormat
 */

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export interface DateField {
  /** Formats a value; undefined when it is invalid for the type. */
  readonly show: (value: string) => string | undefined;
  /** Text of a field without a value. */
  readonly empty: string;
  /** Characters of the longest value. */
  readonly length: number;
  /** Paddings of the field parts plus the picker icon; px. */
  readonly extra: number;
}

const DATE_FIELDS: Readonly<Record<string, DateField>> = {
  date: { show: date, empty: 'mm/dd/yyyy', length: 10, extra: 39.328 },
  time: { show: time, empty: '--:-- --', length: 8, extra: 30 },
  'datetime-local': {
    show: (value) => {
      const [day = '', clock = ''] = value.split(/[T ]/);
      const [shownDay, shownTime] = [date(day), time(clock)];
      return shownDay && shownTime ? `${shownDay}, ${shownTime}` : undefined;
    },
    empty: 'mm/dd/yyyy, --:-- --',
    length: 20,
    extra: 41.328,
  },
  month: { show: month, empty: '--------- ----', length: 14, extra: 37.328 },
  week: { show: week, empty: 'Week --, ----', length: 13, extra: 37.328 },
};

export const dateField = (type: string): DateField | undefined =>
  Object.hasOwn(DATE_FIELDS, type) ? DATE_FIELDS[type] : undefined;

function date(value: string): string | undefined {
  const match = /^(\d{4,})-(\d\d)-(\d\d)$/.exec(value);
  return match ? `${match[2]}/${match[3]}/${match[1]}` : undefined;
}

function time(value: string): string | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/.exec(value);
  if (!match) return undefined;
  const hour = Number(match[1]);
  const shown = String(hour % 12 || 12).padStart(2, '0');
  const seconds = match[3] && match[3] !== '00' ? `:${match[3]}` : '';
  return `${shown}:${match[2]}${seconds} ${hour < 12 ? 'AM' : 'PM'}`;
}

function month(value: string): string | undefined {
  const match = /^(\d{4,})-(\d\d)$/.exec(value);
  const name = match && MONTHS[Number(match[2]) - 1];
  return name ? `${name} ${match[1]}` : undefined;
}

function week(value: string): string | undefined {
  const match = /^(\d{4,})-W(\d\d)$/.exec(value);
  return match ? `Week ${match[2]}, ${match[1]}` : undefined;
}

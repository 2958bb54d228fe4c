/** Parses command options, with error messages that suggest a correction. */

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './outcome.js';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/**
 * @param command  name of the command, e.g. `render`
 * @throws UsageError
 */
export function parseOptions<const O extends Options>(command: string, args: readonly string[], options: O): Parsed<O> {
  try {
    return parseArgs({ args: joinNegative(args), options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${describe(error as NodeJS.ErrnoException)}; platen ${command} --help lists the options`);
  }
}

/** Parses options of a command without positional arguments. @throws UsageError */
export function parseOptionsOnly<const O extends Options>(
  command: string,
  args: readonly string[],
  options: O,
): Parsed<O>['values'] {
  const { values, positionals } = parseOptions(command, args, options);
  if (positionals.length > 0)
    throw new UsageError(`unexpected argument "${positionals[0]}"; see platen ${command} --help`);
  return values;
}

/** @throws UsageError */
export function wholeNumber(option: string, given: string | undefined, byDefault: number, maximum: number): number {
  if (given === undefined) return byDefault;
  const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (number >= 1 && number <= maximum) return number;
  throw new UsageError(`--${option} is a whole number of at least 1, not "${given}"`);
}

/** `--add -5` → `--add=-5`, as parseArgs would take -5 for an option. */
function joinNegative(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    if (/^-\d+$/.test(arg) && last?.startsWith('--') && !last.includes('='))
      joined[joined.length - 1] = `${last}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

/** Extracts the option from Node's messages, which quote it with a placeholder: `'-o, --output <value>'`. */
function describe({ code, message }: NodeJS.ErrnoException): string {
  const option = /'(.+?)(?: <value>)?'/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `there is no option ${option}`;
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message;
  if (/does not take an argument/.test(message)) return `${option} takes no value`;
  return /ambiguous/.test(message)
    ? `${option} needs a value; one that begins with a dash is written ${option.replace(/^.*, /, '')}=-…`
    : `${option} needs a value`;
}

/** The Handlebars environment with the engine's helpers and Handlebars' block helpers; immutable once created. */

import Handlebars from 'handlebars/dist/handlebars.js';
import type { Helper } from './helpers/helper.js';
import { HELPERS } from './helpers/index.js';
import { isTruthy } from './helpers/logic.js';
import { errorAt, type Location, placeAt } from './places.js';
import { HelperError, type Run } from './run.js';

/** Handlebars' private data of a run (`@…` in templates); each block and partial gets a child frame. */
export interface RunData {
  readonly run: Run;
  readonly locale: string;
  /** Nesting depth of partials being expanded. */
  readonly partialDepth: number;
}

/** The last argument of a helper; Handlebars' types omit `loc`. */
interface CallOptions extends Handlebars.HelperOptions {
  readonly data: RunData;
  readonly loc?: Location;
}

type HelperFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Members missing from Handlebars' types: runtime functions and the state of the lexer. */
interface Internals {
  VM: { invokePartial: (this: unknown, partial: unknown, context: unknown, options: PartialOptions) => unknown };
  readonly Parser: { readonly lexer: { readonly matched: string; readonly match: string } };
}

interface PartialOptions {
  readonly name: string;
  data: RunData;
}

export const ENVIRONMENT = createEnvironment();

function createEnvironment(): typeof Handlebars & Internals {
  const environment = Handlebars.create() as typeof Handlebars & Internals;
  environment.unregisterHelper('log');
  for (const [name, helper] of HELPERS) environment.registerHelper(name, helperFunction(helper));
  environment.registerHelper('each', countRounds(environment.helpers['each'] as HelperFunction));
  const { invokePartial } = environment.VM;
  environment.VM = {
    ...environment.VM,
    invokePartial(partial, context, options) {
      const partialDepth = options.data.partialDepth + 1;
      options.data.run.checkPartialDepth(partialDepth, options.name);
      options.data.run.step();
      options.data = { ...Handlebars.createFrame(options.data), partialDepth };
      return invokePartial.call(this, partial, context, options);
    },
  };
  return environment;
}

function helperFunction(helper: Helper): HelperFunction {
  return function (...args) {
    const options = args.pop() as CallOptions;
    return withLocation(options, () => {
      const value = helper.call({ run: options.data.run, options: options.hash }, ...args);
      if (typeof value === 'string') options.data.run.checkLength(value.length);
      if (!helper.block || !options.fn) return value;
      return isTruthy(value) ? options.fn(this) : options.inverse(this);
    });
  };
}

/** Wraps Handlebars' `each` to count rounds and output length. */
function countRounds(each: HelperFunction): HelperFunction {
  return function (items, last) {
    const options = last as CallOptions;
    const { fn, data } = options;
    let length = 0;
    const counting: Handlebars.TemplateDelegate = (context, runtime) => {
      data.run.step();
      const text = fn(context, runtime);
      length += text.length;
      data.run.checkLength(length);
      return text;
    };
    return withLocation(options, () => each.call(this, items, { ...options, fn: counting }));
  };
}

/** Adds the position of the call to helper errors. Other errors, such as a stack overflow, pass unchanged. */
function withLocation<Result>({ loc }: CallOptions, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof HelperError)) throw error;
    throw errorAt('template_failed', error.message, loc && placeAt(loc), error);
  }
}

/** Offset of the token that the parser rejected last. */
export function lastTokenOffset(isLexicalError: boolean): number {
  const { matched, match } = ENVIRONMENT.Parser.lexer;
  return isLexicalError ? matched.length : matched.length - match.length;
}

/** The Handlebars environment with the engine's helpers and Handlebars' block helpers; immutable once created. */

import Handlebars from 'handlebars/dist/handlebars.js';
import type { Helper } from './helpers/helper.js';
import { HELPERS } from './helpers/index.js';
import { isTruthy } from './helpers/logic.js';
import { guardMarks } from './marks.js';
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

/** Members missing from Handlebars' types: runtime functions, the compilers and the state of the lexer. */
interface Internals {
  VM: { invokePartial: (this: unknown, partial: unknown, context: unknown, options: PartialOptions) => unknown };
  readonly Parser: { readonly lexer: { readonly matched: string; readonly match: string } };
  Compiler: new () => TreeCompiler;
  JavaScriptCompiler: new () => CodeCompiler;
}

/** Makes operations of a syntax tree. */
interface TreeCompiler {
  MustacheStatement(mustache: hbs.AST.MustacheStatement): void;
  SubExpression(mustache: hbs.AST.MustacheStatement): void;
  opcode(name: string): void;
}

/** Makes JavaScript of operations. Its stack has the code of values. */
interface CodeCompiler {
  popStack(): unknown;
  push(code: unknown): void;
}

interface CompiledTemplate {
  main: (this: unknown, container: Container, ...rest: readonly unknown[]) => unknown;
}

/** Functions that the code of a template calls. */
interface Container {
  escapeExpression: (value: unknown) => unknown;
  guardMarks?: (value: unknown) => unknown;
}

interface PartialOptions {
  readonly name: string;
  /** White space before a partial that stands alone on its line. */
  readonly indent?: string;
  data: RunData;
}

type Environment = typeof Handlebars & Internals;

export const ENVIRONMENT = createEnvironment();

/** The same for templates with marks: values do not forge them. */
export const MARKING_ENVIRONMENT = guardValues(createEnvironment());

function createEnvironment(): Environment {
  const environment = Handlebars.create() as Environment;
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
      const { run } = options.data;
      options.data = { ...Handlebars.createFrame(options.data), partialDepth };
      const text = invokePartial.call(this, partial, context, options);
      // Handlebars indents each line.
      return options.indent && typeof text === 'string' ? run.unmarked(text) : text;
    },
  };
  return environment;
}

/** Lets the code of templates pass values through `guardMarks`, escaped or as they are. */
function guardValues(environment: Environment): Environment {
  const { Compiler, JavaScriptCompiler } = environment;
  class GuardingTreeCompiler extends Compiler {
    override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
      if (mustache.escaped) {
        super.MustacheStatement(mustache);
        return;
      }
      this.SubExpression(mustache);
      this.opcode('guardMarks');
      this.opcode('append');
    }
  }
  class GuardingCodeCompiler extends JavaScriptCompiler {
    guardMarks(): void {
      this.push(['container.guardMarks(', this.popStack(), ')']);
    }
  }
  // They make compilers of their own kind for blocks.
  Object.assign(GuardingTreeCompiler.prototype, { compiler: GuardingTreeCompiler });
  Object.assign(GuardingCodeCompiler.prototype, { compiler: GuardingCodeCompiler });
  environment.Compiler = GuardingTreeCompiler;
  environment.JavaScriptCompiler = GuardingCodeCompiler;
  const { template } = environment;
  environment.template = (specification) => {
    const compiled = specification as CompiledTemplate;
    const { main } = compiled;
    compiled.main = function (container, ...rest) {
      container.escapeExpression = guardedEscape;
      container.guardMarks = guardMarks;
      return main.call(this, container, ...rest);
    };
    return template(compiled);
  };
  return environment;
}

const { escapeExpression } = Handlebars.Utils;
const guardedEscape = (value: unknown): unknown => guardMarks(escapeExpression(value as string));

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
      const text: unknown = fn(context, runtime);
      // A block that is nothing but a value gives the value itself.
      length += String(text).length;
      data.run.checkLength(length);
      return text as string;
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

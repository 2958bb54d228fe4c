/**
 * Validates the syntax tree of a template: helpers must exist and accept their arguments, and nesting is limited. A
 * name of a helper that stands alone becomes a data path: `{{date}}` prints the field `date`, `{{date due}}` calls the
 * helper.
 */

import type { EngineError } from '../errors.js';
import type { Helper } from './helpers/helper.js';
import { HELPERS } from './helpers/index.js';
import type { TemplateLimits } from './limits.js';
import { errorAt, type Place, placeAt } from './places.js';

interface PartialReference {
  readonly name: string;
  readonly place: Place;
}

export interface CheckedTree {
  /** Names of the partials used. */
  readonly usedPartials: ReadonlySet<string>;
  /** Partials that must exist because they have no fallback block. */
  readonly requiredPartials: readonly PartialReference[];
  /** Names of partials declared in the template with `{{#*inline "name"}}`. */
  readonly inlinePartials: ReadonlySet<string>;
  /** Whether data determines the name of a partial, so that any may be used. */
  readonly usesAnyPartial: boolean;
}

/** Handlebars' built-in helpers: number of arguments, and whether they are blocks. */
const BUILT_IN: ReadonlyMap<string, Helper> = new Map(
  Object.entries({ if: 1, unless: 1, each: 1, with: 1, lookup: 2 }).map(([name, args]) => [
    name,
    { args: [args, args], block: name !== 'lookup', options: name === 'if' ? ['includeZero'] : [], call: () => '' },
  ]),
);

/** Names that Handlebars would call, but that are data here. */
const RESERVED: ReadonlySet<string> = new Set(['helperMissing', 'blockHelperMissing', 'log']);

type Call = hbs.AST.MustacheStatement | hbs.AST.BlockStatement | hbs.AST.SubExpression;

export function checkTree(tree: hbs.AST.Program, limits: TemplateLimits): CheckedTree {
  const checker = new Checker(limits);
  checker.program(tree);
  return checker;
}

class Checker implements CheckedTree {
  readonly usedPartials = new Set<string>();
  readonly requiredPartials: PartialReference[] = [];
  readonly inlinePartials = new Set<string>();
  usesAnyPartial = false;
  #depth = 0;
  readonly #blockParams: string[] = [];

  constructor(private readonly limits: TemplateLimits) {}

  program(program: hbs.AST.Program | undefined): void {
    if (!program) return;
    const blockParams = program.blockParams ?? [];
    this.#blockParams.push(...blockParams);
    for (const statement of program.body) this.#nested(statement, () => this.#statement(statement));
    this.#blockParams.length -= blockParams.length;
  }

  #nested(node: hbs.AST.Node, step: () => void): void {
    this.#depth += 1;
    // A nested block counts twice, once for its program; so do calls in parentheses.
    if (this.#depth > this.limits.maxNesting * 2) throw this.#error(node, 'Blocks are nested too deeply here.');
    step();
    this.#depth -= 1;
  }

  #statement(node: hbs.AST.Statement): void {
    switch (node.type) {
      case 'MustacheStatement':
        this.#mustache(node as hbs.AST.MustacheStatement);
        break;
      case 'BlockStatement':
        this.#block(node as hbs.AST.BlockStatement);
        break;
      case 'PartialStatement':
        this.#partial(node as hbs.AST.PartialStatement, true);
        break;
      case 'PartialBlockStatement':
        this.#partial(node as hbs.AST.PartialBlockStatement, false);
        this.program((node as hbs.AST.PartialBlockStatement).program);
        break;
      case 'DecoratorBlock':
        this.#inline(node as hbs.AST.DecoratorBlock);
        break;
      case 'Decorator':
        throw this.#error(node, `The only decorator is {{#*inline "name"}}…{{/inline}}.`);
      default: // Text and comments need no check.
    }
  }

  #mustache(node: hbs.AST.MustacheStatement): void {
    if (!isCall(node)) {
      node.path = this.#asData(node.path);
      return;
    }
    const helper = this.#helper(node);
    if (BUILT_IN.has(nameOf(node)) && helper.block) {
      throw this.#error(node, `{{#${nameOf(node)}}} is a block: write {{#${nameOf(node)} …}}…{{/${nameOf(node)}}}.`);
    }
  }

  #block(node: hbs.AST.BlockStatement): void {
    const name = nameOf(node);
    if (isCall(node)) {
      if (!this.#helper(node).block)
        throw this.#error(node, `The helper “${name}” is not a block: write {{${name} …}}.`);
    } else if (BUILT_IN.has(name) && !this.#blockParams.includes(name)) {
      throw this.#error(node, `{{#${name}}} needs an argument: write {{#${name} value}}.`);
    } else node.path = this.#asData(node.path) as hbs.AST.PathExpression;
    this.program(node.program);
    this.program(node.inverse);
  }

  #partial({ name, params, hash }: hbs.AST.PartialStatement | hbs.AST.PartialBlockStatement, required: boolean): void {
    for (const param of params) this.#expression(param);
    this.#hash(hash);
    if (name.type === 'SubExpression') {
      this.#expression(name);
      this.usesAnyPartial = true;
      return;
    }
    const original = String((name as { original: unknown }).original);
    if (original === '@partial-block') return;
    this.usedPartials.add(original);
    if (required) this.requiredPartials.push({ name: original, place: placeAt(name.loc) });
  }

  #inline(node: hbs.AST.DecoratorBlock): void {
    const [name] = node.params;
    if (nameOf(node) !== 'inline' || name?.type !== 'StringLiteral') {
      throw this.#error(node, `The only decorator is {{#*inline "name"}}…{{/inline}}.`);
    }
    this.inlinePartials.add((name as hbs.AST.StringLiteral).value);
    this.program(node.program);
  }

  #expression(node: hbs.AST.Expression): void {
    if (node.type !== 'SubExpression') return;
    this.#nested(node, () => {
      const call = node as hbs.AST.SubExpression;
      if (this.#helper(call).block && BUILT_IN.has(nameOf(call))) {
        throw this.#error(node, `{{#${nameOf(call)}}} is a block and has no value.`);
      }
    });
  }

  #hash(hash: hbs.AST.Hash | undefined): void {
    for (const { value } of hash?.pairs ?? []) this.#expression(value);
  }

  /** Checks a call and its arguments. */
  #helper(node: Call): Helper {
    const name = nameOf(node);
    const helper = this.#find(node, name);
    const [min, max] = helper.args;
    if (node.params.length < min || node.params.length > max) {
      throw this.#error(node, `The helper “${name}” takes ${argumentCount(min, max)}, not ${node.params.length}.`);
    }
    for (const param of node.params) this.#expression(param);
    for (const { key, loc } of node.hash?.pairs ?? []) {
      if (helper.options?.includes(key)) continue;
      const known = helper.options?.length ? `its options are ${helper.options.join(', ')}.` : 'it has none.';
      throw errorAt('template_invalid', `The helper “${name}” has no option “${key}”: ${known}`, placeAt(loc));
    }
    this.#hash(node.hash);
    return helper;
  }

  #find(node: Call, name: string): Helper {
    const path = node.path as hbs.AST.PathExpression;
    const simple = path.type !== 'PathExpression' || (path.parts.length === 1 && !path.data && path.depth === 0);
    if (simple && this.#blockParams.includes(name)) {
      throw this.#error(node, `“${name}” is a block parameter (“as |…|”) and takes no arguments.`);
    }
    const helper = simple ? (HELPERS.get(name) ?? BUILT_IN.get(name)) : undefined;
    if (helper) return helper;
    const similar = closest(name, [...HELPERS.keys(), ...BUILT_IN.keys()]);
    throw this.#error(node, `There is no helper “${name}”.${similar ? ` Did you mean “${similar}”?` : ''}`);
  }

  /** Makes a name that stands alone a data path, even if a helper has that name. */
  #asData<Path extends hbs.AST.Expression>(path: Path): Path | hbs.AST.PathExpression {
    const { parts, data, depth, original } = literalAsPath(path);
    const [name = ''] = parts;
    const callable = HELPERS.has(name) || BUILT_IN.has(name) || RESERVED.has(name);
    if (!callable || data || depth > 0 || this.#blockParams.includes(name) || original.startsWith('this')) return path;
    return { type: 'PathExpression', data, depth, parts, original: `./${parts.join('.')}`, loc: path.loc };
  }

  #error(node: hbs.AST.Node, message: string): EngineError {
    return errorAt('template_invalid', message, placeAt(node.loc));
  }
}

function isCall({ params, hash }: hbs.AST.MustacheStatement | hbs.AST.BlockStatement): boolean {
  return params.length > 0 || Boolean(hash?.pairs.length);
}

function nameOf({ path }: { readonly path: hbs.AST.Expression }): string {
  const { original } = path as { original?: unknown };
  return typeof original === 'string' ? original.replace(/^\.\//, '') : String(original);
}

function literalAsPath(path: hbs.AST.Expression): hbs.AST.PathExpression {
  if (path.type === 'PathExpression') return path as hbs.AST.PathExpression;
  const original = String((path as { original?: unknown }).original);
  return { type: 'PathExpression', data: false, depth: 0, parts: [original], original, loc: path.loc };
}

function argumentCount(min: number, max: number): string {
  if (min === max) return min === 1 ? '1 argument' : `${min} arguments`;
  return max === Number.POSITIVE_INFINITY ? `at least ${min} arguments` : `${min} to ${max} arguments`;
}

/** The most similar name within an edit distance of two. */
function closest(name: string, names: readonly string[]): string | undefined {
  const scored = names.map((known) => ({ known, distance: distance(name.toLowerCase(), known) }));
  const best = scored.reduce((left, right) => (right.distance < left.distance ? right : left));
  return best.distance <= Math.min(2, Math.floor(best.known.length / 2)) ? best.known : undefined;
}

/** Levenshtein distance. */
function distance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 2) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = row[j - 1]! + Number(left[i - 1] !== right[j - 1]);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}

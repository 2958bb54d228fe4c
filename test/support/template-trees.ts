/** Documents of templates, by their text and by their program. */

import { EngineError } from '../../src/engine/errors.js';
import type { DomNode, HtmlDocument } from '../../src/engine/html/dom.js';
import type { HtmlLimits } from '../../src/engine/html/limits.js';
import { parseHtml } from '../../src/engine/html/parse.js';
import { TreePrograms } from '../../src/engine/html/program/programs.js';
import { compileTemplate, type TemplateLimits, TemplateCache } from '../../src/engine/template/expand.js';

export interface TemplateOptions {
  readonly html: string;
  readonly partials?: Readonly<Record<string, string>>;
  readonly limits?: Partial<TemplateLimits & HtmlLimits>;
}

export interface Comparison {
  /** Whether the program has built the document; else, that is for its text. */
  readonly isBuilt: boolean;
  /** The first line in which the trees differ, or an error that only the text has. */
  readonly difference: string | undefined;
}

/** Documents of one template, each compared. */
export class TemplateTrees {
  readonly #cache = new TemplateCache();
  readonly #programs = new TreePrograms();
  readonly #options: TemplateOptions;

  constructor(options: TemplateOptions) {
    this.#options = options;
  }

  compare(data: unknown): Comparison {
    const { html, limits = {}, ...options } = this.#options;
    const now = 1_700_000_000_000;
    const text = outcome(() => parseHtml(compileTemplate(html, { limits, ...options }).expand({ data, now }), limits));
    const built = this.#build(data, now);
    if (built === undefined) return { isBuilt: false, difference: undefined };
    if (typeof text === 'string') return { isBuilt: true, difference: text };
    return { isBuilt: true, difference: differenceOf(outline(text), outline(built)) };
  }

  /** undefined also before the program is made, and for templates that do not compile */
  #build(data: unknown, now: number): HtmlDocument | undefined {
    const { html, limits = {}, ...options } = this.#options;
    const compiled = outcome(() => compileTemplate(html, { limits, ...options, cache: this.#cache }));
    if (typeof compiled === 'string') return undefined;
    let marked = compiled.expandMarked({ data, now });
    // The program is made at the third use.
    for (let use = 0; use < 2 && !marked; use += 1) marked = compiled.expandMarked({ data, now });
    return marked && this.#programs.build(marked, limits);
  }
}

function outcome<T>(step: () => T): T | string {
  try {
    return step();
  } catch (error) {
    if (error instanceof EngineError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

/** All that later stages see of a tree, one line for each node. */
export function outline({ root, head, body, quirks }: HtmlDocument): string[] {
  const lines = [`quirks: ${quirks}, head: ${head.serial}, body: ${body.serial}`];
  const walk = (node: DomNode, depth: number): void => {
    const indent = ' '.repeat(depth);
    if (node.kind === 'text') {
      lines.push(`${indent}${JSON.stringify(node.data)}`);
      return;
    }
    const { namespace, name, sourceOffset, serial, attributes } = node;
    lines.push(`${indent}${namespace} ${name} at ${sourceOffset}, ${serial}: ${JSON.stringify([...attributes])}`);
    for (const child of node.children) {
      if (child.parent !== node) lines.push(`${indent} has a child with another parent`);
      walk(child, depth + 1);
    }
  };
  walk(root, 0);
  return lines;
}

function differenceOf(expected: readonly string[], found: readonly string[]): string | undefined {
  const length = Math.max(expected.length, found.length);
  for (let line = 0; line < length; line += 1) {
    if (expected[line] !== found[line]) return `line ${line + 1}: ${found[line]} instead of ${expected[line]}`;
  }
  return undefined;
}

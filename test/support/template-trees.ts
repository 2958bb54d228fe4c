/** Documents of templates, by their text and by their program. */

import { EngineError } from '../../src/engine/errors.js';
import type { DomNode, HtmlDocument } from '../../src/engine/html/dom.js';
import type { HtmlLimits } from '../../src/engine/html/limits.js';
import { parseHtml } from '../../src/engine/html/parse.js';
import { TreePrograms } from '../../src/engine/html/program/programs.js';
import { compileTemplate, TemplateCache, type TemplateLimits } from '../../src/engine/template/expand.js';

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
    const { text, built } = this.documents(data);
    if (!built) return { isBuilt: false, difference: undefined };
    return { isBuilt: true, difference: typeof text === 'string' ? text : differenceOf(outline(text), outline(built)) };
  }

  /** The document of the text, or its error, and that of the program if it builds one. */
  documents(data: unknown): { readonly text: HtmlDocument | string; readonly built: HtmlDocument | undefined } {
    const { html, limits = {}, partials = {} } = this.#options;
    const compiled = outcome(() => compileTemplate(html, { limits, partials, cache: this.#cache }));
    if (typeof compiled === 'string') return { text: compiled, built: undefined };
    const options = { data, now: 1_700_000_000_000 };
    const text = outcome(() => parseHtml(compiled.expand(options), limits));
    let marked = compiled.expandMarked(options);
    // The program is made at the third use.
    for (let use = 0; use < 2 && !marked; use += 1) marked = compiled.expandMarked(options);
    return { text, built: marked && this.#programs.build(marked, limits) };
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
export function outline({ root, head, body, mode }: HtmlDocument): string[] {
  const lines = [`${mode}, head: ${head.serial}, body: ${body.serial}`];
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

/** A word of text, or the value of an attribute, in double quotes. */
const REPLACEABLE = />[^<>&{}\\]*?([\p{L}\p{N}][^\s<>&{}]*)|="([^"<>{}]*)"/gu;

/**
 * Makes a template of a document.
 * @param every  of so many words before tags and values of attributes, one becomes an expression
 * @returns      a template that gives the document
 */
export function asTemplate(
  source: string,
  every: number,
): { readonly html: string; readonly data: { readonly v: string[] } } {
  const v: string[] = [];
  let found = 0;
  const html = source.replaceAll('{{', '\\{{').replace(REPLACEABLE, (match, word?: string, value?: string) => {
    const text = word ?? value ?? '';
    found += 1;
    if (found % every !== 0 || match.length === text.length) return match;
    const path = `v.[${v.length}]`;
    const expression = /[&<>"'`=]/.test(text) ? `{{{${path}}}}` : `{{${path}}}`;
    v.push(text);
    const at = match.length - text.length - (word === undefined ? 1 : 0);
    return match.slice(0, at) + expression + match.slice(at + text.length);
  });
  return { html, data: { v } };
}

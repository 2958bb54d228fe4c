/** Builds documents from expanded templates without parsing, where their programs allow it. */

import type { MarkedHtml, TemplateProgram } from '../../template/expand.js';
import type { HtmlDocument } from '../dom.js';
import { HTML_LIMITS, type HtmlLimits } from '../limits.js';
import { TreeProgram } from './tree-program.js';

/** Knowledge of templates, as long as their programs are kept. One instance per thread serves all documents. */
export class TreePrograms {
  readonly #programs = new WeakMap<TemplateProgram, TreeProgram>();

  /**
   * @returns the tree that `parseHtml` makes of the expanded text; undefined when that has to parse it, because of its
   * markup, or to refuse it
   */
  build({ text, program, maxLength }: MarkedHtml, limits: Partial<HtmlLimits> = {}): HtmlDocument | undefined {
    let tree = this.#programs.get(program);
    if (!tree) {
      tree = new TreeProgram(program.markup);
      this.#programs.set(program, tree);
    }
    const all = { ...HTML_LIMITS, ...limits };
    const document = tree.build(text, { ...all, maxLength: Math.min(all.maxLength, maxLength) });
    program.count(document !== undefined);
    return document;
  }
}

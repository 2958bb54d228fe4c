/** Tree construction: assembles the insertion modes. */

import type { ElementNode, HtmlDocument } from './dom.js';
import { FOREIGN_CONTENT } from './foreign.js';
import { IN_BODY } from './modes-body.js';
import { IN_SELECT, IN_SELECT_IN_TABLE, IN_TEMPLATE } from './modes-contained.js';
import * as documentModes from './modes-document.js';
import * as tableModes from './modes-table.js';
import type { Tokenizer } from './tokenizer.js';
import { impliedTag } from './tokens.js';
import { attach, type ElementGuard, type Rules, TreeBuilder } from './tree-builder.js';

export const RULES: Rules = {
  foreign: FOREIGN_CONTENT,
  modes: {
    initial: documentModes.INITIAL,
    'before html': documentModes.BEFORE_HTML,
    'before head': documentModes.BEFORE_HEAD,
    'in head': documentModes.IN_HEAD,
    'in head noscript': documentModes.IN_HEAD_NOSCRIPT,
    'after head': documentModes.AFTER_HEAD,
    'in body': IN_BODY,
    text: documentModes.TEXT,
    'in table': tableModes.IN_TABLE,
    'in table text': tableModes.IN_TABLE_TEXT,
    'in caption': tableModes.IN_CAPTION,
    'in column group': tableModes.IN_COLUMN_GROUP,
    'in table body': tableModes.IN_TABLE_BODY,
    'in row': tableModes.IN_ROW,
    'in cell': tableModes.IN_CELL,
    'in select': IN_SELECT,
    'in select in table': IN_SELECT_IN_TABLE,
    'in template': IN_TEMPLATE,
    'after body': documentModes.AFTER_BODY,
    'in frameset': documentModes.IN_FRAMESET,
    'after frameset': documentModes.AFTER_FRAMESET,
    'after after body': documentModes.AFTER_AFTER_BODY,
    'after after frameset': documentModes.AFTER_AFTER_FRAMESET,
  },
};

/**
 * Builds the tree of the HTML standard with scripting disabled and without comments.
 * A frameset document gets an empty body after its frameset.
 * @param guard     called before every element; throws to reject the document
 * @param elements  see `parseHtml`
 */
export function buildTree(tokenizer: Tokenizer, guard: ElementGuard, elements = 0): HtmlDocument {
  const builder = new TreeBuilder(tokenizer, RULES, guard, elements);
  builder.run();
  const root = builder.root!;
  const head = builder.head!;
  const body = root.children.find((node): node is ElementNode => node.kind === 'element' && node.name === 'body');
  const mode = builder.documentMode;
  return { root, head, body: body ?? addBody(builder, root), mode, quirks: mode === 'quirks' };
}

function addBody(builder: TreeBuilder, root: ElementNode): ElementNode {
  const { name, attributes, offset } = impliedTag('body');
  const body = builder.create(name, 'html', attributes, offset);
  attach(body, root);
  return body;
}

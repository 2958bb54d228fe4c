/**
 * The insertion modes in `select` and `template`. A `select` keeps options, groups and rules only, as the standard
 * required until 2025 and parse5 does; only the text of its options is laid out.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate
 */

import { HEAD_CONTENT, nameSet } from './name-sets.js';
import { removeNuls } from './references.js';
import type { StartTag } from './tokens.js';
import type { InsertionMode, ModeName, TreeBuilder } from './tree-builder.js';

const SELECT_ENDERS = nameSet('input keygen textarea');
const TABLE_TAGS = nameSet('caption table tbody tfoot thead tr td th');

export const IN_SELECT: InsertionMode = {
  text(builder, data) {
    const text = removeNuls(data);
    if (text) builder.insertText(text);
  },
  start(builder, tag) {
    if (tag.name === 'html') builder.startInHtml(tag, 'in body');
    else if (tag.name === 'option' || tag.name === 'optgroup' || tag.name === 'hr') startInList(builder, tag);
    else if (tag.name === 'select') closeSelect(builder);
    else if (SELECT_ENDERS.has(tag.name)) {
      if (closeSelect(builder)) builder.start(tag);
    } else if (tag.name === 'script' || tag.name === 'template') builder.startInHtml(tag, 'in head');
  },
  end(builder, tag) {
    const { open } = builder;
    if (tag.name === 'optgroup') {
      if (open.isCurrent('option') && open.items.at(-2)?.name === 'optgroup') open.pop();
      if (open.isCurrent('optgroup')) open.pop();
    } else if (tag.name === 'option') {
      if (open.isCurrent('option')) open.pop();
    } else if (tag.name === 'select') closeSelect(builder);
    else if (tag.name === 'template') builder.end(tag, 'in head');
  },
  endOfFile: (builder) => builder.endOfFile('in body'),
};

function startInList(builder: TreeBuilder, tag: StartTag): void {
  const { open } = builder;
  if (open.isCurrent('option')) open.pop();
  if (tag.name !== 'option' && open.isCurrent('optgroup')) open.pop();
  if (tag.name === 'hr') builder.insertVoid(tag);
  else builder.insert(tag);
}

function closeSelect(builder: TreeBuilder): boolean {
  if (!builder.open.hasSelectInScope()) return false;
  builder.open.popUntil('select');
  builder.resetMode();
  return true;
}

export const IN_SELECT_IN_TABLE: InsertionMode = {
  ...IN_SELECT,
  start(builder, tag) {
    if (!TABLE_TAGS.has(tag.name)) {
      IN_SELECT.start(builder, tag);
      return;
    }
    builder.open.popUntil('select');
    builder.resetMode();
    builder.start(tag);
  },
  end(builder, tag) {
    if (!TABLE_TAGS.has(tag.name)) IN_SELECT.end(builder, tag);
    else if (builder.open.hasInTableScope(tag.name)) {
      builder.open.popUntil('select');
      builder.resetMode();
      builder.end(tag);
    }
  },
};

export const IN_TEMPLATE: InsertionMode = {
  text: (builder, data) => builder.text(data, 'in body'),
  start(builder, tag) {
    if (HEAD_CONTENT.has(tag.name)) {
      builder.startInHtml(tag, 'in head');
      return;
    }
    // The first tag decides how the content of a template is parsed.
    const mode = TEMPLATE_MODES.get(tag.name) ?? 'in body';
    builder.templateModes[builder.templateModes.length - 1] = mode;
    builder.mode = mode;
    builder.start(tag);
  },
  end(builder, tag) {
    if (tag.name === 'template') builder.end(tag, 'in head');
  },
  endOfFile(builder) {
    while (builder.open.hasName('template')) {
      builder.open.popUntil('template');
      builder.formatting.clearToLastMarker();
      builder.templateModes.pop();
    }
  },
};

const TEMPLATE_MODES: ReadonlyMap<string, ModeName> = new Map([
  ['caption', 'in table'],
  ['colgroup', 'in table'],
  ['tbody', 'in table'],
  ['tfoot', 'in table'],
  ['thead', 'in table'],
  ['col', 'in column group'],
  ['tr', 'in table body'],
  ['td', 'in row'],
  ['th', 'in row'],
]);

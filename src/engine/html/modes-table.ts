/**
 * The insertion modes in tables.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable and the following sections
 */

import { nameSet } from './name-sets.js';
import { removeNuls } from './references.js';
import { impliedTag, type StartTag } from './tokens.js';
import { type InsertionMode, keepOnlySpace, splitLeadingSpace, type TreeBuilder } from './tree-builder.js';

const TABLE_TEXT_PARENTS = nameSet('table tbody template tfoot thead tr');
const SECTIONS = nameSet('tbody thead tfoot');
const CELLS = nameSet('td th');

/** Where clearing the stack ends: https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-context */
const TABLE_CONTEXT = nameSet('table template html');
const SECTION_CONTEXT = nameSet('tbody tfoot thead template html');
const ROW_CONTEXT = nameSet('tr template html');

/** Tags that close a caption or cell. */
const TABLE_PARTS = nameSet('caption col colgroup tbody td tfoot th thead tr');
const SECTION_ENDERS = nameSet('caption col colgroup tbody tfoot thead');
const ROW_ENDERS = nameSet('caption col colgroup tbody tfoot thead tr');

const IGNORED_ENDS_IN_TABLE = nameSet('body caption col colgroup html tbody td tfoot th thead tr');
const IGNORED_ENDS_IN_CAPTION = nameSet('body col colgroup html tbody td tfoot th thead tr');
const IGNORED_ENDS_IN_SECTION = nameSet('body caption col colgroup html td th tr');
const IGNORED_ENDS_IN_ROW = nameSet('body caption col colgroup html td th');
const IGNORED_ENDS_IN_CELL = nameSet('body caption col colgroup html');

export const IN_TABLE: InsertionMode = {
  text(builder, data) {
    if (!builder.open.isCurrentIn(TABLE_TEXT_PARENTS)) {
      builder.withFosterParenting(() => builder.text(data, 'in body'));
      return;
    }
    builder.originalMode = builder.mode;
    builder.mode = 'in table text';
    builder.text(data);
  },
  start(builder, tag) {
    if (!startTablePart(builder, tag) && !startSpecialTag(builder, tag)) {
      builder.withFosterParenting(() => builder.startInHtml(tag, 'in body'));
    }
  },
  end(builder, tag) {
    if (tag.name === 'table') closeTable(builder);
    else if (tag.name === 'template') builder.end(tag, 'in head');
    else if (!IGNORED_ENDS_IN_TABLE.has(tag.name)) {
      builder.withFosterParenting(() => builder.end(tag, 'in body'));
    }
  },
  endOfFile: (builder) => builder.endOfFile('in body'),
};

/** Handles captions, columns, sections, rows and cells. */
function startTablePart(builder: TreeBuilder, tag: StartTag): boolean {
  const { open } = builder;
  switch (tag.name) {
    case 'caption':
      open.clearBackTo(TABLE_CONTEXT);
      builder.formatting.pushMarker();
      builder.insert(tag);
      builder.mode = 'in caption';
      return true;
    case 'colgroup':
    case 'col':
      open.clearBackTo(TABLE_CONTEXT);
      builder.insert(tag.name === 'col' ? impliedTag('colgroup') : tag);
      builder.mode = 'in column group';
      if (tag.name === 'col') builder.start(tag);
      return true;
    case 'tbody':
    case 'tfoot':
    case 'thead':
    case 'td':
    case 'th':
    case 'tr': {
      const section = SECTIONS.has(tag.name);
      open.clearBackTo(TABLE_CONTEXT);
      builder.insert(section ? tag : impliedTag('tbody'));
      builder.mode = 'in table body';
      if (!section) builder.start(tag);
      return true;
    }
    default:
      return false;
  }
}

/** Handles other tags with a rule for tables; false: the tag is foster-parented. */
function startSpecialTag(builder: TreeBuilder, tag: StartTag): boolean {
  switch (tag.name) {
    case 'table':
      if (closeTable(builder)) builder.start(tag);
      return true;
    case 'style':
    case 'script':
    case 'template':
      builder.startInHtml(tag, 'in head');
      return true;
    case 'input':
      if (tag.attributes.get('type')?.toLowerCase() !== 'hidden') return false;
      builder.insertVoid(tag);
      return true;
    case 'form':
      if (!builder.open.hasName('template') && !builder.form) builder.form = builder.insertVoid(tag);
      return true;
    default:
      return false;
  }
}

function closeTable(builder: TreeBuilder): boolean {
  if (!builder.open.hasInTableScope('table')) return false;
  builder.open.popUntil('table');
  builder.resetMode();
  return true;
}

export const IN_TABLE_TEXT: InsertionMode = {
  text(builder, data) {
    const text = removeNuls(data);
    if (text) builder.pendingTableText.push(text);
  },
  start(builder, tag) {
    builder.flushTableText();
    builder.start(tag);
  },
  end(builder, tag) {
    builder.flushTableText();
    builder.end(tag);
  },
  endOfFile(builder) {
    builder.flushTableText();
    builder.endOfFile();
  },
};

export const IN_CAPTION: InsertionMode = {
  text: (builder, data) => builder.text(data, 'in body'),
  start(builder, tag) {
    if (!TABLE_PARTS.has(tag.name)) builder.startInHtml(tag, 'in body');
    else if (closeCaption(builder)) builder.start(tag);
  },
  end(builder, tag) {
    if (tag.name === 'caption') closeCaption(builder);
    else if (tag.name === 'table') {
      if (closeCaption(builder)) builder.end(tag);
    } else if (!IGNORED_ENDS_IN_CAPTION.has(tag.name)) builder.end(tag, 'in body');
  },
  endOfFile: (builder) => builder.endOfFile('in body'),
};

function closeCaption(builder: TreeBuilder): boolean {
  if (!builder.open.hasInTableScope('caption')) return false;
  builder.open.generateImpliedEndTags();
  builder.open.popUntil('caption');
  builder.formatting.clearToLastMarker();
  builder.mode = 'in table';
  return true;
}

export const IN_COLUMN_GROUP: InsertionMode = {
  text(builder, data) {
    const [space, rest] = splitLeadingSpace(data);
    if (space) builder.insertText(space);
    if (!rest) return;
    if (closeColumnGroup(builder)) builder.text(rest);
    else keepOnlySpace(builder, rest);
  },
  start(builder, tag) {
    if (tag.name === 'html') builder.startInHtml(tag, 'in body');
    else if (tag.name === 'col') builder.insertVoid(tag);
    else if (tag.name === 'template') builder.startInHtml(tag, 'in head');
    else if (closeColumnGroup(builder)) builder.start(tag);
  },
  end(builder, tag) {
    if (tag.name === 'colgroup') closeColumnGroup(builder);
    else if (tag.name === 'template') builder.end(tag, 'in head');
    else if (tag.name !== 'col' && closeColumnGroup(builder)) builder.end(tag);
  },
  endOfFile: (builder) => builder.endOfFile('in body'),
};

function closeColumnGroup(builder: TreeBuilder): boolean {
  if (!builder.open.isCurrent('colgroup')) return false;
  builder.open.pop();
  builder.mode = 'in table';
  return true;
}

export const IN_TABLE_BODY: InsertionMode = {
  text: (builder, data) => builder.text(data, 'in table'),
  start(builder, tag) {
    if (tag.name === 'tr' || tag.name === 'td' || tag.name === 'th') {
      builder.open.clearBackTo(SECTION_CONTEXT);
      builder.insert(tag.name === 'tr' ? tag : impliedTag('tr'));
      builder.mode = 'in row';
      if (tag.name !== 'tr') builder.start(tag);
    } else if (!SECTION_ENDERS.has(tag.name)) builder.startInHtml(tag, 'in table');
    else if (closeSection(builder)) builder.start(tag);
  },
  end(builder, tag) {
    if (SECTIONS.has(tag.name)) closeSection(builder, tag.name);
    else if (tag.name === 'table') {
      if (closeSection(builder)) builder.end(tag);
    } else if (!IGNORED_ENDS_IN_SECTION.has(tag.name)) builder.end(tag, 'in table');
  },
  endOfFile: (builder) => builder.endOfFile('in body'),
};

/** Closes the current section if one is in table scope: with a name, one of this name. */
function closeSection(builder: TreeBuilder, name?: string): boolean {
  const { open } = builder;
  if (!(name === undefined ? open.hasOneInTableScope(SECTIONS) : open.hasInTableScope(name))) return false;
  open.clearBackTo(SECTION_CONTEXT);
  open.pop();
  builder.mode = 'in table';
  return true;
}

export const IN_ROW: InsertionMode = {
  text: (builder, data) => builder.text(data, 'in table'),
  start(builder, tag) {
    if (tag.name === 'th' || tag.name === 'td') {
      builder.open.clearBackTo(ROW_CONTEXT);
      builder.insert(tag);
      builder.mode = 'in cell';
      builder.formatting.pushMarker();
    } else if (!ROW_ENDERS.has(tag.name)) builder.startInHtml(tag, 'in table');
    else if (closeRow(builder)) builder.start(tag);
  },
  end(builder, tag) {
    if (tag.name === 'tr') closeRow(builder);
    else if (tag.name === 'table') {
      if (closeRow(builder)) builder.end(tag);
    } else if (SECTIONS.has(tag.name)) {
      if (builder.open.hasInTableScope(tag.name) && closeRow(builder)) builder.end(tag);
    } else if (!IGNORED_ENDS_IN_ROW.has(tag.name)) builder.end(tag, 'in table');
  },
  endOfFile: (builder) => builder.endOfFile('in body'),
};

function closeRow(builder: TreeBuilder): boolean {
  if (!builder.open.hasInTableScope('tr')) return false;
  builder.open.clearBackTo(ROW_CONTEXT);
  builder.open.pop();
  builder.mode = 'in table body';
  return true;
}

export const IN_CELL: InsertionMode = {
  text: (builder, data) => builder.text(data, 'in body'),
  start(builder, tag) {
    if (!TABLE_PARTS.has(tag.name)) builder.startInHtml(tag, 'in body');
    else if (builder.open.hasOneInTableScope(CELLS)) {
      closeCell(builder);
      builder.start(tag);
    }
  },
  end(builder, tag) {
    if (tag.name === 'td' || tag.name === 'th') {
      if (builder.open.hasInTableScope(tag.name)) closeCell(builder, tag.name);
    } else if (tag.name === 'table' || tag.name === 'tr' || SECTIONS.has(tag.name)) {
      if (!builder.open.hasInTableScope(tag.name)) return;
      closeCell(builder);
      builder.end(tag);
    } else if (!IGNORED_ENDS_IN_CELL.has(tag.name)) builder.end(tag, 'in body');
  },
  endOfFile: (builder) => builder.endOfFile('in body'),
};

function closeCell(builder: TreeBuilder, name?: string): void {
  builder.open.generateImpliedEndTags();
  if (name === undefined) builder.open.popUntilIn(CELLS);
  else builder.open.popUntil(name);
  builder.formatting.clearToLastMarker();
  builder.mode = 'in row';
}

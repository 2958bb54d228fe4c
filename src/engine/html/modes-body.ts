/**
 * The insertion mode "in body": https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
 * One rule per tag name; other names are ordinary elements.
 */

import { adopt, closeAnyOther } from './adoption.js';
import { HEADING_ELEMENTS, isSpecial } from './elements.js';
import { insertForeign } from './foreign.js';
import { isHtml } from './open-elements.js';
import { removeNuls } from './references.js';
import { type EndTag, impliedTag, type StartTag } from './tokens.js';
import { detach, type InsertionMode, type ModeName, type TreeBuilder } from './tree-builder.js';

type StartRule = (builder: TreeBuilder, tag: StartTag) => void;
type EndRule = (builder: TreeBuilder, tag: EndTag) => void;

const IN_TABLE_MODES: ReadonlySet<ModeName> = new Set([
  'in table',
  'in caption',
  'in table body',
  'in row',
  'in cell',
] as const);

export const IN_BODY: InsertionMode = {
  text(builder, data) {
    const text = removeNuls(data);
    if (!text) return;
    builder.reconstructFormatting();
    builder.insertText(text);
    if (builder.framesetOk && /[^\t\n\f\r ]/.test(text)) builder.framesetOk = false;
  },
  start(builder, tag) {
    (START_RULES.get(tag.name) ?? openOrdinary)(builder, tag);
  },
  end(builder, tag) {
    const rule = END_RULES.get(tag.name);
    if (rule) rule(builder, tag);
    else closeAnyOther(builder, tag.name);
  },
  endOfFile(builder) {
    if (builder.templateModes.length > 0) builder.endOfFile('in template');
  },
};

const openOrdinary: StartRule = (builder, tag) => {
  builder.reconstructFormatting();
  builder.insert(tag);
};

const openBlock: StartRule = (builder, tag) => {
  builder.closeParagraph();
  builder.insert(tag);
};

const openHeading: StartRule = (builder, tag) => {
  builder.closeParagraph();
  if (builder.open.isCurrentIn(HEADING_ELEMENTS)) builder.open.pop();
  builder.insert(tag);
};

const openPreformatted: StartRule = (builder, tag) => {
  openBlock(builder, tag);
  builder.skipNewline = true;
  builder.framesetOk = false;
};

const openForm: StartRule = (builder, tag) => {
  const inTemplate = builder.open.hasName('template');
  if (builder.form && !inTemplate) return;
  builder.closeParagraph();
  const form = builder.insert(tag);
  if (!inTemplate) builder.form = form;
};

const IGNORED_BETWEEN_ITEMS: ReadonlySet<string> = new Set(['address', 'div', 'p']);

/** `li`, `dd` and `dt` close the item before them unless a special element other than address, div and p intervenes. */
function openItem(...names: string[]): StartRule {
  const closes = new Set(names);
  return (builder, tag) => {
    const { open } = builder;
    builder.framesetOk = false;
    const mayClose = names.some((name) => open.hasName(name));
    for (let index = open.items.length - 1; mayClose && index >= 0; index -= 1) {
      const element = open.items[index]!;
      if (element.namespace === 'html' && closes.has(element.name)) {
        open.generateImpliedEndTags(element.name);
        open.popUntil(element.name);
        break;
      }
      if (isSpecial(element) && !IGNORED_BETWEEN_ITEMS.has(element.name)) break;
    }
    openBlock(builder, tag);
  };
}

const openButton: StartRule = (builder, tag) => {
  if (builder.open.hasInScope('button')) {
    builder.open.generateImpliedEndTags();
    builder.open.popUntil('button');
  }
  openOrdinary(builder, tag);
  builder.framesetOk = false;
};

const openLink: StartRule = (builder, tag) => {
  const unclosed = builder.formatting.findAfterMarker('a');
  if (unclosed) {
    adopt(builder, 'a');
    builder.formatting.remove(unclosed);
    builder.open.remove(unclosed);
  }
  openFormatting(builder, tag);
};

const openFormatting: StartRule = (builder, tag) => {
  builder.reconstructFormatting();
  builder.formatting.push(builder.insert(tag));
};

const openNobr: StartRule = (builder, tag) => {
  builder.reconstructFormatting();
  if (builder.open.hasInScope('nobr')) {
    adopt(builder, 'nobr');
    builder.reconstructFormatting();
  }
  builder.formatting.push(builder.insert(tag));
};

const openWithMarker: StartRule = (builder, tag) => {
  openOrdinary(builder, tag);
  builder.formatting.pushMarker();
  builder.framesetOk = false;
};

const openTable: StartRule = (builder, tag) => {
  if (builder.documentMode !== 'quirks') builder.closeParagraph();
  builder.insert(tag);
  builder.framesetOk = false;
  builder.mode = 'in table';
};

const insertInlineVoid: StartRule = (builder, tag) => {
  builder.reconstructFormatting();
  builder.insertVoid(tag);
  builder.framesetOk = false;
};

const insertInput: StartRule = (builder, tag) => {
  builder.reconstructFormatting();
  builder.insertVoid(tag);
  if (tag.attributes.get('type')?.toLowerCase() !== 'hidden') builder.framesetOk = false;
};

const insertRule: StartRule = (builder, tag) => {
  builder.closeParagraph();
  builder.insertVoid(tag);
  builder.framesetOk = false;
};

const openTextarea: StartRule = (builder, tag) => {
  builder.insertRawText(tag, 'rcdata');
  builder.skipNewline = true;
  builder.framesetOk = false;
};

const openXmp: StartRule = (builder, tag) => {
  builder.closeParagraph();
  builder.reconstructFormatting();
  builder.framesetOk = false;
  builder.insertRawText(tag, 'rawtext');
};

const openIframe: StartRule = (builder, tag) => {
  builder.framesetOk = false;
  builder.insertRawText(tag, 'rawtext');
};

const openSelect: StartRule = (builder, tag) => {
  openOrdinary(builder, tag);
  builder.framesetOk = false;
  builder.mode = IN_TABLE_MODES.has(builder.mode) ? 'in select in table' : 'in select';
};

const openOption: StartRule = (builder, tag) => {
  if (builder.open.isCurrent('option')) builder.open.pop();
  openOrdinary(builder, tag);
};

const openRubyContainer: StartRule = (builder, tag) => {
  if (builder.open.hasInScope('ruby')) builder.open.generateImpliedEndTags();
  builder.insert(tag);
};

const openRubyText: StartRule = (builder, tag) => {
  if (builder.open.hasInScope('ruby')) builder.open.generateImpliedEndTags('rtc');
  builder.insert(tag);
};

const mergeIntoHtml: StartRule = (builder, tag) => {
  if (!builder.open.hasName('template')) builder.mergeAttributes(builder.open.items[0], tag);
};

const mergeIntoBody: StartRule = (builder, tag) => {
  const body = builder.open.items[1];
  if (!body || !isHtml(body, 'body') || builder.open.hasName('template')) return;
  builder.framesetOk = false;
  builder.mergeAttributes(body, tag);
};

const openFrameset: StartRule = (builder, tag) => {
  const body = builder.open.items[1];
  if (!body || !isHtml(body, 'body') || !builder.framesetOk) return;
  detach(body);
  while (builder.open.depth > 1) builder.open.pop();
  builder.insert(tag);
  builder.mode = 'in frameset';
};

const ignoreStart: StartRule = () => {};

const startInHead: StartRule = (builder, tag) => builder.startInHtml(tag, 'in head');

const closeBlock: EndRule = ({ open }, tag) => {
  if (!open.hasInScope(tag.name)) return;
  open.generateImpliedEndTags();
  open.popUntil(tag.name);
};

const closeParagraph: EndRule = (builder) => {
  if (!builder.open.hasInButtonScope('p')) builder.insert(impliedTag('p'));
  builder.closeParagraph();
};

const closeListItem: EndRule = ({ open }) => {
  if (!open.hasInListItemScope('li')) return;
  open.generateImpliedEndTags('li');
  open.popUntil('li');
};

const closeDescription: EndRule = ({ open }, tag) => {
  if (!open.hasInScope(tag.name)) return;
  open.generateImpliedEndTags(tag.name);
  open.popUntil(tag.name);
};

const closeHeading: EndRule = ({ open }) => {
  if (!open.hasOneInScope(HEADING_ELEMENTS)) return;
  open.generateImpliedEndTags();
  open.popUntilIn(HEADING_ELEMENTS);
};

const closeWithMarker: EndRule = (builder, tag) => {
  if (!builder.open.hasInScope(tag.name)) return;
  builder.open.generateImpliedEndTags();
  builder.open.popUntil(tag.name);
  builder.formatting.clearToLastMarker();
};

const closeForm: EndRule = (builder) => {
  const { open } = builder;
  if (open.hasName('template')) {
    if (!open.hasInScope('form')) return;
    open.generateImpliedEndTags();
    open.popUntil('form');
    return;
  }
  const { form } = builder;
  builder.form = null;
  if (!form || !open.isElementInScope(form)) return;
  open.generateImpliedEndTags();
  open.remove(form);
};

const closeBody: EndRule = (builder) => {
  if (builder.open.hasInScope('body')) builder.mode = 'after body';
};

const closeHtml: EndRule = (builder, tag) => {
  if (!builder.open.hasInScope('body')) return;
  builder.mode = 'after body';
  builder.end(tag);
};

/** `</br>` is a line break. */
const closeBreak: EndRule = (builder) => {
  insertInlineVoid(builder, impliedTag('br'));
};

const START_RULES: ReadonlyMap<string, StartRule> = rules<StartRule>([
  ['html', mergeIntoHtml],
  ['base basefont bgsound link meta noframes script style template title', startInHead],
  ['body', mergeIntoBody],
  ['frameset', openFrameset],
  [
    `address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup
    main menu nav ol p search section summary ul`,
    openBlock,
  ],
  ['h1 h2 h3 h4 h5 h6', openHeading],
  ['pre listing', openPreformatted],
  ['form', openForm],
  ['li', openItem('li')],
  ['dd dt', openItem('dd', 'dt')],
  [
    'plaintext',
    (builder, tag) => {
      openBlock(builder, tag);
      builder.tokenizer.expectPlaintext();
    },
  ],
  ['button', openButton],
  ['a', openLink],
  ['b big code em font i s small strike strong tt u', openFormatting],
  ['nobr', openNobr],
  ['applet marquee object', openWithMarker],
  ['table', openTable],
  ['area br embed img keygen wbr', insertInlineVoid],
  ['input', insertInput],
  ['param source track', (builder, tag) => void builder.insertVoid(tag)],
  ['hr', insertRule],
  ['image', (builder, tag) => builder.startInHtml({ ...tag, name: 'img' })],
  ['textarea', openTextarea],
  ['xmp', openXmp],
  ['iframe', openIframe],
  ['noembed', (builder, tag) => builder.insertRawText(tag, 'rawtext')],
  ['select', openSelect],
  ['optgroup option', openOption],
  ['rb rtc', openRubyContainer],
  ['rp rt', openRubyText],
  ['math', (builder, tag) => openForeign(builder, tag, 'mathml')],
  ['svg', (builder, tag) => openForeign(builder, tag, 'svg')],
  ['caption col colgroup frame head tbody td tfoot th thead tr', ignoreStart],
]);

const END_RULES: ReadonlyMap<string, EndRule> = rules<EndRule>([
  ['template', (builder, tag) => builder.end(tag, 'in head')],
  ['body', closeBody],
  ['html', closeHtml],
  [
    `address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header
    hgroup listing main menu nav ol pre search section summary ul`,
    closeBlock,
  ],
  ['form', closeForm],
  ['p', closeParagraph],
  ['li', closeListItem],
  ['dd dt', closeDescription],
  ['h1 h2 h3 h4 h5 h6', closeHeading],
  ['a b big code em font i nobr s small strike strong tt u', (builder, tag) => adopt(builder, tag.name)],
  ['applet marquee object', closeWithMarker],
  ['br', closeBreak],
]);

function openForeign(builder: TreeBuilder, tag: StartTag, namespace: 'svg' | 'mathml'): void {
  builder.reconstructFormatting();
  insertForeign(builder, tag, namespace);
}

function rules<Rule>(table: readonly (readonly [names: string, rule: Rule])[]): ReadonlyMap<string, Rule> {
  return new Map(table.flatMap(([names, rule]) => names.split(/\s+/).map((name) => [name, rule] as const)));
}

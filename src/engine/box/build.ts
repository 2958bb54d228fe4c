/**
 * The box stage: a styled document in, the box tree out. Source: https://www.w3.org/TR/CSS22/visuren.html#box-gen
 *   1. generate   elements to raw boxes, with generated content and text
 *   2. fix up     anonymous table objects
 *   3. assemble   blocks inside inlines split them, anonymous blocks, white space, final boxes
 */

import { physicalStyle } from '../css/compute/frames.js';
import type { FirstLineStyles, StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { ElementNode } from '../html/dom.js';
import type { FontLibrary } from '../text/fonts.js';
import { collapseWhitespace, type TextPiece } from '../text/whitespace.js';
import { CounterStyles } from './counter-styles.js';
import { splitFirstLetter } from './first-letter.js';
import { firstLineOf } from './first-line.js';
import { BoxGenerator } from './generate.js';
import {
  isCollapsibleSpace,
  isFloating,
  isInlineBox,
  isInlineLevel,
  isOutOfFlow,
  type RawBox,
  type RawNode,
  type RawReplaced,
  type RawText,
  type Resources,
} from './raw.js';
import { References } from './references.js';
import type { SvgContext } from './svg.js';
import { TableFixup } from './table-fixup.js';
import { createTextMapper } from './text-case.js';
import type {
  BlockBox,
  BlockContent,
  BlockLevelBox,
  BoxBase,
  FormattingContext,
  InlineBox,
  InlineLevelBox,
  MarkerBox,
  TableBox,
  TableCell,
  TableColumn,
  TableRow,
  TableSection,
} from './tree.js';
import { UNDECORATED } from './undecorated.js';
import { intoFrames } from './writing-modes.js';

export interface BuildContext extends SvgContext {
  readonly fonts: FontLibrary;
  readonly resources: Resources;
  /** What generated content may say of other places. Default: nothing is known of them yet. */
  readonly references?: References;
}

export function buildBoxTree(context: BuildContext): BlockBox {
  return new BoxAssembler(context.styled).block(intoFrames(createGenerator(context).root()));
}

export function createGenerator(context: BuildContext): BoxGenerator {
  const counterStyles = new CounterStyles(context.styled.counterStyles);
  const references = context.references ?? new References(context.styled.document);
  return new BoxGenerator({ ...context, references, counterStyles, mapper: createTextMapper() });
}

const isInFlow = ({ style }: BlockLevelBox) =>
  style.position !== 'absolute' && style.position !== 'fixed' && style.float === 'none';

/** Gives ids in document order while it turns raw boxes into final ones. */
export class BoxAssembler {
  readonly #tables: TableFixup;
  #nextId: number;
  /** Of the block, or one around it, whose first line is still to come. */
  #firstLine: FirstLineStyles | undefined;
  /** How many cells and flex or grid containers are around what is being built. */
  #confining = 0;

  constructor(
    private readonly styled: StyledDocument,
    firstId = 0,
  ) {
    this.#nextId = firstId;
    this.#tables = new TableFixup(styled);
  }

  block(raw: RawBox): BlockBox {
    if (takesFirstLetter(raw)) splitFirstLetter(raw, this.styled);
    const split = isFieldset(raw) ? takeLegend(raw) : undefined;
    if (split) return { ...this.#block(this.#fieldset(split.fieldset)), legend: this.block(split.legend) };
    return this.#block(raw);
  }

  /** What a fieldset is besides a block (a flex container, columns) an anonymous block in it is. */
  #fieldset(raw: RawBox): RawBox {
    if (formattingContext(raw.style) === 'flow') return raw;
    const content: RawBox = {
      kind: 'box',
      style: { ...raw.style, ...FIELDSET_CONTENT },
      element: raw.element,
      origin: 'anonymous',
      children: raw.children,
    };
    const style: ComputedStyle = {
      ...raw.style,
      display: 'flow-root',
      'column-count': 'auto',
      'column-width': 'auto',
    };
    return { ...raw, style, children: [content] };
  }

  #block(raw: RawBox): BlockBox {
    const outer = this.#firstLine;
    const takesPart = sharesFirstLine(raw);
    const own = takesFirstLetter(raw) ? this.styled.firstLine(raw.element) : undefined;
    this.#firstLine = own ?? (takesPart ? outer : undefined);
    const box = this.#container(raw);
    this.#firstLine = takesPart && !this.#firstLine ? undefined : outer;
    return box;
  }

  #container(raw: RawBox): BlockBox {
    const base = this.#base(raw);
    const context = raw.turned ?? formattingContext(raw.style);
    const styles = this.#firstLine;
    const block: BlockBox = {
      ...base,
      kind: 'block',
      context,
      newFormattingContext: raw.frames !== undefined || startsFormattingContext(raw),
      marker: raw.marker && this.#marker(raw.marker),
      ...(raw.baseline && { baseline: raw.baseline }),
      ...(raw.roundsUpWidth && { roundsUpWidth: raw.roundsUpWidth }),
      ...(raw.isRubyPair && { isRubyPair: true }),
      ...(raw.running && { running: raw.running }),
      ...(raw.footnote && { footnote: raw.footnote }),
      ...(raw.frames && { frames: raw.frames }),
      ...(raw.room && { room: raw.room }),
      ...(raw.squeezes && { squeezes: true }),
      content: context === 'multicol' ? { type: 'blocks', children: [this.#columnFlow(raw)] } : this.#content(raw),
    };
    return this.#withFirstLine(block, styles);
  }

  #withFirstLine(block: BlockBox, styles: FirstLineStyles | undefined): BlockBox {
    const { content } = block;
    if (!styles || content.type !== 'inlines' || content.children.length === 0) return block;
    const nextId = () => this.#takeId();
    return { ...block, firstLine: firstLineOf(block, content.children, { styled: this.styled, styles, nextId }) };
  }

  /** Source: https://drafts.csswg.org/css-multicol-1/#column-box */
  #columnFlow(raw: RawBox): BlockBox {
    const style = { ...this.styled.anonymous(raw.style, 'block'), 'justify-items': raw.style['justify-items'] };
    const base = this.#base({ style, element: raw.element, origin: 'anonymous' });
    const content = this.#content(raw);
    return { ...base, kind: 'block', context: 'flow', newFormattingContext: false, marker: undefined, content };
  }

  #base(
    raw: Pick<BoxBase, 'style' | 'element' | 'origin' | 'strings' | 'bookmark'> & Pick<RawBox, 'computedStyle'>,
  ): BoxBase {
    const { style, element, origin, strings, bookmark } = raw;
    const id = this.#takeId();
    const physical = raw.computedStyle ?? physicalStyle(style);
    const wasInline = this.styled.isInlinePositioned(physical);
    const quirkyMargins = this.styled.quirkyMargins(physical);
    if (!wasInline && !quirkyMargins && !strings && !bookmark) return { id, style, element, origin };
    return {
      id,
      style,
      element,
      origin,
      ...(wasInline && { wasInline }),
      ...(quirkyMargins && { quirkyMargins }),
      ...(strings && { strings }),
      ...(bookmark && { bookmark }),
    };
  }

  #takeId(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }

  #marker(raw: RawBox): MarkerBox {
    const base = this.#base(raw);
    return { ...base, kind: 'marker', children: this.#inlines(raw.children, base.style) };
  }

  // ---- block containers --------------------------------------------------------------------------------------------

  #content(raw: RawBox): BlockContent {
    const children = this.#flatten(raw);
    const context = formattingContext(raw.style);
    if (context === 'flex' || context === 'grid') return { type: 'blocks', children: this.#items(raw, children) };
    const isBlock = (node: RawNode) => !isInlineLevel(node);
    const hasInline = children.some((node) => isInlineLevel(node) && !isCollapsibleSpace(node));
    const hasBlock = children.some((node) => isBlock(node) && !isOutOfFlow(node) && !isFloating(node));
    if (hasInline && !hasBlock) {
      // What boxes on the line contain has first lines of its own.
      this.#firstLine = undefined;
      return { type: 'inlines', children: this.#inlines(children, raw.style) };
    }
    if (!hasInline) return { type: 'blocks', children: children.filter(isBlock).map((node) => this.#blockLevel(node)) };
    return { type: 'blocks', children: this.#mixed(raw, children) };
  }

  /** Blocks and lines in one container: the lines get anonymous blocks. */
  #mixed(raw: RawBox, children: readonly RawNode[]): BlockLevelBox[] {
    const result: BlockLevelBox[] = [];
    let run: RawNode[] = [];
    let splits = false;
    const flush = () => {
      const hasText = run.some((node) => isInlineLevel(node) && !isCollapsibleSpace(node));
      // Floats before the text are siblings of the blocks, and so are positioned boxes without any; the others share
      // the lines of the text.
      const first = run.findIndex((node) => !isFloating(node) && !isCollapsibleSpace(node));
      const lead = hasText ? run.slice(0, first) : run;
      for (const node of lead) if (!isInlineLevel(node)) result.push(this.#blockLevel(node));
      if (hasText) {
        const block = this.#anonymousBlock(raw, run.slice(first));
        const continues = result.some(isInFlow);
        result.push(continues ? { ...block, continues, continuesLines: splits } : block);
      }
      run = [];
    };
    for (const child of children) {
      if (isInlineLevel(child) || isOutOfFlow(child) || isFloating(child)) run.push(child);
      else {
        flush();
        splits = child.splitsInline === true;
        result.push(this.#blockLevel(child));
      }
    }
    flush();
    return result;
  }

  /** Flex and grid items: every child on its own, runs of text in anonymous blocks. Source: css-flexbox-1 §4 */
  #items(raw: RawBox, children: readonly RawNode[]): BlockLevelBox[] {
    const result: BlockLevelBox[] = [];
    let run: RawNode[] = [];
    this.#confining += 1;
    const flush = () => {
      if (run.some((node) => !isCollapsibleSpace(node))) result.push(this.#anonymousBlock(raw, run, true));
      run = [];
    };
    for (const child of children) {
      if (child.kind === 'text' || child.kind === 'break' || isInlineBox(child)) run.push(child);
      else {
        flush();
        result.push(this.#blockLevel(child));
      }
    }
    flush();
    this.#confining -= 1;
    return result;
  }

  #anonymousBlock(parent: RawBox, children: readonly RawNode[], newFormattingContext = false): BlockBox {
    const style = this.styled.anonymous(parent.style, 'block');
    const base = this.#base({ style, element: parent.element, origin: 'anonymous' });
    const styles = this.#firstLine;
    this.#firstLine = undefined;
    const content: BlockContent = { type: 'inlines', children: this.#inlines(children, parent.style) };
    const block: BlockBox = {
      ...base,
      kind: 'block',
      context: 'flow',
      newFormattingContext,
      marker: undefined,
      content,
    };
    return this.#withFirstLine(block, styles);
  }

  #blockLevel(node: RawNode): BlockLevelBox {
    if (node.kind === 'replaced') return { ...node, ...naturalSize(node), ...this.#base(node) };
    if (node.kind !== 'box') throw new Error(`A ${node.kind} is not block-level`);
    const { display } = node.style;
    const box = display === 'table' || display === 'inline-table' ? this.#table(node) : this.block(node);
    return node.inlineAncestors ? { ...box, inlineAncestors: node.inlineAncestors } : box;
  }

  /** Children with tables fixed up and inline boxes split around the blocks in them. */
  #flatten(raw: RawBox): RawNode[] {
    const result: RawNode[] = [];
    for (const child of this.#tables.children(raw)) {
      if (isInlineBox(child)) result.push(...this.#splitInline(child));
      else result.push(child);
    }
    return result;
  }

  /** An inline box with blocks inside becomes its parts before, between and after them (CSS 2.2 §9.2.1.1). */
  #splitInline(inline: RawBox): RawNode[] {
    const flat = this.#flatten(inline);
    const children = isPositioned(inline) ? flat.map((child) => floatsIn(inline, child)) : flat;
    const isBlock = (node: RawNode) => !isInlineLevel(node) && !isOutOfFlow(node) && !isFloating(node);
    if (!children.some(isBlock)) return [{ ...inline, children }];
    const parts: RawNode[] = [];
    let run: RawNode[] = [];
    let isFirst = true;
    const flush = (isLast: boolean) => {
      parts.push({ ...inline, children: run, continuesBefore: !isFirst, continuesAfter: !isLast });
      isFirst = false;
      run = [];
    };
    for (const child of children) {
      if (isBlock(child)) {
        flush(false);
        const block = isPositioned(inline) ? within(inline, child) : child;
        parts.push({ ...block, splitsInline: true });
      } else run.push(child);
    }
    flush(true);
    // A part without content or edges would make an empty line.
    return parts.filter(
      (part) =>
        part.kind !== 'box' ||
        part.origin !== inline.origin ||
        part.element !== inline.element ||
        isBlock(part) ||
        !isEmptyPart(part),
    );
  }

  // ---- inline content ----------------------------------------------------------------------------------------------

  #inlines(nodes: readonly RawNode[], containerStyle: ComputedStyle): InlineLevelBox[] {
    const pieces: TextPiece[] = [];
    const collect = (list: readonly RawNode[]) => {
      for (const node of list) {
        if (node.kind === 'text' && node.isLeader) {
          pieces.push({ text: '\ufffc', collapse: containerStyle['white-space-collapse'], atomic: true });
        } else if (node.kind === 'text') {
          const wraps = node.style['text-wrap-mode'] === 'wrap';
          pieces.push({ text: node.text, collapse: node.style['white-space-collapse'], wraps });
        } else if (node.kind === 'break' && !node.forced) {
          pieces.push({ text: '\u200b', collapse: 'preserve', transparent: true });
        } else if (node.kind === 'break') pieces.push({ text: '\n', collapse: 'preserve' });
        else if (isInlineBox(node)) {
          if (!isInsideMarker(node)) collect(node.children);
        } else if (isInlineLevel(node))
          pieces.push({ text: '\ufffc', collapse: containerStyle['white-space-collapse'], atomic: true });
      }
    };
    collect(nodes);
    const texts = collapseWhitespace(pieces);
    let next = 0;
    const build = (list: readonly RawNode[]): InlineLevelBox[] => {
      const result: InlineLevelBox[] = [];
      for (const node of list) {
        if (node.kind === 'text') {
          const text = texts[next] ?? '';
          next += 1;
          if (text !== '') result.push(this.#text(node, node.isLeader ? node.text : text));
        } else if (node.kind === 'break') {
          next += 1;
          result.push({ ...this.#base(node), kind: 'break', forced: node.forced });
        } else if (isInlineBox(node)) {
          result.push(this.#inline(node, isInsideMarker(node) ? (list) => this.#verbatim(list) : build));
        } else {
          if (isInlineLevel(node)) next += 1;
          result.push(this.#blockLevel(node));
        }
      }
      return result;
    };
    return build(nodes);
  }

  /** An inside marker's content: what follows it begins the line as if it were not there. */
  #verbatim(nodes: readonly RawNode[]): InlineLevelBox[] {
    return nodes.map((node) => (node.kind === 'text' ? this.#text(node, node.text) : this.#blockLevel(node)));
  }

  #text(node: RawText, text: string): InlineLevelBox {
    const { decorations, isLeader } = node;
    return { ...this.#base(node), kind: 'text', text, decorations, ...(isLeader && { isLeader }) };
  }

  #inline(node: RawBox, build: (list: readonly RawNode[]) => InlineLevelBox[]): InlineBox {
    const base = this.#base(node);
    return {
      ...base,
      kind: 'inline',
      children: build(node.children),
      ...(node.continuesBefore && { continuesBefore: true }),
      ...(node.continuesAfter && { continuesAfter: true }),
    };
  }

  // ---- tables ------------------------------------------------------------------------------------------------------

  #table(raw: RawBox): TableBox {
    this.#firstLine = undefined;
    const base = this.#base(raw);
    const captions: BlockBox[] = [];
    const columns: TableColumn[] = [];
    const sections: TableSection[] = [];
    let hasHeader = false;
    let hasFooter = false;
    for (const child of this.#tables.children(raw)) {
      if (child.kind !== 'box') continue;
      const { display } = child.style;
      if (display === 'table-caption') captions.push(this.block(child));
      else if (display === 'table-column')
        addColumns(columns, this.#base(child), undefined, span(child.element, child.origin));
      else if (display === 'table-column-group') this.#columnGroup(child, columns);
      else {
        const isHeader: boolean = display === 'table-header-group' && !hasHeader;
        const isFooter: boolean = display === 'table-footer-group' && !hasFooter;
        hasHeader ||= isHeader;
        hasFooter ||= isFooter;
        sections.push(this.#section(child, isHeader ? 'header' : isFooter ? 'footer' : 'body'));
      }
    }
    const order = { header: 0, body: 1, footer: 2 };
    sections.sort((a, b) => order[a.role] - order[b.role]);
    return {
      ...base,
      kind: 'table',
      captions,
      columns,
      sections,
      ...(this.#confining > 0 && { isConfined: true }),
      ...(raw.frames && { frames: raw.frames }),
    };
  }

  #columnGroup(raw: RawBox, columns: TableColumn[]): void {
    const group = this.#base(raw);
    const children = this.#tables.children(raw).filter((node): node is RawBox => node.kind === 'box');
    if (children.length === 0) addColumns(columns, undefined, group, span(raw.element, raw.origin));
    for (const child of children) addColumns(columns, this.#base(child), group, span(child.element, child.origin));
  }

  #section(raw: RawBox, role: TableSection['role']): TableSection {
    const base = this.#base(raw);
    const rows = this.#tables.children(raw).filter((node): node is RawBox => node.kind === 'box');
    return { ...base, kind: 'table-section', role, rows: rows.map((row) => this.#row(row)) };
  }

  #row(raw: RawBox): TableRow {
    const base = this.#base(raw);
    const cells = this.#tables.children(raw).filter((node): node is RawBox => node.kind === 'box');
    return { ...base, kind: 'table-row', cells: cells.map((cell) => this.#cell(cell)) };
  }

  #cell(raw: RawBox): TableCell {
    const isCell = raw.origin === undefined;
    const rowspan = isCell ? spanOf(raw.element, 'rowspan', 65_534, 0) : 1;
    this.#confining += 1;
    const box = this.block(raw);
    this.#confining -= 1;
    return { box, colspan: isCell ? spanOf(raw.element, 'colspan', 1000, 1) : 1, rowspan };
  }
}

function isInsideMarker(node: RawNode): boolean {
  return node.kind === 'box' && node.origin === '::marker';
}

/** Whether the inline box moves what is in it: https://www.w3.org/TR/CSS22/visuren.html#relative-positioning */
function isPositioned({ style }: RawBox): boolean {
  return style.position === 'relative' || style.position === 'sticky';
}

function within<N extends RawNode>({ element, style }: RawBox, node: N): N {
  return { ...node, inlineAncestors: [...(node.inlineAncestors ?? []), { element, style }] };
}

/** The node, in which every float goes with the inline box around it. */
function floatsIn(inline: RawBox, node: RawNode): RawNode {
  if (isInlineBox(node)) return { ...node, children: node.children.map((child) => floatsIn(inline, child)) };
  return isFloating(node) ? within(inline, node) : node;
}

function isEmptyPart(part: RawBox): boolean {
  const { style } = part;
  const hasStart = !part.continuesBefore && hasEdge(style, style.direction === 'ltr' ? 'left' : 'right');
  const hasEnd = !part.continuesAfter && hasEdge(style, style.direction === 'ltr' ? 'right' : 'left');
  return !hasStart && !hasEnd && part.children.every(isCollapsibleSpace);
}

function hasEdge(style: ComputedStyle, side: 'left' | 'right'): boolean {
  return style[`border-${side}-width`] !== 0 || style[`padding-${side}`] !== 0 || style[`margin-${side}`] !== 0;
}

function formattingContext(style: ComputedStyle): FormattingContext {
  const { display } = style;
  if (display === 'flex' || display === 'inline-flex') return 'flex';
  if (display === 'grid' || display === 'inline-grid') return 'grid';
  const isMulticol = style['column-count'] !== 'auto' || style['column-width'] !== 'auto';
  const isBlockContainer = !display.startsWith('table') || display === 'table-cell' || display === 'table-caption';
  return isMulticol && isBlockContainer ? 'multicol' : 'flow';
}

/** Source: https://drafts.csswg.org/css-display-3/#establish-an-independent-formatting-context */
function startsFormattingContext(raw: RawBox): boolean {
  const { style } = raw;
  const inner = !['block', 'list-item'].includes(style.display);
  return (
    inner ||
    (style['overflow-x'] !== 'visible' && style['overflow-x'] !== 'clip') ||
    isOutOfFlow(raw) ||
    isFloating(raw) ||
    formattingContext(style) !== 'flow' ||
    style['column-span'] === 'all' ||
    style['align-content'].value !== 'normal' ||
    (raw.element.name === 'html' && raw.origin === undefined) ||
    (raw.element.name === 'fieldset' && raw.origin === undefined)
  );
}

const isFieldset = (raw: RawBox) => raw.element.name === 'fieldset' && raw.origin === undefined;

/** The first legend in flow, and the fieldset without it. */
function takeLegend(fieldset: RawBox): { fieldset: RawBox; legend: RawBox } | undefined {
  const legend = fieldset.children.find(
    (child): child is RawBox =>
      child.kind === 'box' &&
      child.element.name === 'legend' &&
      child.origin === undefined &&
      !isOutOfFlow(child) &&
      !isFloating(child),
  );
  if (!legend) return undefined;
  const children = fieldset.children.filter((child) => child !== legend);
  const display = isInlineLevel(legend) ? 'flow-root' : legend.style.display;
  return { fieldset: { ...fieldset, children }, legend: { ...legend, style: { ...legend.style, display } } };
}

/** An anonymous block in the fieldset has none of these: they are the fieldset's. */
const FIELDSET_CONTENT: Partial<ComputedStyle> = {
  width: 'auto',
  height: 'auto',
  'min-width': 'auto',
  'min-height': 'auto',
  'max-width': 'none',
  'max-height': 'none',
  'margin-top': 0,
  'margin-right': 0,
  'margin-bottom': 0,
  'margin-left': 0,
  ...UNDECORATED,
  position: 'static',
  float: 'none',
  opacity: 1,
  transform: 'none',
};

/** Whether its first line is that of the block around it too. */
function sharesFirstLine(raw: RawBox): boolean {
  const context = formattingContext(raw.style);
  const isBlock = ['block', 'list-item', 'flow-root'].includes(raw.style.display);
  return isBlock && context !== 'flex' && context !== 'grid' && !isOutOfFlow(raw) && !isFloating(raw);
}

function takesFirstLetter(raw: RawBox): boolean {
  return (
    raw.origin === undefined &&
    ['block', 'list-item', 'inline-block', 'table-cell', 'table-caption', 'flow-root'].includes(raw.style.display)
  );
}

/** `col` and `colgroup`: https://html.spec.whatwg.org/#attr-col-span */
function span(element: ElementNode, origin: BoxBase['origin']): number {
  return origin === undefined ? spanOf(element, 'span', 1000, 1) : 1;
}

function spanOf(element: ElementNode, name: string, most: number, least: number): number {
  const match = /^\s*\+?(\d+)/.exec(element.attribute(name) ?? '');
  if (!match) return 1;
  const value = Number(match[1]);
  if (value < least) return 1;
  return Math.min(value, most);
}

function addColumns(columns: TableColumn[], box: BoxBase | undefined, group: BoxBase | undefined, count: number): void {
  for (let i = 0; i < count; i += 1) columns.push({ box, group });
}

/** In the zoomed px of its style. */
function naturalSize({ naturalWidth, naturalHeight, style: { zoom } }: RawReplaced) {
  const scaled = (size: number | undefined) => size && size * zoom;
  return { naturalWidth: scaled(naturalWidth), naturalHeight: scaled(naturalHeight) };
}

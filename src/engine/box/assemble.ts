/**
 * Assembles the box tree from raw boxes: tables are fixed up, inline boxes split around the blocks in them, anonymous
 * blocks inserted, and white space collapsed. Source: https://www.w3.org/TR/CSS22/visuren.html#box-gen
 */

import type { Budgets } from '../budgets.js';
import type { FirstLineStyles, StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { isFlowContainer, isTable } from '../css/style-queries.js';
import type { ElementNode } from '../html/dom.js';
import { isMathmlText } from '../html/elements.js';
import { parseNonNegativeInteger } from '../html/numbers.js';
import type { FontLibrary } from '../text/fonts.js';
import { collapseWhitespace, isCollapsed, type TextPiece } from '../text/whitespace.js';
import { flatten, markInlineEnds } from './block-in-inline.js';
import { takeLegend, withContentBox } from './fieldset.js';
import { splitFirstLetter } from './first-letter.js';
import { firstLineOf } from './first-line.js';
import { formattingContext, startsFormattingContext } from './formatting-context.js';
import {
  isCollapsibleSpace,
  isFloating,
  isInlineBox,
  isInlineLevel,
  isOutOfFlow,
  isWhiteSpace,
  type RawBox,
  type RawLayer,
  type RawLayers,
  type RawNode,
  type RawReplaced,
  type RawText,
  styleInFlow,
} from './raw.js';
import { TableFixup } from './table-fixup.js';
import type {
  BlockBox,
  BlockContent,
  BlockLevelBox,
  BoxBase,
  InlineAncestor,
  InlineBox,
  InlineLevelBox,
  Layer,
  Layers,
  MarkerBox,
  ReplacedBox,
  TableBox,
  TableCell,
  TableColumn,
  TableRow,
  TableSection,
} from './tree.js';

const isInFlow = ({ style }: BlockLevelBox) =>
  style.position !== 'absolute' && style.position !== 'fixed' && style.float === 'none';

/** Turns raw boxes into final ones and numbers them in document order. */
export class BoxAssembler {
  readonly #tables: TableFixup;
  #nextId: number;
  /** `::first-line` styles of the block whose first formatted line has not been reached. */
  #firstLine: FirstLineStyles | undefined;
  /** Nesting depth of table cells and flex or grid containers. */
  #confinedDepth = 0;

  constructor(
    private readonly styled: StyledDocument,
    private readonly fonts: FontLibrary,
    firstId = 0,
    private readonly budgets?: Budgets,
  ) {
    this.#nextId = firstId;
    this.#tables = new TableFixup(styled);
  }

  block(raw: RawBox): BlockBox {
    const own = isPrincipalBlockContainer(raw) ? splitFirstLetter(raw, this.styled, this.fonts) : raw;
    const split = takeLegend(own);
    if (!split) return this.#block(own);
    // The legend is read before the content.
    const legend = this.block(split.legend);
    return { ...this.#block(withContentBox(split.fieldset)), legend };
  }

  #block(raw: RawBox): BlockBox {
    const outer = this.#firstLine;
    const propagates = propagatesFirstLine(raw);
    const own = isPrincipalBlockContainer(raw) ? this.styled.firstLine(raw.element) : undefined;
    this.#firstLine = own ?? (propagates ? outer : undefined);
    const box = this.#container(raw);
    // Once a line in the block has taken the styles of the blocks around it, none of theirs are left.
    this.#firstLine = propagates && !this.#firstLine ? undefined : outer;
    return box;
  }

  #container(raw: RawBox): BlockBox {
    const { id, style, element, origin, bookmark, values } = this.#base(raw);
    const context = raw.flow ?? formattingContext(raw.style);
    const styles = this.#firstLine;
    const block = blockBox({
      id,
      style,
      element,
      origin,
      bookmark,
      values,
      context,
      newFormattingContext: raw.writingModes !== undefined || startsFormattingContext(raw),
      endsInline: raw.endsInline,
      marker: raw.marker && this.#marker(raw.marker),
      baseline: raw.baseline,
      roundsUpWidth: raw.roundsUpWidth,
      isRubyPair: raw.isRubyPair,
      running: raw.running,
      footnote: raw.footnote,
      writingModes: raw.writingModes,
      orthogonalAvailableSpace: raw.orthogonalAvailableSpace,
      isTextCombine: raw.isTextCombine,
      content: context === 'multicol' ? { type: 'blocks', children: [this.#columnFlow(raw)] } : this.#content(raw),
    });
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
    const { id, origin } = base;
    return blockBox({
      id,
      style: base.style,
      element: raw.element,
      origin,
      context: 'flow',
      newFormattingContext: false,
      marker: undefined,
      content,
    });
  }

  /** Boxes of tables list the members: a copy that gets further ones is slow to make, and slow to read. */
  #base(raw: Pick<RawBox, 'style' | 'writingMode' | 'element' | 'origin' | 'values' | 'bookmark'>): BoxBase {
    const { element, origin, values, bookmark } = raw;
    this.budgets?.boxes.take(1, element);
    const id = this.#takeId();
    const style = styleInFlow(raw);
    return { id, style, element, origin, bookmark, values };
  }

  #takeId(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }

  #marker(raw: RawBox): MarkerBox {
    const base = this.#base(raw);
    return { kind: 'marker', memo: undefined, ...base, children: this.#inlines(raw.children, raw.style) };
  }

  // ---- block containers --------------------------------------------------------------------------------------------

  #content(raw: RawBox): BlockContent {
    const context = formattingContext(raw.style);
    const isFlow = context !== 'flex' && context !== 'grid' && (context !== 'math' || isMathToken(raw));
    const [only] = raw.children;
    if (isFlow && raw.children.length === 1 && only?.kind === 'text' && !isCollapsibleSpace(only)) {
      this.#firstLine = undefined;
      return { type: 'inlines', children: this.#inlines(raw.children, raw.style) };
    }
    const children = markInlineEnds(flatten(raw, this.#tables));
    if (!isFlow) return { type: 'blocks', children: this.#items(raw, children) };
    const isBlock = (node: RawNode) => !isInlineLevel(node);
    const hasInline = children.some((node) => isInlineLevel(node) && !isCollapsibleSpace(node));
    const hasBlock = children.some((node) => isBlock(node) && !isOutOfFlow(node) && !isFloating(node));
    if (hasInline && !hasBlock) {
      // Atomic inlines have first lines of their own.
      this.#firstLine = undefined;
      return { type: 'inlines', children: this.#inlines(children, raw.style) };
    }
    if (!hasInline) return { type: 'blocks', children: children.filter(isBlock).map((node) => this.#blockLevel(node)) };
    return { type: 'blocks', children: this.#mixed(raw, children) };
  }

  /** Wraps runs of inline content between blocks in anonymous blocks. */
  #mixed(raw: RawBox, children: readonly RawNode[]): BlockLevelBox[] {
    const result: BlockLevelBox[] = [];
    let run: RawNode[] = [];
    let splits = false;
    const flush = () => {
      const hasText = run.some((node) => isInlineLevel(node) && !isCollapsibleSpace(node));
      // Floats and positioned boxes before the text are siblings of the blocks; those after its start are on its lines.
      const first = run.findIndex((node) => !isFloating(node) && !isCollapsibleSpace(node));
      const lead = hasText ? run.slice(0, first) : run;
      for (const node of lead) if (!isInlineLevel(node)) result.push(this.#blockLevel(node));
      if (hasText) {
        const continues = result.some(isInFlow);
        result.push(this.#anonymousBlock(raw, run.slice(first), { continues, continuesLines: continues && splits }));
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

  /**
   * Blockifies flex and grid items and wraps runs of text in anonymous blocks.
   * Source: css-flexbox-1 §4, css-grid-2 §6
   */
  #items(raw: RawBox, children: readonly RawNode[]): BlockLevelBox[] {
    const result: BlockLevelBox[] = [];
    let run: RawNode[] = [];
    this.#confinedDepth += 1;
    // White space before other text of a run makes no boxes, though preserved: Blink's CanHaveWhitespaceChildren. The parent
    // that it looks at is the fieldset, not the grid in it.
    const isDropped = raw.element.name === 'fieldset' ? isCollapsibleSpace : isWhiteSpace;
    const flush = () => {
      const first = run.findIndex((node) => !isDropped(node));
      if (first >= 0) result.push(this.#anonymousBlock(raw, run.slice(first), { newFormattingContext: true }));
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
    this.#confinedDepth -= 1;
    return result;
  }

  #anonymousBlock(
    parent: RawBox,
    children: readonly RawNode[],
    { newFormattingContext = false, continues, continuesLines }: Partial<BlockBox>,
  ): BlockBox {
    const style = this.styled.anonymous(parent.style, 'block');
    const base = this.#base({ style, element: parent.element, origin: 'anonymous' });
    const styles = this.#firstLine;
    this.#firstLine = undefined;
    const content: BlockContent = { type: 'inlines', children: this.#inlines(children, parent.style) };
    const { id, element, origin } = base;
    const block = blockBox({
      id,
      style: base.style,
      element,
      origin,
      context: 'flow',
      newFormattingContext,
      marker: undefined,
      content,
      continues,
      continuesLines,
    });
    return this.#withFirstLine(block, styles);
  }

  #blockLevel(node: RawNode): BlockLevelBox {
    if (node.kind === 'replaced') return this.#replaced(node);
    if (node.kind !== 'box') throw new Error(`A ${node.kind} is not block-level`);
    const box = isTable(node.style) ? this.#table(node) : this.block(node);
    return node.inlineAncestors ? { ...box, inlineAncestors: node.inlineAncestors.map(inlineAncestor) } : box;
  }

  #replaced(node: RawReplaced): ReplacedBox {
    const { content, naturalRatio, inlineAncestors } = node;
    const box = {
      kind: 'replaced',
      memo: undefined,
      ...this.#base(node),
      content: content.type === 'layers' ? this.#layers(content) : content,
      ...naturalSize(node),
      naturalRatio,
    } as const;
    return inlineAncestors ? { ...box, inlineAncestors: inlineAncestors.map(inlineAncestor) } : box;
  }

  /** The layers of a replaced box are apart from the lines and tables around it. */
  #layers({ layers, ...content }: RawLayers): Layers {
    const [firstLine, confinedDepth] = [this.#firstLine, this.#confinedDepth];
    this.#firstLine = undefined;
    this.#confinedDepth = 0;
    const own = layers.map((layer) => this.#layer(layer));
    this.#firstLine = firstLine;
    this.#confinedDepth = confinedDepth;
    return { ...content, layers: own };
  }

  #layer(layer: RawLayer): Layer {
    if (layer.type === 'drawing') return { type: 'drawing', box: this.#replaced(layer.box) };
    if (!layer.document) return { ...layer, box: this.block(layer.box) };
    const inner = new BoxAssembler(layer.document, this.fonts, this.#nextId, this.budgets);
    const box = inner.block(layer.box);
    this.#nextId = inner.#nextId;
    return { ...layer, box };
  }

  // ---- inline content ----------------------------------------------------------------------------------------------

  #inlines(nodes: readonly RawNode[], containerStyle: ComputedStyle): InlineLevelBox[] {
    const [first] = nodes;
    if (nodes.length === 1 && first?.kind === 'text' && !first.isLeader) return this.#onlyText(first);
    const pieces: TextPiece[] = [];
    const collect = (list: readonly RawNode[]) => {
      for (const node of list) {
        if (node.kind === 'text' && node.isLeader) {
          pieces.push({ text: '\ufffc', collapse: containerStyle['white-space-collapse'], atomic: true });
        } else if (node.kind === 'text') {
          pieces.push(textPiece(node));
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
    this.#checkText(pieces, nodes);
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
          result.push({ kind: 'break', ...this.#base(node), forced: node.forced });
        } else if (isInlineBox(node)) {
          result.push(this.#inline(node, isInsideMarker(node) ? (list) => this.#verbatim(list) : build));
        } else {
          if (isInlineLevel(node)) next += 1;
          result.push(this.#blockLevel(node));
        }
      }
      // `push` makes room for 17, which an only child leaves empty.
      return result.length === 1 ? [result[0]!] : result;
    };
    return build(nodes);
  }

  /** @throws BudgetExceeded for the text of one block container */
  #checkText(pieces: readonly TextPiece[], nodes: readonly RawNode[]): void {
    if (!this.budgets) return;
    let units = 0;
    for (const { text } of pieces) units += text.length;
    if (units > 0) this.budgets.checkInlineText(units, nodes[0]!.element);
  }

  /** The content of a box with a single text, as in most table cells. */
  #onlyText(node: RawText): InlineLevelBox[] {
    this.budgets?.checkInlineText(node.text.length, node.element);
    if (isCollapsed(node.text, node.style['white-space-collapse'])) return [this.#text(node, node.text)];
    const text = collapseWhitespace([textPiece(node)])[0] ?? '';
    return text === '' ? [] : [this.#text(node, text)];
  }

  /**
   * Content of an inside marker, outside white space collapsing: the text after it collapses as at the start of a line.
   */
  #verbatim(nodes: readonly RawNode[]): InlineLevelBox[] {
    return nodes.map((node) => (node.kind === 'text' ? this.#text(node, node.text) : this.#blockLevel(node)));
  }

  #text(node: RawText, text: string): InlineLevelBox {
    const { decorations, isLeader, pageSum } = node;
    const { id, style, element, origin } = this.#base(node);
    return { kind: 'text', id, style, element, origin, text, decorations, isLeader, pageSum };
  }

  #inline(node: RawBox, build: (list: readonly RawNode[]) => InlineLevelBox[]): InlineBox {
    const base = this.#base(node);
    return {
      kind: 'inline',
      memo: undefined,
      ...base,
      children: build(node.children),
      continuesBefore: node.continuesBefore,
      continuesAfter: node.continuesAfter,
    };
  }

  // ---- tables ------------------------------------------------------------------------------------------------------

  #table(raw: RawBox): TableBox {
    this.#firstLine = undefined;
    const { id, style, element, origin, bookmark, values } = this.#base(raw);
    const captions: BlockBox[] = [];
    const columns: TableColumn[] = [];
    const sections: TableSection[] = [];
    let hasHeader = false;
    let hasFooter = false;
    for (const child of this.#tables.children(raw)) {
      if (child.kind !== 'box') continue;
      const { display } = child.style;
      if (display === 'table-caption') captions.push(this.block(child));
      else if (display === 'table-column') addColumns(columns, this.#base(child), undefined, columnSpan(child));
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
      kind: 'table',
      id,
      memo: undefined,
      style,
      element,
      origin,
      bookmark,
      values,
      captions,
      columns,
      sections,
      isConfined: this.#confinedDepth > 0 ? true : undefined,
      writingModes: raw.writingModes,
    };
  }

  #columnGroup(raw: RawBox, columns: TableColumn[]): void {
    const group = this.#base(raw);
    const children = this.#tables.children(raw).filter(isBox);
    if (children.length === 0) addColumns(columns, undefined, group, columnSpan(raw));
    for (const child of children) addColumns(columns, this.#base(child), group, columnSpan(child));
  }

  #section(raw: RawBox, role: TableSection['role']): TableSection {
    const { id, style, element, origin, bookmark, values } = this.#base(raw);
    const rows = this.#tables.children(raw).filter(isBox);
    const own = rows.map((row) => this.#row(row));
    return { kind: 'table-section', id, style, element, origin, bookmark, values, role, rows: own };
  }

  #row(raw: RawBox): TableRow {
    const { id, style, element, origin, bookmark, values } = this.#base(raw);
    const cells = this.#tables.children(raw).filter(isBox);
    const own = cells.map((cell) => this.#cell(cell));
    return { kind: 'table-row', id, style, element, origin, bookmark, values, cells: own };
  }

  #cell(raw: RawBox): TableCell {
    const isCell = raw.origin === undefined;
    const rowspan = isCell ? spanOf(raw.element, 'rowspan', ROWSPAN) : 1;
    this.#confinedDepth += 1;
    const box = this.block(raw);
    this.#confinedDepth -= 1;
    return { box, colspan: isCell ? spanOf(raw.element, 'colspan', COLSPAN) : 1, rowspan };
  }
}

/** The only constructor of block boxes, for one hidden class. */
function blockBox({
  id,
  style,
  element,
  origin,
  inlineAncestors,
  bookmark,
  values,
  writingModes,
  context,
  newFormattingContext,
  content,
  marker,
  legend,
  continues,
  continuesLines,
  endsInline,
  firstLine,
  baseline,
  roundsUpWidth,
  isRubyPair,
  running,
  footnote,
  orthogonalAvailableSpace,
  isTextCombine,
}: Omit<BlockBox, 'kind' | 'memo'>): BlockBox {
  return {
    kind: 'block',
    id,
    memo: undefined,
    style,
    element,
    origin,
    inlineAncestors,
    bookmark,
    values,
    writingModes,
    context,
    newFormattingContext,
    content,
    marker,
    legend,
    continues,
    continuesLines,
    endsInline,
    firstLine,
    baseline,
    roundsUpWidth,
    isRubyPair,
    running,
    footnote,
    orthogonalAvailableSpace,
    isTextCombine,
  };
}

/** Whether a box of a formula has text as its content. */
const isMathToken = ({ element, origin }: RawBox): boolean => origin === undefined && isMathmlText(element);

const isBox = (node: RawNode): node is RawBox => node.kind === 'box';

function isInsideMarker(node: RawNode): boolean {
  return node.kind === 'box' && node.origin === '::marker';
}

const inlineAncestor = (raw: RawBox): InlineAncestor => ({ element: raw.element, style: styleInFlow(raw) });

/**
 * Whether the first formatted line of a block is also that of its parent.
 * Source: css-pseudo-4/#first-formatted-line
 */
function propagatesFirstLine(raw: RawBox): boolean {
  const context = formattingContext(raw.style);
  const isBlock = isFlowContainer(raw.style);
  return isBlock && context !== 'flex' && context !== 'grid' && !isOutOfFlow(raw) && !isFloating(raw);
}

/** `::first-line` and `::first-letter` apply to these. */
function isPrincipalBlockContainer(raw: RawBox): boolean {
  const { display } = raw.style;
  const isContainer = isFlowContainer(raw.style) || display.startsWith('inline-block');
  return raw.origin === undefined && (isContainer || display === 'table-cell' || display === 'table-caption');
}

/** Limits of attributes. Source: https://html.spec.whatwg.org/multipage/tables.html#attr-tdth-colspan */
const COLSPAN = { min: 1, max: 1000 };
const ROWSPAN = { min: 0, max: 65_534 };

/** The span of `col` and `colgroup`. Source: https://html.spec.whatwg.org/multipage/tables.html#attr-col-span */
function columnSpan({ element, origin }: RawBox): number {
  return origin === undefined ? spanOf(element, 'span', COLSPAN) : 1;
}

/** A number of columns or rows; 1 where the attribute has none from `min` on. */
function spanOf(element: ElementNode, name: string, { min, max }: { min: number; max: number }): number {
  const value = parseNonNegativeInteger(element.attribute(name)) ?? 1;
  return value < min ? 1 : Math.min(value, max);
}

function addColumns(columns: TableColumn[], box: BoxBase | undefined, group: BoxBase | undefined, count: number): void {
  for (let i = 0; i < count; i += 1) columns.push({ box, group });
}

/** Natural size in zoomed px. */
function naturalSize({ naturalWidth, naturalHeight, style: { zoom } }: RawReplaced) {
  const scaled = (size: number | undefined) => size && size * zoom;
  return { naturalWidth: scaled(naturalWidth), naturalHeight: scaled(naturalHeight) };
}

function textPiece({ text, style }: RawText): TextPiece {
  return { text, collapse: style['white-space-collapse'], wraps: style['text-wrap-mode'] === 'wrap' };
}

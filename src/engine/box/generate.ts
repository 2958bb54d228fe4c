/**
 * Generates raw boxes from elements: one box per element by its `display`, with generated content, counters, markers,
 * images and text. Source: https://drafts.csswg.org/css-display-3/#box-generation
 */

import type { Budgets } from '../budgets.js';
import { INITIAL_STYLE } from '../css/compute/compute.js';
import type { PseudoName, StyledDocument } from '../css/compute/styled-document.js';
import { isVertical, writingModeOf } from '../css/compute/writing-mode.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { isTable, skipsContents } from '../css/style-queries.js';
import type { ContentItem } from '../css/values/values.js';
import { isHiddenReplaced } from '../css/visually-hidden.js';
import type { Deadline } from '../deadline.js';
import { Report } from '../diagnostics.js';
import { describeElement, type ElementNode } from '../html/dom.js';
import { isUnrendered, isUnsupported } from '../html/elements.js';
import { transformText } from '../text/transform.js';
import { anchorOf, anchorsIn, isTableStructure } from './anchors.js';
import { hasDefaultBookmark, withBookmark } from './bookmarks.js';
import { CONTAINS_ALL } from './containing.js';
import { contentPartText } from './content-text.js';
import { CounterStyles } from './counter-styles.js';
import { CounterScopes } from './counters.js';
import type { Decimal } from './decimal.js';
import { type AppliedDecoration, propagate } from './decorations.js';
import {
  applyCounters,
  applyPseudoCounters,
  COUNTER_PROPERTIES,
  hasCounterChanges,
  pageNumberOf,
  withChangesOfCall,
} from './element-counters.js';
import { isShown } from './embedded.js';
import { formControl, isFormControl, optionText } from './form-controls.js';
import { GeneratedText, type GeneratedTextContext } from './generated-text.js';
import { leader } from './leader.js';
import { symbolOf } from './marker-symbols.js';
import { hasGlyphs, inItalics, mathChildren, withMathDisplay } from './mathml.js';
import { NamedStrings, valuesIn } from './named-strings.js';
import { documentLayers, frameViewport } from './nested.js';
import { floated } from './page-floats.js';
import { DocumentSums, type SumItem } from './page-sums.js';
import type { NamedValue, PageContent, PageNumber, RunningElement } from './paged-media.js';
import type { RawBox, RawNode, RawReplaced, RawText } from './raw.js';
import { type ContentPart, References } from './references.js';
import { generatedImage, markerImage, type ReplacedContext, replacedBox } from './replaced.js';
import { pairRuby } from './ruby.js';
import { createTextMapper, type TextMapper } from './text-mapper.js';

interface GenerateOptions extends ReplacedContext, GeneratedTextContext {
  readonly mapper: TextMapper;
  /** Checked for every element. */
  readonly deadline?: Deadline | undefined;
  readonly budgets?: Budgets | undefined;
}

const NONE: readonly never[] = [];

const overflows = (style: ComputedStyle): boolean =>
  style['overflow-x'] !== 'visible' || style['overflow-y'] !== 'visible';

/** Pseudo-elements that generate boxes before, after or in place of an element's content. */
type GeneratedName = '::before' | '::after' | '::footnote-call' | '::footnote-marker';

/** Text decorations that propagate into a box. */
type Decorations = readonly AppliedDecoration[];

export class BoxGenerator {
  readonly #styled: StyledDocument;
  readonly #counters: CounterScopes;
  readonly #strings: NamedStrings;
  readonly #sums: DocumentSums;
  /** The frame or drawing around the content, which no page breaks. */
  #apart: string | undefined;
  /** In a box that pages repeat: the head or foot of a table, or a fixed box. */
  #isRepeated = false;
  readonly #generatedText: GeneratedText;
  /** The page of a page-margin box. */
  readonly #page: PageContent | undefined;
  /** Number of footnotes generated. */
  #footnotes = 0;
  /** The footnote being generated. */
  #currentFootnote: ElementNode | undefined;
  /** Anchors of running elements between table parts, to be put into the next cell. */
  #anchors: readonly RawNode[] = NONE;

  /**
   * @param page     for content of a page-margin box, whose counters are those of the page
   * @param resumed  state to continue from; default: the start of the document
   */
  constructor(
    private readonly options: GenerateOptions,
    page?: PageContent,
    resumed?: { readonly counters: CounterScopes; readonly quoteDepth: number },
  ) {
    this.#styled = options.styled;
    this.#page = page;
    this.#counters = resumed?.counters ?? new CounterScopes();
    if (page) for (const [name, value] of page.counters) this.#counters.reset({ name, value });
    this.#generatedText = new GeneratedText(options, this.#counters, resumed?.quoteDepth ?? 0, page);
    this.#strings = new NamedStrings(options.styled);
    this.#sums = new DocumentSums(options.report);
  }

  root(): RawBox {
    const root = this.#styled.document.root;
    // The `footnote` counter belongs to the root: one sequence for the whole document.
    this.#counters.reset({ name: 'footnote', value: 0 });
    const nodes = this.#element(root, NONE);
    this.#sums.complete();
    const box = nodes.find((node): node is RawBox => node.kind === 'box');
    const style = this.#styled.anonymous(this.#styled.style(root), 'block');
    if (!box) return { kind: 'box', style, element: root, origin: undefined, children: [] };
    const whole = this.#inPrincipalDirection(this.#strings.withRemaining(box));
    // Pages are fragments of a block.
    return whole.style.display === 'table'
      ? { kind: 'box', style, element: root, origin: 'anonymous', children: [whole] }
      : whole;
  }

  /**
   * Propagates the writing mode of the body to the root.
   * Source: https://drafts.csswg.org/css-writing-modes-4/#principal-flow
   */
  #inPrincipalDirection(root: RawBox): RawBox {
    const { body } = this.#styled.document;
    const { direction, 'writing-mode': mode } = this.#styled.style(body ?? root.element);
    if (direction === root.style.direction && mode === root.style['writing-mode']) return root;
    return { ...root, style: { ...root.style, direction, 'writing-mode': mode } };
  }

  /** Generates a box from a `content` value alone, for a page-margin box. */
  generated(style: ComputedStyle): RawBox {
    const element = this.#styled.document.root;
    const box: RawBox = { kind: 'box', style, element, origin: 'anonymous', children: [] };
    if (style.content !== 'normal' && style.content !== 'none') {
      box.children = this.#content(style.content, box, '::before', propagate(style, NONE));
    }
    return box;
  }

  #element(element: ElementNode, decorations: Decorations, own = this.#styled.style(element)): RawNode[] {
    this.options.deadline?.check();
    this.options.budgets?.generated.take(1, element);
    const style = this.#withoutViewportOverflow(element, withMathDisplay(element, own));
    if (style.display === 'none' || isUnrendered(element)) {
      this.#strings.collectUnrendered(element, (item, inner) => this.#generatedText.text(item, style, inner));
      return [];
    }
    if (typeof style.position === 'object') return this.#running(element, style.position.running, decorations);
    if (style.float === 'footnote' && style.display !== 'contents') return this.#footnote(element, style, decorations);
    const before = this.#strings.takePending();
    applyCounters(this.#counters, element, style);
    const pageNumber = this.#pageNumber(element, style);
    this.#reportInitialLetter(element, style);
    const strings = style['string-set'];
    const drafts =
      strings.length === 0
        ? NONE
        : this.#strings.drafts(strings, (item) => this.#generatedText.text(item, style, element));
    const amounts = this.#sums.add(element, style['sum-set']);
    const values: readonly NamedValue[] = pageNumber.length === 0 ? amounts : [...amounts, ...pageNumber];
    const counters = this.#isReferenced(element) ? this.#counters.copy() : undefined;
    const isOuterRepeated = this.#isRepeated;
    this.#isRepeated ||= REPEATED.has(style.display) || style.position === 'fixed';
    const boxes = this.#boxes(element, this.#floated(element, style), decorations);
    const nodes = this.#strings.attach(element, before, drafts, values, boxes);
    this.#isRepeated = isOuterRepeated;
    if (counters) {
      const text = (part: ContentPart) => contentPartText(part, element, nodes, this.#styled);
      this.options.references.record(element, { counters: (name) => counters.values(name), text });
    }
    if (hasDefaultBookmark(element, style)) return nodes;
    return withBookmark(nodes, style, (item) =>
      item.type === 'content'
        ? contentPartText(item.part, element, nodes, this.#styled)
        : this.#generatedText.text(item, style, element),
    );
  }

  /** The used style of the box of an element or pseudo-element, which may be a page float. */
  #floated(element: ElementNode, style: ComputedStyle): ComputedStyle {
    if (style.float === 'none') return style;
    const { style: used, problem } = floated(style, this.#outsideOfFlow);
    if (problem)
      this.options.report.add('UnsupportedValue', problem.declaration, `${describeElement(element)}: ${problem.why}`);
    return used;
  }

  /** The part of the document in which no boxes can float to a page. */
  get #outsideOfFlow(): string | undefined {
    if (this.#page) return 'a page-margin box';
    if (this.#apart) return this.#apart;
    if (this.#currentFootnote) return 'a footnote';
    return this.#isRepeated ? 'a box that pages repeat' : undefined;
  }

  /** Whether a cross-reference needs facts about the element. */
  #isReferenced(element: ElementNode): boolean {
    return !this.#page && this.options.references.isReferenced(element);
  }

  /**
   * Drops `overflow` of the root element, or else of the body: it propagates to the viewport, where a page hides
   * nothing.
   * Source: https://drafts.csswg.org/css-overflow-3/#overflow-propagation
   */
  #withoutViewportOverflow(element: ElementNode, style: ComputedStyle): ComputedStyle {
    const { root, body } = this.#styled.document;
    if (element !== root && (element !== body || overflows(this.#styled.style(root)))) return style;
    return overflows(style) ? { ...style, 'overflow-x': 'visible', 'overflow-y': 'visible' } : style;
  }

  /**
   * The value that an element or pseudo-element gives the page counter. Documents for user agents whose first page is
   * always 1, such as Chromium, have `body { counter-reset: page }`: there it is ignored, and makes no page 0.
   */
  #pageNumber(element: ElementNode, style: ComputedStyle): readonly PageNumber[] {
    if (this.#page || !hasCounterChanges(style)) return NONE;
    const { root, body } = this.#styled.document;
    const number = style.display === 'contents' ? undefined : pageNumberOf(style);
    const isIgnored = number === 0 && (element === root || element === body);
    for (const property of COUNTER_PROPERTIES) {
      for (const { name, value } of style[property]) {
        const isSupported = name !== 'pages' && (name !== 'page' || (property !== 'counter-increment' && !isIgnored));
        if (!isSupported)
          this.options.report.add('UnsupportedValue', `${property}: ${name} ${value}`, describeElement(element));
      }
    }
    if (number === undefined || isIgnored) return NONE;
    this.options.references.setsPageNumbers = true;
    return [{ name: 'page', number }];
  }

  #reportUnsupported(element: ElementNode): void {
    const [text, context] = [`<${element.name}>`, describeElement(element)];
    // The areas of a map show nowhere: its image only lacks links.
    const isSeen = element.name !== 'map' && !isHiddenReplaced(element, (each) => this.#styled.style(each));
    const shows = element.name === 'script' || isSeen;
    if (shows) this.options.report.add('UnsupportedElement', text, context);
    else this.options.report.notice('UnsupportedElement', text, context);
  }

  #boxes(element: ElementNode, style: ComputedStyle, outer: Decorations): RawNode[] {
    const alone = replacedBox(element, style, outer, this.options, this.#foreignBox);
    const isFrame = element.name === 'iframe' && alone?.kind === 'replaced';
    const replaced = isFrame ? this.#withDocument(element, alone) : alone;
    if (isUnsupported(element) && !isShown(element, replaced)) this.#reportUnsupported(element);
    if (element.namespace === 'html' && (element.name === 'br' || element.name === 'wbr')) {
      this.options.mapper.endOfContext();
      return [{ kind: 'break', style, element, origin: undefined, forced: element.name === 'br' }];
    }
    if (replaced) return [replaced];

    if (style.display === 'contents') return this.#children(element, outer);
    const box: RawBox = { kind: 'box', style, element, origin: undefined, children: [] };
    const decorations = propagate(style, outer);
    const isInline = style.display === 'inline' || style.display === 'inline-list-item';
    if (!isInline) this.options.mapper.endOfContext();
    if (isFormControl(element)) {
      const children = () => this.#children(element, decorations);
      const control = formControl({ element, style, decorations }, children, this.options);
      if (control) {
        this.options.mapper.endOfContext();
        return [control];
      }
    }
    const marker = style.display.endsWith('list-item')
      ? this.#marker(element, style, this.#styled.pseudo(element, '::marker'), decorations)
      : undefined;
    const anchors = isTableStructure(style) ? NONE : this.#takeAnchors();
    const isEmpty = skipsContents(style) || this.#styled.skipsContents(element);
    box.children = isEmpty ? [] : this.#children(element, decorations);
    if (anchors.length > 0) box.children.unshift(...anchors);
    if (style.display === 'ruby') box.children = pairRuby(box, this.options);
    if (element.namespace === 'mathml') box.children = mathChildren(box, this.#styled);
    if (!isInline) this.options.mapper.endOfContext();
    addMarker(box, marker, isInline);
    return isTable(style) ? [box, ...this.#takeAnchors()] : [box];
  }

  /** A frame with its document, whose counters and quotes are its own. */
  #withDocument(frame: ElementNode, box: RawReplaced): RawReplaced {
    const html = frame.attribute('srcdoc');
    const { nested, report } = this.options;
    if (html === undefined || !nested || box.content.type !== 'blank') return box;
    const styled = nested.open(frame, html, frameViewport(frame, box.style, html, report));
    if (!styled) return box;
    return { ...box, content: documentLayers(frame, this.#inside(styled).root(), styled) };
  }

  #inside(styled: StyledDocument): BoxGenerator {
    const counterStyles = new CounterStyles(styled.counterStyles);
    const references = new References(styled.document);
    const inside = new BoxGenerator({ ...this.options, styled, counterStyles, references, mapper: createTextMapper() });
    inside.#apart = 'a document of its own';
    return inside;
  }

  /** The box of a `foreignObject`, which contains all positioned boxes inside. */
  readonly #foreignBox = (element: ElementNode, document?: StyledDocument): RawBox => {
    if (document) return this.#inside(document).#foreignBox(element);
    const { mapper } = this.options;
    const style: ComputedStyle = { ...this.#styled.style(element), ...CONTAINS_ALL };
    mapper.endOfContext();
    const outer = this.#apart;
    this.#apart ??= 'a foreignObject';
    const children = this.#children(element, propagate(style, NONE));
    this.#apart = outer;
    mapper.endOfContext();
    return { kind: 'box', style, element, origin: undefined, children };
  };

  // ---- content -----------------------------------------------------------------------------------------------------

  /** Generates ::before, the children, ::after. */
  #children(element: ElementNode, decorations: Decorations): RawNode[] {
    const { contain, display } = this.#styled.style(element);
    const isContained = contain.length > 0 && contain.includes('style') && display !== 'contents';
    const { quoteDepth } = this.#generatedText;
    this.#counters.enter(isContained);
    const nodes: RawNode[] = [];
    if (this.#currentFootnote === element) append(nodes, this.#pseudo(element, '::footnote-marker', decorations));
    append(nodes, this.#pseudo(element, '::before', decorations));
    const label = listLabel(element);
    if (label !== undefined) nodes.push(this.#label(label, element, decorations));
    if (element.name === 'details' && !summaryOf(element)) nodes.push(this.#defaultSummary(element, decorations));
    if (label === undefined || element.name === 'optgroup')
      for (const child of renderedChildren(element)) {
        if (child.kind === 'element') append(nodes, this.#element(child, decorations));
        else nodes.push(this.#childText(child.data, element, decorations));
      }
    append(nodes, this.#pseudo(element, '::after', decorations));
    this.#counters.leave();
    if (isContained) this.#generatedText.quoteDepth = quoteDepth;
    // `push` makes room for 17, which an only child leaves empty.
    return nodes.length === 1 ? [nodes[0]!] : nodes;
  }

  /**
   * The text of an element with `display: contents`, unless it is white space, is in an anonymous inline box.
   * Blink: LayoutTreeBuilderForText::CreateInlineWrapperForDisplayContentsIfNeeded
   */
  #childText(data: string, element: ElementNode, decorations: Decorations): RawNode {
    const style = this.#styled.style(element);
    const text = this.#text(data, style, element, undefined, decorations);
    if (style.display !== 'contents' || /^[\t\n\f\r ]*$/.test(data)) return text;
    const inline = this.#styled.anonymous(style, 'inline');
    return { kind: 'box', style: inline, element, origin: 'anonymous', children: [text] };
  }

  /** The label of an option or option group in a list box. */
  #label(label: string, element: ElementNode, decorations: Decorations): RawBox {
    const style = this.#styled.anonymous(this.#styled.style(element), 'block');
    const box: RawBox = { kind: 'box', style, element, origin: 'anonymous', children: [] };
    box.children.push(this.#text(label || ZERO_WIDTH_SPACE, style, element, undefined, decorations));
    return box;
  }

  /**
   * The summary of a `details` element that has none, in English.
   * Source: https://html.spec.whatwg.org/multipage/interactive-elements.html#the-summary-element
   */
  #defaultSummary(element: ElementNode, decorations: Decorations): RawBox {
    const isOpen = element.attribute('open') !== undefined;
    const style: ComputedStyle = {
      ...this.#styled.anonymous(this.#styled.style(element), 'list-item'),
      'list-style-position': 'inside',
      'list-style-type': isOpen ? 'disclosure-open' : 'disclosure-closed',
      'list-style-image': 'none',
    };
    const box: RawBox = { kind: 'box', style, element, origin: 'anonymous', children: [] };
    box.children.push(this.#text('Details', style, element, undefined, decorations));
    addMarker(box, this.#marker(element, style, undefined, decorations), false);
    return box;
  }

  /** Takes the members of the node one by one: an object with them would be made for every text. */
  #text(
    data: string,
    style: ComputedStyle,
    element: ElementNode,
    origin: PseudoName | undefined,
    decorations: Decorations,
  ): RawNode {
    this.options.budgets?.generated.take(1, element);
    const text = this.options.mapper.map(data, style['text-transform'], element.language ?? '');
    if (style['text-transform'].case === 'math-auto' && text !== data && !hasGlyphs(text, style, this.options.fonts))
      return { kind: 'text', style: inItalics(style), element, origin, text: data, decorations };
    return { kind: 'text', style, element, origin, text, decorations };
  }

  #pseudo(
    element: ElementNode,
    name: GeneratedName,
    outer: Decorations,
    style = this.#styled.pseudo(element, name),
  ): readonly RawNode[] {
    if (!style || style.display === 'none') return NONE;
    this.#reportInitialLetter(element, style);
    applyPseudoCounters(this.#counters, style);
    const content = style.content;
    if (content === 'normal' || content === 'none') return NONE;
    this.options.budgets?.generated.take(1, element);
    const box: RawBox = { kind: 'box', style: this.#floated(element, style), element, origin: name, children: [] };
    const values = this.#pageNumber(element, style);
    if (values.length > 0) box.values = values;
    this.#counters.enter();
    const decorations = propagate(style, outer);
    const isListItem = style.display.endsWith('list-item');
    const marker = isListItem ? this.#marker(element, style, undefined, decorations) : undefined;
    box.children = this.#content(content, box, name, decorations);
    addMarker(box, marker, style.display === 'inline-list-item');
    this.#counters.leave();
    return style.display === 'contents' ? box.children : [box];
  }

  #reportInitialLetter(element: ElementNode, style: ComputedStyle): void {
    const letter = isVertical(writingModeOf(style)) ? this.#styled.pseudo(element, '::first-letter') : undefined;
    const isNormal = style['initial-letter'] === 'normal' && (letter?.['initial-letter'] ?? 'normal') === 'normal';
    if (!isNormal) this.options.report.add('UnsupportedValue', 'initial-letter', describeElement(element));
  }

  /** The nodes of a `content` value. @param box  that they are in */
  #content(
    items: readonly ContentItem[],
    { style, element }: RawBox,
    origin: PseudoName,
    decorations: Decorations,
  ): RawNode[] {
    const nodes: RawNode[] = [];
    let text = '';
    const flush = () => {
      if (text) nodes.push(this.#text(text, style, element, origin, decorations));
      text = '';
    };
    for (const item of items) {
      if (item.type === 'image') {
        flush();
        const image = generatedImage(item.image, { style, element, origin }, this.options);
        if (image) nodes.push(image);
      } else if (item.type === 'leader') {
        flush();
        append(nodes, leader(item.pattern, { style, element, origin, decorations }));
      } else if (item.type === 'element-ref' && this.#page) {
        flush();
        const found = this.#page.runningElement(item.name, item.which);
        if (found) append(nodes, this.#runningContent(found, this.#page));
      } else if (item.type === 'sum' && !this.#page) {
        flush();
        nodes.push(this.#sum(item, { style, element, origin, decorations }));
      } else text += this.#generatedText.text(item, style, element, origin);
    }
    flush();
    return nodes;
  }

  /** Outside of page content, what is not repeated shows the sum up to its place, and else that of its page. */
  #sum(item: SumItem, node: Omit<RawText, 'kind' | 'text'>): RawText {
    const text: RawText = { kind: 'text', ...node, text: '' };
    const { 'text-transform': transform } = node.style;
    const write = (sum: Decimal) =>
      transformText(this.#generatedText.sum(sum, item.format), transform, node.element.language ?? '', ' ');
    if (item.of === 'running' && !this.#isRepeated) this.#sums.showCurrent(text, item, write);
    else {
      this.options.references.hasPageSums = true;
      this.#sums.showOfPage(text, item, write);
    }
    return text;
  }

  // ---- markers -----------------------------------------------------------------------------------------------------

  /**
   * @param pseudo       the style of the marker; undefined: a pseudo-element's, which no rule applies to
   * @param decorations  those of the list item's lines, on which inside markers are
   */
  #marker(
    element: ElementNode,
    style: ComputedStyle,
    pseudo: ComputedStyle | undefined,
    decorations: Decorations,
  ): { outside: boolean; box: RawBox } | undefined {
    const own = pseudo ?? { ...this.#styled.anonymous(style, 'inline'), ...MARKER_STYLE };
    const isOutside = style['list-style-position'] === 'outside';
    // Text of an inside marker wraps as that of the list item.
    const markerStyle = isOutside ? own : { ...own, 'text-wrap-mode': style['text-wrap-mode'] };
    const box: RawBox = { kind: 'box', style: markerStyle, element, origin: '::marker', children: [] };
    const content = pseudo?.content ?? 'normal';
    if (content === 'none') return undefined;
    const lines = isOutside ? NONE : decorations;
    if (content !== 'normal') box.children = this.#content(content, box, '::marker', lines);
    else {
      const image =
        style['list-style-image'] === 'none'
          ? undefined
          : markerImage(style['list-style-image'], markerStyle, element, this.options);
      const text = image ? '' : this.#markerText(style['list-style-type']);
      if (image) box.children = [image];
      else if (text) {
        const textStyle = symbolOf(style['list-style-type']) ? { ...markerStyle, ...UNBROKEN } : markerStyle;
        box.children = [this.#text(text, textStyle, element, '::marker', lines)];
      }
    }
    return box.children.length === 0 ? undefined : { outside: isOutside, box };
  }

  #markerText(type: ComputedStyle['list-style-type']): string {
    if (type === 'none') return '';
    if (typeof type === 'object' && 'string' in type) return type.string;
    const text = this.options.counterStyles.marker(this.#counters.value('list-item'), type);
    // A symbol is one unit with margins in place of the space after it, where the line may break.
    return symbolOf(type) ? `${text.trimEnd()}${ZERO_WIDTH_SPACE}` : text;
  }

  // ---- running elements --------------------------------------------------------------------------------------------

  /** Leaves an anchor where the element is and snapshots the counters there; page-margin boxes generate its content. */
  #running(element: ElementNode, name: string, decorations: Decorations): RawNode[] {
    const style = this.#styled.style(element);
    if (this.#apart) {
      this.options.report.add(
        'UnsupportedValue',
        'position: running()',
        `${describeElement(element)}: in ${this.#apart}`,
      );
      return this.#element(element, decorations, { ...style, position: 'static', float: 'none' });
    }
    const place = { counters: this.#counters.copy(), quoteDepth: this.#generatedText.quoteDepth };
    const isOuter = this.#generatedText.isRunning;
    this.#generatedText.isRunning = element !== this.#styled.document.root;
    const inside = this.#element(element, decorations, { ...style, position: 'static', float: 'none' });
    this.#generatedText.isRunning = isOuter;
    if (element === this.#styled.document.root) return inside;
    // A running element inside another one is shown on its own.
    if (this.#page) return [];
    const running: RunningElement = { name, element, values: valuesIn(inside), ...place };
    const anchors = [anchorOf(element, this.#styled.anonymous(style, 'block'), { running }), ...anchorsIn(inside)];
    if (!element.parent || !isTableStructure(this.#styled.style(element.parent))) return anchors;
    this.#anchors = [...this.#anchors, ...anchors];
    return [];
  }

  /** Takes the anchors from between rows or cells, for the cell that follows. */
  #takeAnchors(): readonly RawNode[] {
    const anchors = this.#anchors;
    this.#anchors = NONE;
    return anchors;
  }

  /**
   * Generates a running element for a page, in its own style and with the page's counters. Its diagnostics exist
   * already.
   */
  #runningContent({ element, counters, quoteDepth }: RunningElement, page: PageContent): RawNode[] {
    const options = { ...this.options, report: new Report() };
    const generator = new BoxGenerator(options, page, { counters: counters.copy(), quoteDepth });
    const style = this.#styled.style(element);
    return generator.#element(element, NONE, { ...style, position: 'static', float: 'none' });
  }

  // ---- footnotes ---------------------------------------------------------------------------------------------------

  /**
   * Generates a footnote call, followed by an anchor that carries the footnote. The anchors of a running element's footnotes are
   * beside its own.
   */
  #footnote(element: ElementNode, own: ComputedStyle, decorations: Decorations): RawNode[] {
    const around = this.#currentFootnote ? 'a footnote' : this.#apart;
    if (around) {
      this.options.report.add('UnsupportedValue', 'float: footnote', `${describeElement(element)}: in ${around}`);
      return this.#element(element, decorations, { ...own, float: 'none', display: 'inline' });
    }
    const { note: style, call } = withChangesOfCall(own, this.#styled.pseudo(element, '::footnote-call'));
    const increment = style['counter-increment'].findLast(({ name }) => name === 'footnote')?.value;
    if (increment === undefined) this.#counters.increment({ name: 'footnote', value: 1 });
    const onPage = this.options.references.ask(
      element,
      'counter(footnote)',
      ({ pages }) => pages?.footnoteNumber(element)?.toString() ?? '',
    );
    const value = Number(onPage) - (increment ?? 0);
    if (onPage !== '') this.#counters.set({ name: 'footnote', value });
    if (this.#page) return [...this.#pseudo(element, '::footnote-call', decorations, call)];
    const isInline = style['footnote-display'] !== 'block';
    this.#currentFootnote = element;
    const content = this.#element(element, NONE, { ...style, float: 'none', ...(isInline && { display: 'inline' }) });
    this.#currentFootnote = undefined;
    const number = this.#counters.value('footnote');
    const anchor = anchorOf(element, this.#styled.anonymous(style, 'block'), {
      footnote: { element, style, content, number, index: this.#footnotes },
    });
    this.#footnotes += 1;
    return [...this.#pseudo(element, '::footnote-call', decorations, call), anchor];
  }
}

const REPEATED: ReadonlySet<ComputedStyle['display']> = new Set(['table-header-group', 'table-footer-group']);

const ZERO_WIDTH_SPACE = '\u200b';

/** A symbol is not broken, not even from the break opportunity after it. */
const UNBROKEN = {
  'overflow-wrap': 'normal',
  'word-break': 'normal',
  'line-break': 'auto',
} satisfies Partial<ComputedStyle>;

/** As the user-agent style sheet styles `::marker`. */
const MARKER_STYLE = {
  'unicode-bidi': 'isolate',
  'font-variant-numeric': ['tabular-nums'],
  'text-indent': INITIAL_STYLE['text-indent'],
  'text-transform': INITIAL_STYLE['text-transform'],
  'white-space-collapse': 'preserve',
  'text-wrap-mode': 'nowrap',
} satisfies Partial<ComputedStyle>;

/** An inline box has no outside for a marker. */
function addMarker(
  box: RawBox,
  marker: { readonly outside: boolean; readonly box: RawBox } | undefined,
  isInline: boolean,
): void {
  if (marker?.outside && !isInline) box.marker = marker.box;
  else if (marker) box.children.unshift(marker.box);
}

/** The label of an option or option group; undefined for other elements, which show their children. */
function listLabel(element: ElementNode): string | undefined {
  if (element.namespace !== 'html') return undefined;
  if (element.name === 'option') return optionText(element);
  return element.name === 'optgroup' ? (element.attribute('label') ?? '') : undefined;
}

/**
 * The children to render. The summary of a `details` element comes first, and alone while that is closed.
 * Source: https://html.spec.whatwg.org/multipage/rendering.html#the-details-and-summary-elements
 */
function renderedChildren(element: ElementNode): ElementNode['children'] {
  const { name, children } = element;
  if (name !== 'details') return children;
  const summary = summaryOf(element);
  const isOpen = element.attribute('open') !== undefined;
  if (!summary) return isOpen ? children : [];
  return isOpen ? [summary, ...children.filter((child) => child !== summary)] : [summary];
}

function summaryOf(details: ElementNode): ElementNode['children'][number] | undefined {
  return details.children.find((child) => child.kind === 'element' && child.name === 'summary');
}

/** Avoids `push(...nodes)`: an element may have more children than a call may have arguments. */
function append(list: RawNode[], nodes: readonly RawNode[]): void {
  for (const node of nodes) list.push(node);
}

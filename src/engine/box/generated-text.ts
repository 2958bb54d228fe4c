/** The text of generated content. Source: https://drafts.csswg.org/css-content-3/#content-values */

import type { PseudoName, StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { ContentItem, SumFormat } from '../css/values/values.js';
import type { Report } from '../diagnostics.js';
import { describeElement, type ElementNode } from '../html/dom.js';
import { contentPartText, targetText } from './content-text.js';
import type { CounterStyles } from './counter-styles.js';
import type { CounterScopes } from './counters.js';
import { type Decimal, formatDecimal } from './decimal.js';
import type { PageContent } from './paged-media.js';
import { parentLanguage, quotesOf } from './quotes.js';
import type { References } from './references.js';

export interface GeneratedTextContext {
  readonly styled: StyledDocument;
  readonly report: Report;
  readonly counterStyles: CounterStyles;
  readonly references: References;
  readonly locale: string;
}

/** Strings, attributes, counters, quotes and references at the current place of box generation. */
export class GeneratedText {
  /** In a running element, which is generated again for each page that shows it. */
  isRunning = false;

  /**
   * @param counters    in scope; the caller changes them as it walks the document
   * @param quoteDepth  nesting depth of quotes
   * @param page        of a page-margin box
   */
  constructor(
    private readonly context: GeneratedTextContext,
    private readonly counters: CounterScopes,
    public quoteDepth: number,
    private readonly page: PageContent | undefined,
  ) {}

  /** @param origin  the pseudo-element that the text is of; default: the element itself */
  text(item: ContentItem, style: ComputedStyle, element: ElementNode, origin?: PseudoName): string {
    const { counterStyles } = this.context;
    switch (item.type) {
      case 'string':
        return item.value;
      case 'alternative':
        return '';
      case 'attr':
        return element.attribute(item.name) ?? item.fallback;
      case 'counter':
        if (this.#isOfContent && isPageNumber(item.name)) return this.#pageNumber(item, element, origin);
        if (item.name === 'page') this.page?.onPageNumber?.(item.style);
        return counterStyles.text(this.counters.value(item.name), item.style);
      case 'counters':
        if (this.#isOfContent && isPageNumber(item.name)) return this.#pageNumber(item, element, origin);
        return this.counters
          .values(item.name)
          .map((value) => counterStyles.text(value, item.style))
          .join(item.separator);
      case 'quote':
        return this.#quote(item.value, style, element);
      case 'target-counter':
      case 'target-text':
        return targetText(item, element, this.context);
      case 'string-ref':
        return this.#namedString(item, element, origin);
      case 'sum':
        return this.page ? this.sum(this.page.sum(item.name, item.of), item.format) : this.#unsupported(item, element);
      case 'content':
        if (item.part === 'text' || item.part === 'first-letter')
          return contentPartText(item.part, element, [], this.context.styled);
        return this.#unsupported(item, element);
      default:
        return this.#unsupported(item, element);
    }
  }

  /** A sum as its `content` function writes it. */
  sum(sum: Decimal, format: SumFormat): string {
    const { counterStyles, locale } = this.context;
    return format.type === 'counter-style'
      ? counterStyles.text(Math.round(Number(sum.text)), format.style)
      : formatDecimal(sum, format, locale);
  }

  #unsupported(item: ContentItem, element: ElementNode): string {
    const name = item.type === 'sum' ? `${item.of}-sum` : item.type.replace('-ref', '');
    this.context.report.add('UnsupportedValue', `content: ${name}()`, describeElement(element));
    return '';
  }

  get #isOfContent(): boolean {
    return !this.page && !this.isRunning;
  }

  /**
   * Outside of page content, the value on the page that the generated box is on; before the first layout a placeholder.
   * Source: https://drafts.csswg.org/css-page-3/#page-based-counters
   */
  #pageNumber(
    { name, style }: Extract<ContentItem, { type: 'counter' | 'counters' }>,
    element: ElementNode,
    origin: PseudoName | undefined,
  ): string {
    const { references, counterStyles } = this.context;
    return references.ask(element, `counter(${name})`, ({ pages }) => {
      const page = pages?.pageOf(element, origin);
      if (pages && page === undefined) return '';
      return counterStyles.text(page === undefined ? 0 : pages!.counter(page, name), style);
    });
  }

  /** In page content, a named string has the value of the page that the generated box is on. */
  #namedString(
    { name, which }: Extract<ContentItem, { type: 'string-ref' }>,
    element: ElementNode,
    origin: PseudoName | undefined,
  ): string {
    if (this.page) return this.page.namedString(name, which);
    return this.context.references.ask(element, `string(${name})`, ({ pages }) => {
      const page = pages?.pageOf(element, origin);
      return page === undefined ? '' : pages!.namedString(page, name, which);
    });
  }

  #quote(
    kind: 'open-quote' | 'close-quote' | 'no-open-quote' | 'no-close-quote',
    style: ComputedStyle,
    element: ElementNode,
  ): string {
    const opens = kind.endsWith('open-quote');
    if (!opens) {
      if (this.quoteDepth === 0) return '';
      this.quoteDepth -= 1;
    }
    const depth = this.quoteDepth;
    if (opens) this.quoteDepth += 1;
    const pairs =
      style.quotes === 'auto' ? quotesOf(parentLanguage(element)) : style.quotes === 'none' ? [] : style.quotes;
    const pair = pairs[Math.min(depth, pairs.length - 1)];
    return kind.startsWith('no-') || !pair ? '' : pair[opens ? 0 : 1];
  }
}

const isPageNumber = (name: string): boolean => name === 'page' || name === 'pages';

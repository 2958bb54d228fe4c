/**
 * Generated content for paged media: what boxes carry to the pages that they are on, and what pages answer.
 * Source: https://drafts.csswg.org/css-gcpm-3/
 */

import type { CounterStyleName, SumRange } from '../css/values/values.js';
import type { ElementNode } from '../html/dom.js';
import type { CounterScopes } from './counters.js';
import type { Decimal } from './decimal.js';

/** Source: https://www.w3.org/TR/css-gcpm-3/#named-strings */
export interface NamedString {
  readonly name: string;
  readonly value: string;
  /** Set where the box ends. */
  readonly atEnd?: true;
}

/** The amount that an element adds to a sum: `sum-set`. */
export interface NamedAmount {
  readonly name: string;
  readonly amount: Decimal;
  readonly atEnd?: true;
}

/** A text that shows a sum of the page that it is on; until the pages are known, a placeholder of about its width. */
export interface PageSum {
  readonly name: string;
  readonly of: SumRange;
  readonly text: (sum: Decimal) => string;
}

/** The value that an element gives the page counter: `counter-reset` or `counter-set` of `page`. */
export interface PageNumber {
  readonly name: 'page';
  readonly number: number;
  readonly atEnd?: true;
}

/** A value that a box sets on the page that it starts on. */
export type NamedValue = NamedString | NamedAmount | PageNumber;

/** Source: https://drafts.csswg.org/css-content-3/#bookmark-generation */
export interface Bookmark {
  /** 'none': no bookmark, even for a heading. */
  readonly level: 'none' | number;
  readonly label: string;
}

/** An element with `position: running()`. */
export interface RunningElement {
  readonly name: string;
  readonly element: ElementNode;
  /** Counters before the element's own changes. */
  readonly counters: CounterScopes;
  readonly quoteDepth: number;
  /** Set by the element and its descendants. */
  readonly values?: readonly NamedValue[];
}

/** Which element of a name `element()` selects on a page. */
export type WhichOnPage = 'first' | 'start' | 'last' | 'first-except';

/** Running elements of a page, for its margin boxes. */
export interface PageReferences {
  /** @returns undefined when there is none */
  runningElement(name: string, which: WhichOnPage): RunningElement | undefined;
}

/** The state of a page that page-margin boxes can refer to. */
export interface PageContent extends PageReferences {
  /** Counter values on the page, including `page` and `pages`. */
  readonly counters: ReadonlyMap<string, number>;
  namedString(name: string, which: WhichOnPage): string;
  sum(name: string, of: SumRange): Decimal;
  /** Called with the style of each page number that the content shows. */
  onPageNumber?(style: CounterStyleName): void;
}

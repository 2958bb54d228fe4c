/**
 * Counted limits of a document inside the engine: a document that exceeds one always does, whatever the machine, and
 * whatever was rendered before.
 */

import type { BudgetLimits } from './document.js';
import { EngineError, type SourcePlace } from './errors.js';
import { describeElement, type ElementNode } from './html/dom.js';

/** Far more than documents have: docs/trust.md tells how far. */
export const DEFAULT_BUDGETS: BudgetLimits = {
  maxBoxes: 1_000_000,
  maxInlineText: 20_000_000,
  maxLines: 1_000_000,
  maxFragments: 2_000_000,
  maxTags: 1_000_000,
  maxAnnotations: 100_000,
};

type BudgetName = keyof BudgetLimits;

const COUNTED: Readonly<Record<BudgetName, string>> = {
  maxBoxes: 'boxes',
  maxInlineText: 'characters in one block',
  maxLines: 'lines',
  maxFragments: 'parts of boxes on lines and pages',
  maxTags: 'structure tags',
  maxAnnotations: 'clickable areas',
};

/** A document has more of something than it may. */
export class BudgetExceeded extends EngineError {
  constructor(
    readonly limit: BudgetName,
    readonly max: number,
    /** Where it was exceeded. */
    readonly element: ElementNode,
    place?: SourcePlace,
  ) {
    const number = max.toLocaleString('en-US');
    const message = `The document has more than ${number} ${COUNTED[limit]} (${limit}), the last of them in ${describeElement(element)}. Split it.`;
    super('document_too_complex', message, place);
  }
}

class Budget {
  #left: number;

  constructor(
    private readonly name: BudgetName,
    private readonly max: number,
  ) {
    this.#left = max;
  }

  /** @param element  that has so many more @throws BudgetExceeded */
  take(count: number, element: ElementNode): void {
    this.#left -= count;
    if (this.#left < 0) throw new BudgetExceeded(this.name, this.max, element);
  }
}

/** The budgets of a pass over a document, and those of painting it. */
export class Budgets {
  /** Nodes that elements generate, and the boxes that are made of them. */
  readonly generated: Budget;
  readonly boxes: Budget;
  readonly lines: Budget;
  readonly fragments: Budget;
  readonly tags: Budget;
  readonly annotations: Budget;

  constructor(readonly limits: BudgetLimits) {
    const budget = (name: BudgetName) => new Budget(name, limits[name]);
    this.generated = budget('maxBoxes');
    this.boxes = budget('maxBoxes');
    this.lines = budget('maxLines');
    this.fragments = budget('maxFragments');
    this.tags = budget('maxTags');
    this.annotations = budget('maxAnnotations');
  }

  /** @param units  of the inline content of a block container @throws BudgetExceeded */
  checkInlineText(units: number, element: ElementNode): void {
    const { maxInlineText } = this.limits;
    if (units > maxInlineText) throw new BudgetExceeded('maxInlineText', maxInlineText, element);
  }
}

/** The style of a page and its margin boxes. Source: https://drafts.csswg.org/css-page-3/ */

import { getOrMake } from '../../collections/maps.js';
import { type CascadeEntry, CascadeNode, LEVELS, type Winners } from '../cascade/cascade.js';
import type { PlacedPageRule } from '../cascade/rule-set.js';
import { computeStyle, type ElementStyle, type StyleContext } from '../compute/compute.js';
import type { MarginBoxName, PageQuery, PageStyle } from '../compute/styled-document.js';
import type { ComputedStyle } from '../properties/table.js';
import type { DeclarationBlock } from '../syntax/declarations.js';
import { matchPage, type PageSize } from './page-rules.js';

/** Size and margins of pages without `@page` rules, in px. */
export interface PageDefaults {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

interface Match {
  readonly page: PlacedPageRule;
  readonly specificity: number;
}

/** Computes page styles; pages that match the same rules share one. */
export class PageStyler {
  readonly #known = new Map<string, PageStyle>();
  readonly #userAgent: CascadeEntry;

  constructor(
    readonly pages: readonly PlacedPageRule[],
    readonly defaults: PageDefaults,
    readonly context: StyleContext,
    /** Parses one declaration. */
    readonly declare: (name: string, value: string) => DeclarationBlock,
    /** Called with the winning declarations of each cascade. */
    readonly onWinners: (winners: Winners) => void,
  ) {
    this.#userAgent = { level: LEVELS.userAgent, block: this.declare('margin', `${defaults.margin}px`) };
  }

  /** @param root  style of the root element, from which the page context inherits; null before it is known */
  style(query: PageQuery, root: ElementStyle | null): PageStyle {
    const matched = this.#match(query);
    const key = matched.map(({ page }) => this.pages.indexOf(page)).join(' ');
    return getOrMake(this.#known, key, () => this.#compute(matched, root));
  }

  #match(query: PageQuery): Match[] {
    const matched: Match[] = [];
    for (const page of this.pages) {
      const { selectors } = page.rule;
      const found = selectors.flatMap((selector) => matchPage(selector, query) ?? []);
      if (found.length > 0) matched.push({ page, specificity: Math.max(...found) });
    }
    return matched.sort((a, b) => a.page.level - b.page.level || a.specificity - b.specificity);
  }

  #compute(matched: readonly Match[], root: ElementStyle | null): PageStyle {
    const context = this.#cascade([this.#userAgent, ...matched.map(({ page }) => page.entry)], root, root);
    return {
      ...this.#size(matched),
      style: context.style,
      marginBoxes: this.#marginBoxes(matched, context),
      footnoteArea: this.#footnoteArea(matched, context),
    };
  }

  #cascade(entries: readonly CascadeEntry[], parent: ElementStyle | null, root: ElementStyle | null): ElementStyle {
    let node = CascadeNode.root();
    for (const entry of entries) node = node.with(entry);
    this.onWinners(node.winners);
    return computeStyle({ winners: node.winners, parent, root, blockify: false }, this.context);
  }

  #userAgentEntry(name: MarginBoxName): CascadeEntry {
    const { textAlign, verticalAlign } = alignmentOf(name);
    const block = [
      ...this.declare('text-align', textAlign),
      ...this.declare('vertical-align', verticalAlign),
      ...this.declare('display', 'block'),
    ];
    return { level: LEVELS.userAgent, block };
  }

  #size(matched: readonly Match[]): { width: number; height: number } {
    const sizes = matched.filter(({ page }) => page.rule.size !== undefined);
    const winner = [...sizes].reverse().find(({ page }) => page.rule.sizeIsImportant) ?? sizes[sizes.length - 1];
    return usedSize(winner?.page.rule.size ?? 'auto', this.defaults);
  }

  #footnoteArea(matched: readonly Match[], page: ElementStyle): ComputedStyle {
    const block = [...this.declare('margin-top', '1em'), ...this.declare('display', 'flow-root')];
    const own = matched.flatMap(({ page: rule }) => rule.marginBoxes.filter(({ name }) => name === 'footnote'));
    return this.#cascade([{ level: LEVELS.userAgent, block }, ...own.map(({ entry }) => entry)], page, page).style;
  }

  #marginBoxes(matched: readonly Match[], page: ElementStyle): Map<MarginBoxName, ComputedStyle> {
    const entries = new Map<MarginBoxName, CascadeEntry[]>();
    for (const { page: rule } of matched) {
      for (const { name, entry } of rule.marginBoxes) {
        if (name === 'footnote') continue;
        const list = entries.get(name);
        if (list) list.push(entry);
        else entries.set(name, [this.#userAgentEntry(name), entry]);
      }
    }
    const boxes = new Map<MarginBoxName, ComputedStyle>();
    for (const [name, list] of entries) {
      const { style } = this.#cascade(list, page, page); // `rem` refers to the page context
      if (style.content !== 'normal' && style.content !== 'none') boxes.set(name, style);
    }
    return boxes;
  }
}

function usedSize(size: PageSize, defaults: PageDefaults): { width: number; height: number } {
  if (size === 'auto') return { width: defaults.width, height: defaults.height };
  if ('width' in size) return { width: size.width, height: size.height };
  const short = Math.min(defaults.width, defaults.height);
  const long = Math.max(defaults.width, defaults.height);
  return size.orientation === 'landscape' ? { width: long, height: short } : { width: short, height: long };
}

/** Default alignment of the text of a margin box. Source: https://drafts.csswg.org/css-page-3/#margin-text-alignment */
function alignmentOf(name: MarginBoxName): { readonly textAlign: string; readonly verticalAlign: string } {
  const corner = name.endsWith('corner');
  const horizontal = name.startsWith('top') || name.startsWith('bottom');
  let textAlign = 'center';
  if (corner) textAlign = name.includes('left') ? 'right' : 'left';
  else if (horizontal && name.endsWith('left')) textAlign = 'left';
  else if (horizontal && name.endsWith('right')) textAlign = 'right';
  let verticalAlign = 'middle';
  if (!corner && !horizontal && name.endsWith('top')) verticalAlign = 'top';
  else if (!corner && !horizontal && name.endsWith('bottom')) verticalAlign = 'bottom';
  return { textAlign, verticalAlign };
}

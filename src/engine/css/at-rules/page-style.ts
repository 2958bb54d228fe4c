/** The style of a page and its margin boxes. Source: https://drafts.csswg.org/css-page-3/ */

import { getOrMake } from '../../collections/maps.js';
import { type CascadeEntry, CascadeNode, LEVELS, type Winners } from '../cascade/cascade.js';
import type { PlacedPageRule } from '../cascade/rule-set.js';
import { computeStyle, type ElementStyle, type StyleContext } from '../compute/compute.js';
import type { MarginBoxName, PageQuery, PageStyle } from '../compute/styled-document.js';
import type { ComputedStyle } from '../properties/table.js';
import type { DeclarationBlock } from '../syntax/declarations.js';
import {
  type DescriptorName,
  INITIAL_DESCRIPTORS,
  type PageDescriptors,
  type PageLength,
  type PageSize,
} from './page-descriptors.js';
import { matchPage } from './page-rules.js';
import { sheetOf } from './page-sheet.js';

/** Size and margins of pages without `@page` rules, in px. */
export interface PageDefaults {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

type ComputeBox = (entries: readonly CascadeEntry[]) => ComputedStyle;

interface Match {
  readonly page: PlacedPageRule;
  readonly specificity: number;
}

export interface PageStylerContext extends StyleContext {
  readonly pageDefaults: PageDefaults;
  /** Parses one declaration. */
  readonly declare: (name: string, value: string) => DeclarationBlock;
}

/** A page style, and what to report of it. */
interface ComputedPageStyle {
  readonly style: PageStyle;
  /** The cascades of the page context, its margin boxes and its footnote area. */
  readonly cascades: readonly { readonly winners: Winners; readonly computed: ElementStyle }[];
}

/** Computes page styles; pages that match the same rules share one. */
export class PageStyler {
  readonly #known = new Map<string, ComputedPageStyle>();
  readonly #userAgent: CascadeEntry;

  constructor(
    readonly pages: readonly PlacedPageRule[],
    readonly context: PageStylerContext,
    /** Style of the root element, from which the page context inherits; null before it is known. */
    readonly root: ElementStyle | null,
  ) {
    this.#userAgent = this.#entry(['margin', `${context.pageDefaults.margin}px`]);
  }

  style(query: PageQuery): ComputedPageStyle {
    const matched = this.#match(query);
    const key = matched.map(({ page }) => this.pages.indexOf(page)).join(' ');
    return getOrMake(this.#known, key, () => this.#compute(matched));
  }

  #entry(...declarations: readonly (readonly [name: string, value: string])[]): CascadeEntry {
    return {
      level: LEVELS.userAgent,
      block: declarations.flatMap(([name, value]) => this.context.declare(name, value)),
    };
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

  #compute(matched: readonly Match[]): ComputedPageStyle {
    const cascades: { winners: Winners; computed: ElementStyle }[] = [];
    /** @param parent  of the page context, the root element; of boxes on the page, to which `rem` refers, the page */
    const compute = (entries: readonly CascadeEntry[], parent: ElementStyle | null): ElementStyle => {
      let node = CascadeNode.root();
      for (const entry of entries) node = node.with(entry);
      const { winners } = node;
      const computed = computeStyle({ winners, parent, root: parent, blockify: false }, this.context);
      cascades.push({ winners, computed });
      return computed;
    };
    const page = compute([this.#userAgent, ...matched.map(({ page }) => page.entry)], this.root);
    /** Source: https://drafts.csswg.org/css-page-3/#page-properties */
    const px = (length: PageLength): number =>
      typeof length === 'number'
        ? length
        : length.times * (length.of === 'em' ? page : (this.root ?? page)).style['font-size'];
    const bleed = this.#descriptor(matched, 'bleed');
    const style = {
      ...usedSize(this.#descriptor(matched, 'size'), this.context.pageDefaults, px),
      sheet: sheetOf({
        marks: this.#descriptor(matched, 'marks'),
        bleed: bleed === 'auto' ? bleed : px(bleed),
        orientation: this.#descriptor(matched, 'page-orientation'),
      }),
      style: page.style,
      marginBoxes: this.#marginBoxes(matched, (entries) => compute(entries, page).style),
      footnoteArea: this.#footnoteArea(matched, (entries) => compute(entries, page).style),
    };
    return { style, cascades };
  }

  #userAgentEntry(name: MarginBoxName): CascadeEntry {
    const { textAlign, verticalAlign } = alignmentOf(name);
    return this.#entry(['text-align', textAlign], ['vertical-align', verticalAlign], ['display', 'block']);
  }

  #descriptor<Name extends DescriptorName>(matched: readonly Match[], name: Name): PageDescriptors[Name] {
    let value: PageDescriptors[Name] | undefined;
    for (const { page } of matched) value = page.rule.descriptors[name] ?? value;
    for (const { page } of matched) value = page.rule.importantDescriptors[name] ?? value;
    return value ?? INITIAL_DESCRIPTORS[name];
  }

  #footnoteArea(matched: readonly Match[], compute: ComputeBox): ComputedStyle {
    const userAgent = this.#entry(['margin-top', '1em'], ['display', 'flow-root']);
    const own = matched.flatMap(({ page: rule }) => rule.marginBoxes.filter(({ name }) => name === 'footnote'));
    return compute([userAgent, ...own.map(({ entry }) => entry)]);
  }

  #marginBoxes(matched: readonly Match[], compute: ComputeBox): Map<MarginBoxName, ComputedStyle> {
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
      const style = compute(list);
      if (style.content !== 'normal' && style.content !== 'none') boxes.set(name, style);
    }
    return boxes;
  }
}

function usedSize(
  size: PageSize,
  defaults: PageDefaults,
  px: (length: PageLength) => number,
): { width: number; height: number } {
  if (size === 'auto') return { width: defaults.width, height: defaults.height };
  if ('width' in size) return { width: px(size.width), height: px(size.height) };
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

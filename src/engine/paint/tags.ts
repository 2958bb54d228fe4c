/**
 * Derives the structure tags of a PDF from HTML elements: headings, paragraphs, lists, tables, links.
 * Nodes are created during painting; their context is complete only afterwards, so `tagOf` resolves them at the end.
 */

import { headingLevel } from '../box/bookmarks.js';
import type { Bookmark } from '../box/paged-media.js';
import type { Box } from '../box/tree.js';
import type { Budgets } from '../budgets.js';
import type { ElementNode } from '../html/dom.js';
import type { LinkTarget, Tag } from './display-list.js';
import { isHidden, isPresentational, TableTags } from './table-tags.js';

/** A tag on one page, shared by all of its content there. */
export interface TagNode {
  readonly parent: TagNode | undefined;
  readonly type: Tag['type'];
  readonly element: ElementNode | undefined;
  /** Called when the tag is closed; undefined: the content needs no tag. */
  resolve(): Tag | undefined;
}

export const tagOf = (node: TagNode): Tag | undefined => node.resolve();

/** State across pages: bookmarks appear once, and their levels nest. */
export class TagContext {
  readonly #levels: number[] = [];
  readonly #headings = new Map<ElementNode, Tag>();
  /** By the serial number of the element; null: none. */
  readonly #hidden: (ElementNode | null)[] = [];
  /** Bookmarks by element, in the order of painting. */
  readonly bookmarks = new Map<ElementNode, Bookmark>();
  readonly tables: TableTags;

  constructor(
    /** The target of a link; undefined when it has none. */
    readonly target: (link: ElementNode) => LinkTarget | undefined,
    /** Footnote elements, which are no part of their surroundings. */
    readonly footnotes: ReadonlySet<ElementNode>,
    /** Whether an element has boxes. */
    isRendered: (element: ElementNode) => boolean,
    readonly budgets?: Budgets,
  ) {
    this.tables = new TableTags(isRendered, budgets);
  }

  /** The outermost ancestor with `aria-hidden`, the element included. */
  hiddenAround(element: ElementNode): ElementNode | undefined {
    const known = this.#hidden[element.serial];
    if (known !== undefined) return known ?? undefined;
    const hidden = (element.parent && this.hiddenAround(element.parent)) ?? (isHidden(element) ? element : undefined);
    this.#hidden[element.serial] = hidden ?? null;
    return hidden;
  }

  /**
   * The tag of a heading. Its level is at most one below that of the heading before; the first is 1.
   * Later fragments of a heading are paragraphs, so that it has one bookmark.
   */
  heading(element: ElementNode): Tag {
    if (this.#headings.has(element)) return { type: 'paragraph' };
    const authored = Number(element.name.slice(1));
    while (this.#levels.length > 0 && this.#levels.at(-1)! >= authored) this.#levels.pop();
    this.#levels.push(authored);
    const bookmark = this.bookmarks.get(element);
    const isOther = bookmark !== undefined && bookmark.level !== authored;
    const outline = isOther ? '' : (bookmark?.label ?? textOf(element, this.footnotes));
    const tag: Tag = { type: 'heading', level: this.#levels.length, outline };
    this.#headings.set(element, tag);
    return tag;
  }
}

/** The tags of one page. */
export class PageTags {
  readonly #structure = new Map<ElementNode, TagNode | null>();
  readonly #paragraphs = new Map<Box, TagNode>();
  readonly #labels = new Map<ElementNode, TagNode>();
  readonly #links = new Map<TagNode | undefined, Map<ElementNode, TagNode>>();
  readonly #formulas = new Map<TagNode | undefined, Map<ElementNode, TagNode>>();
  readonly #artifacts = new Map<TagNode | undefined, Map<ElementNode, TagNode>>();
  readonly artifact: TagNode = {
    parent: undefined,
    type: 'artifact',
    element: undefined,
    resolve: () => ({ type: 'artifact' }),
  };

  constructor(private readonly context: TagContext) {}

  /**
   * The innermost tag for text or an image.
   * @param element   the element of the content
   * @param container the block container whose lines the content is on
   */
  forContent(element: ElementNode, container: Box | undefined): TagNode | undefined {
    const hidden = this.context.hiddenAround(element);
    if (hidden) return this.#hiddenContent(hidden, element, container);
    const structure = this.#generalContainer(this.#structureOf(element));
    const block = container && !structure ? this.#paragraph(container) : structure;
    const anchor = closestLink(element, this.context.footnotes);
    const around = anchor ? this.#link(anchor, block) : block;
    const formula = formulaAround(element);
    return formula ? this.#formula(formula, around) : around;
  }

  /** @returns the bookmark to place at the element; undefined when it has none or the heading's tag provides it */
  bookmark(element: ElementNode, bookmark: Bookmark, x: number, y: number): Tag | undefined {
    if (this.context.bookmarks.has(element)) return undefined;
    this.context.bookmarks.set(element, bookmark);
    const { level, label } = bookmark;
    if (level === 'none' || label === '' || level === headingLevel(element)) return undefined;
    return { type: 'bookmark', level, label, x, y };
  }

  /** An artifact for the content of an element, inside `parent`. */
  decoration(element: ElementNode, parent: TagNode | undefined): TagNode {
    let artifacts = this.#artifacts.get(parent);
    if (!artifacts) {
      artifacts = new Map();
      this.#artifacts.set(parent, artifacts);
    }
    return this.#child(artifacts, element, parent, { type: 'artifact' });
  }

  /** The tag of a form field, which the writer tags like a link. */
  forField(element: ElementNode, container: Box | undefined, address: string): TagNode {
    const tag: Tag = { type: 'link', target: { type: 'url', url: address } };
    return { parent: this.forContent(element, container), type: 'link', element, resolve: () => tag };
  }

  /** Content hidden from assistive technology keeps its place in the tag tree, and its links stay clickable. */
  #hiddenContent(hidden: ElementNode, element: ElementNode, container: Box | undefined): TagNode | undefined {
    const isOutside = container && !isWithin(container.element, hidden);
    const around = hidden.parent ? this.forContent(hidden.parent, isOutside ? container : undefined) : undefined;
    const artifact = this.decoration(hidden, around);
    const anchor = closestLink(element, this.context.footnotes);
    return anchor && isWithin(anchor, hidden) ? this.#link(anchor, artifact) : artifact;
  }

  /** The tag of a list item's marker. */
  forMarker(element: ElementNode): TagNode | undefined {
    if (this.context.hiddenAround(element)) return this.forContent(element, undefined);
    const item = this.#structureOf(element);
    if (item?.type !== 'list-item') return this.#generalContainer(item);
    return this.#child(this.#labels, element, item, { type: 'list-label' });
  }

  /** The closest tag that may contain any content: a table's caption is placed before the table. */
  #generalContainer(node: TagNode | undefined): TagNode | undefined {
    let at = node;
    while (at && (at.type === 'table' || at.type === 'table-row' || at.type === 'list')) at = at.parent;
    return at;
  }

  #structureOf(element: ElementNode): TagNode | undefined {
    const known = this.#structure.get(element);
    if (known !== undefined) return known ?? undefined;
    const isApart = this.context.footnotes.has(element);
    const parent = element.parent && !isApart ? this.#structureOf(element.parent) : undefined;
    const node = this.#ownNode(element, parent) ?? parent;
    this.#structure.set(element, node ?? null);
    return node;
  }

  #ownNode(element: ElementNode, parent: TagNode | undefined): TagNode | undefined {
    if (element.namespace !== 'html' || parent?.type === 'heading') return undefined;
    // Without the role, rows, cells and items inside find no table or list around them and get no tag either.
    if (isPresentational(element)) return undefined;
    const make = (type: Tag['type'], resolve: () => Tag | undefined): TagNode => {
      this.context.budgets?.tags.take(1, element);
      return { parent, type, element, resolve };
    };
    switch (element.name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return make('heading', () => this.context.heading(element));
      case 'ul':
      case 'ol':
      case 'menu':
        return make('list', () => ({ type: 'list' }));
      case 'li':
        return parent?.type === 'list' ? make('list-item', () => ({ type: 'list-item' })) : undefined;
      case 'table':
        return make('table', () => this.context.tables.table(element));
      case 'tr':
        return parent?.type === 'table' ? make('table-row', () => this.context.tables.row(element)) : undefined;
      case 'td':
      case 'th':
        return parent?.type === 'table-row' ? make('table-cell', () => this.context.tables.cell(element)) : undefined;
      default:
        return undefined;
    }
  }

  #paragraph(container: Box): TagNode {
    let node = this.#paragraphs.get(container);
    if (!node) {
      this.context.budgets?.tags.take(1, container.element);
      node = { parent: undefined, type: 'paragraph', element: undefined, resolve: () => ({ type: 'paragraph' }) };
      this.#paragraphs.set(container, node);
    }
    return node;
  }

  #link(anchor: ElementNode, parent: TagNode | undefined): TagNode | undefined {
    const target = this.context.target(anchor);
    if (!target) return parent;
    let links = this.#links.get(parent);
    if (!links) {
      links = new Map();
      this.#links.set(parent, links);
    }
    return this.#child(links, anchor, parent, { type: 'link', target });
  }

  #formula(element: ElementNode, parent: TagNode | undefined): TagNode {
    let formulas = this.#formulas.get(parent);
    if (!formulas) {
      formulas = new Map();
      this.#formulas.set(parent, formulas);
    }
    return this.#child(formulas, element, parent, { type: 'formula', alt: formulaText(element) });
  }

  #child(known: Map<ElementNode, TagNode>, element: ElementNode, parent: TagNode | undefined, tag: Tag): TagNode {
    let node = known.get(element);
    if (!node) {
      this.context.budgets?.tags.take(1, element);
      node = { parent, type: tag.type, element, resolve: () => tag };
      known.set(element, node);
    }
    return node;
  }
}

function isWithin(element: ElementNode, ancestor: ElementNode): boolean {
  for (let at: ElementNode | null = element; at; at = at.parent) if (at === ancestor) return true;
  return false;
}

/** The closest link, the element included. @param excluded elements at which the search ends */
function closestLink(element: ElementNode, excluded?: ReadonlySet<ElementNode>): ElementNode | undefined {
  for (let at: ElementNode | null = element; at; at = excluded?.has(at) ? null : at.parent) {
    if (isLink(at)) return at;
  }
  return undefined;
}

export function isLink(element: ElementNode): boolean {
  const { name, namespace } = element;
  return (name === 'a' || name === 'area') && namespace === 'html' && element.attribute('href') !== undefined;
}

/** The formula that an element is part of; text of HTML is right in one of its elements. */
function formulaAround(element: ElementNode): ElementNode | undefined {
  let at: ElementNode | null = element.namespace === 'mathml' ? element : element.parent;
  if (at?.namespace !== 'mathml') return undefined;
  while (at && at.name !== 'math') at = at.parent;
  return at ?? undefined;
}

/** The alternative of a formula: `alttext`, or its text without annotations, which are other notations of it. */
function formulaText(formula: ElementNode): string {
  const written = formula.attribute('alttext')?.trim();
  if (written) return written;
  const annotations = new Set<ElementNode>();
  const find = ({ children }: ElementNode): void => {
    for (const child of children) {
      if (child.kind !== 'element') continue;
      if (child.name === 'annotation' || child.name === 'annotation-xml') annotations.add(child);
      else find(child);
    }
  };
  find(formula);
  return textOf(formula, annotations);
}

/** The text of an element with white space collapsed. @param excluded descendants to leave out */
function textOf(element: ElementNode, excluded?: ReadonlySet<ElementNode>): string {
  const parts: string[] = [];
  const collect = (node: ElementNode): void => {
    for (const child of node.children) {
      if (child.kind === 'text') parts.push(child.data);
      else if (child.name === 'br') parts.push(' ');
      else if (!excluded?.has(child)) collect(child);
    }
  };
  collect(element);
  return parts
    .join('')
    .replace(/[ \t\n\f\r]+/g, ' ')
    .trim();
}

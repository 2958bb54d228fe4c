/**
 * Computed styles by the rules that elements match, for documents with equal rules: those of invoices by one template
 * are computed once.
 */

import { getOrMake } from '../../collections/maps.js';
import { PageStyler, type PageStylerContext as TreeContext } from '../at-rules/page-style.js';
import { CascadeNode, isDecoratedByAuthor } from '../cascade/cascade.js';
import { SharedEntries } from '../cascade/element-entries.js';
import type { PlacedPageRule, RuleSet } from '../cascade/rule-set.js';
import { type ComputeInput, computeStyle, type ElementStyle } from './compute.js';
import { StyleNode } from './style-node.js';
import { PathRoot, StylePath } from './style-path.js';

/** The styles of elements, pseudo-elements and pages by one set of rules and one page area. */
export class StyleTree {
  readonly #roots = new Map<CascadeNode, StyleNode>();
  readonly #pages = new Map<readonly PlacedPageRule[], Map<ElementStyle | null, PageStyler>>();
  readonly #sized = new WeakMap<StyleNode, Map<string, StyleNode>>();
  readonly #sizedPaths = new WeakMap<StylePath, Map<StyleNode, StylePath>>();
  readonly paths = new PathRoot(true);
  /** Number of styles; those with long attributes count several times. */
  size = 0;

  constructor(readonly context: TreeContext) {}

  /** Counts a path that is kept for other documents. */
  addPath(): void {
    this.size += PATH_WEIGHT;
  }

  /**
   * @param root        style of the root element; null for the root element itself
   * @param containers  see ComputeInput; a function of the nodes above
   */
  node(
    cascade: CascadeNode,
    parent: StyleNode | undefined,
    root: ElementStyle | null,
    containers?: ComputeInput['containers'],
  ): StyleNode {
    const siblings = parent?.children ?? this.#roots;
    const known = siblings.get(cascade);
    if (known) return known;
    const node = this.#makeNode(cascade, parent, root, containers);
    siblings.set(cascade, node);
    return node;
  }

  #makeNode(
    cascade: CascadeNode,
    parent: StyleNode | undefined,
    root: ElementStyle | null,
    containers: ComputeInput['containers'],
  ): StyleNode {
    const computed = computeStyle(
      {
        winners: cascade.winners,
        parent: parent?.computed ?? null,
        root,
        layoutParentDisplay: parent?.boxDisplay,
        containers,
        isDecoratedByAuthor: () => isDecoratedByAuthor(cascade),
      },
      this.context,
    );
    this.size += cascade.weight;
    const { display } = computed.style;
    return new StyleNode(cascade, computed, display === 'contents' && parent ? parent.boxDisplay : display);
  }

  /**
   * The node of a container with its size, below which styles depend on it.
   * @param size  a text for it
   */
  sized(node: StyleNode, size: string): StyleNode {
    const known = getOrMake(this.#sized, node, () => new Map<string, StyleNode>());
    return getOrMake(known, size, () => {
      this.size += 1;
      return new StyleNode(node.cascade, node.computed, node.boxDisplay);
    });
  }

  /** The path of a container by its node with its size. */
  sizedPath(path: StylePath, node: StyleNode): StylePath {
    const known = getOrMake(this.#sizedPaths, path, () => new Map<StyleNode, StylePath>());
    return getOrMake(known, node, () => new StylePath(node, [], path.isLasting));
  }

  /**
   * @param isGenerated  whether `content` generates the pseudo-element, which then has a box of its own
   * @param containers   as in `node`
   */
  pseudo(
    cascade: CascadeNode,
    parent: StyleNode,
    root: ElementStyle | null,
    isGenerated: boolean,
    containers?: ComputeInput['containers'],
  ): ElementStyle {
    return getOrMake(parent.pseudos, cascade, () => {
      this.size += cascade.weight;
      const layoutParentDisplay = isGenerated ? parent.boxDisplay : undefined;
      return computeStyle(
        {
          winners: cascade.winners,
          parent: parent.computed,
          root,
          blockify: isGenerated,
          layoutParentDisplay,
          containers,
          isDecoratedByAuthor: () => isDecoratedByAuthor(cascade),
        },
        this.context,
      );
    });
  }

  /** @param root  style of the root element, from which pages inherit; null before it is known */
  pages(rules: readonly PlacedPageRule[], root: ElementStyle | null): PageStyler {
    const known = getOrMake(this.#pages, rules, () => new Map<ElementStyle | null, PageStyler>());
    return getOrMake(known, root, () => new PageStyler(rules, this.context, root));
  }
}

/** Of a path, by that of a style. */
const PATH_WEIGHT = 0.25;

/** Maximum number of styles, cascade nodes and entries that documents share: about 6 MB. */
const MAX_WEIGHT = 6_000;

/** Rule sets whose styles are kept, which may be large themselves. */
const MAX_RULE_SETS = 64;

/**
 * Styles and entries that documents share. Elements with equal rules, hints and style attributes have the same cascade
 * node, and with equal ancestors the same style node, in all of them. Its parts refer to each other, so that it is
 * dropped as a whole.
 */
export class SharedStyles {
  readonly cascadeRoot = CascadeNode.root();
  readonly entries = new SharedEntries();
  readonly #trees = new Map<RuleSet, StyleTree[]>();
  #documents = 0;

  /** Whether a document should start with a new object. */
  get isFull(): boolean {
    if (this.#trees.size > MAX_RULE_SETS) return true;
    // Documents with fonts of their own have a tree of their own, but their cascade nodes are here.
    let weight = this.entries.weight + this.cascadeRoot.total.weight;
    for (const trees of this.#trees.values()) for (const tree of trees) weight += 1 + tree.size;
    return weight > MAX_WEIGHT;
  }

  /** A number for a document, for StyleNode.usedBy. */
  nextDocument(): number {
    return ++this.#documents;
  }

  tree(rules: RuleSet, context: TreeContext): StyleTree {
    const trees = getOrMake(this.#trees, rules, () => []);
    const known = trees.find((tree) => isSame(tree.context, context));
    if (known) return known;
    const tree = new StyleTree(context);
    trees.push(tree);
    return tree;
  }
}

/** Whether contexts of the same rules are equal. */
function isSame(a: TreeContext, b: TreeContext): boolean {
  return (
    a.fontUnits === b.fontUnits &&
    a.viewport.width === b.viewport.width &&
    a.viewport.height === b.viewport.height &&
    a.pageDefaults.width === b.pageDefaults.width &&
    a.pageDefaults.height === b.pageDefaults.height &&
    a.pageDefaults.margin === b.pageDefaults.margin
  );
}

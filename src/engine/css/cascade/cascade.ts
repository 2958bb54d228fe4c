/**
 * The cascade: selects the winning declaration of each property of an element.
 * Source: https://drafts.csswg.org/css-cascade-5/#cascade-sort
 */

import { getOrMake } from '../../collections/maps.js';
import { type DeclaredName, isCustomName } from '../properties/declared-name.js';
import { LOGICAL, LOGICAL_NAMES } from '../properties/logical.js';
import { PROPERTY_NAMES, PROPERTY_TABLE, type PropertyName } from '../properties/table.js';
import { type DeclarationBlock, revertOf, type SpecifiedValue, type StyleDeclaration } from '../syntax/declarations.js';
import { type AttributeLookup, attributesIn, withAttributes } from './attribute-values.js';
import { CssWide, CustomValue, Pending } from './specified.js';

/** Origins and cascade layers in ascending order of their normal declarations. */
export const LEVELS = {
  userAgent: 0,
  presentationalHints: 1,
  /** The layers of the author, lowest first; unlayered declarations come after them. */
  firstLayer: 2,
  unlayered: 1_000_000,
  styleAttribute: 1_000_001,
} as const;

/** A block of declarations in the cascade. Compared by identity: elements that match the same rules share entries. */
export interface CascadeEntry {
  readonly block: DeclarationBlock;
  /** One of LEVELS, or the level of a layer. */
  readonly level: number;
}

export type Winners = ReadonlyMap<DeclaredName, StyleDeclaration>;

/**
 * @param entries  in ascending order of their normal declarations
 * @returns        the winning declaration by name, inserted in ascending cascade order
 */
function cascade(entries: readonly CascadeEntry[]): Winners {
  const winners = new Map<DeclaredName, StyleDeclaration>();
  let hasImportant = false;
  let hasReverts = false;
  const take = (declaration: StyleDeclaration) => {
    winners.delete(declaration.name);
    winners.set(declaration.name, declaration);
    hasReverts ||= revertOf(declaration) !== undefined;
  };
  for (const { block } of entries) {
    for (const declaration of block) {
      if (declaration.important) hasImportant = true;
      else take(declaration);
    }
  }
  if (hasImportant) {
    for (const { block } of inOrderOfImportance(entries)) {
      for (const declaration of block) if (declaration.important) take(declaration);
    }
  }
  if (hasReverts) resolveReverts(winners, entries);
  return winners;
}

/**
 * Importance reverses the order of origins and layers, but not the order inside a layer; the style attribute remains
 * above the layers. Source: https://drafts.csswg.org/css-cascade-5/#importance
 */
function inOrderOfImportance(entries: readonly CascadeEntry[]): CascadeEntry[] {
  return [...entries].sort((a, b) => importanceOf(a.level) - importanceOf(b.level));
}

function importanceOf(level: number): number {
  if (level === LEVELS.userAgent) return Infinity;
  return level === LEVELS.styleAttribute ? LEVELS.styleAttribute : -level;
}

/** Source: https://drafts.csswg.org/css-cascade-5/#default */
function resolveReverts(winners: Map<DeclaredName, StyleDeclaration>, entries: readonly CascadeEntry[]): void {
  const reverted = [...winners.values()].filter((declaration) => revertOf(declaration) !== undefined);
  for (const { name } of reverted) {
    const value = winnerBelow(name, entries);
    if (value) winners.set(name, value);
    else winners.delete(name);
  }
}

/** The highest declaration of the name that no declaration above rolls back. */
function winnerBelow(name: DeclaredName, entries: readonly CascadeEntry[]): StyleDeclaration | undefined {
  const ascending: { declaration: StyleDeclaration; level: number }[] = [];
  const add = (from: readonly CascadeEntry[], important: boolean) => {
    for (const { block, level } of from) {
      for (const declaration of block) {
        if (declaration.name === name && declaration.important === important) ascending.push({ declaration, level });
      }
    }
  };
  add(entries, false);
  add(inOrderOfImportance(entries), true);

  // Only levels below this one remain after a rollback. An important declaration also rolls back all declarations
  // between it and the normal ones of its level.
  let below = Infinity;
  for (const { declaration, level } of ascending.reverse()) {
    if (below !== Infinity && (declaration.important || level >= below)) continue;
    const revert = revertOf(declaration);
    if (!revert) return declaration;
    below = revert === 'revert-layer' ? level : Math.min(level, LEVELS.presentationalHints);
  }
  return undefined;
}

/** UTF-16 units of text that weigh as much as a computed style. */
export const KEY_LENGTH = 1_000;

/** A rule tree: lists of entries are paths from its root, so that each list is cascaded once for all elements. */
export class CascadeNode {
  readonly #children = new Map<CascadeEntry, CascadeNode>();
  #winners: Winners | undefined;
  /** Names of the attributes that winners refer to. */
  #attributes: readonly string[] | undefined;
  /** By the values of these attributes. */
  readonly #byAttributes = new Map<string, CascadeNode>();
  readonly #restricted = new Map<ReadonlySet<DeclaredName>, CascadeNode>();

  private constructor(
    readonly parent: CascadeNode | undefined,
    readonly entry: CascadeEntry | undefined,
    /** Of the nodes below one root together. */
    readonly total: { weight: number },
    /** Of the node, and of a style by it, in caches: 1, and more with long attributes. */
    readonly weight = 1,
  ) {
    total.weight += weight;
  }

  static root(): CascadeNode {
    return new CascadeNode(undefined, undefined, { weight: 0 });
  }

  /** @returns the node of the list of this one followed by `entry` */
  with(entry: CascadeEntry): CascadeNode {
    // Without a closure, as it is called for each rule of each element.
    let node = this.#children.get(entry);
    if (!node) {
      node = new CascadeNode(this, entry, this.total);
      this.#children.set(entry, node);
    }
    return node;
  }

  get winners(): Winners {
    this.#winners ??= cascade(this.entries());
    return this.#winners;
  }

  /** @returns the node whose winners have the attributes of an element in place of `attr()` */
  forAttributes(attribute: AttributeLookup): CascadeNode {
    this.#attributes ??= [...new Set([...this.winners.values()].flatMap(attributesOf))];
    if (this.#attributes.length === 0) return this;
    const key = JSON.stringify(this.#attributes.map((name) => attribute(name) ?? null));
    return getOrMake(this.#byAttributes, key, () => {
      const node = new CascadeNode(this.parent, this.entry, this.total, 1 + key.length / KEY_LENGTH);
      node.#winners = replaceAttributes(this.winners, attribute);
      node.#attributes = [];
      return node;
    });
  }

  /** @returns the node whose winners are of these properties and custom ones only */
  restrictedTo(names: ReadonlySet<DeclaredName>): CascadeNode {
    return getOrMake(this.#restricted, names, () => {
      const node = new CascadeNode(this.parent, this.entry, this.total);
      node.#winners = new Map([...this.winners].filter(([name]) => names.has(name) || isCustomName(name)));
      return node;
    });
  }

  /** In ascending order. */
  entries(): CascadeEntry[] {
    const entries: CascadeEntry[] = [];
    for (let at: CascadeNode | undefined = this; at?.entry; at = at.parent) entries.push(at.entry);
    return entries.reverse();
  }
}

function attributesOf({ value }: StyleDeclaration): string[] {
  return value instanceof Pending || value instanceof CustomValue ? attributesIn(value.tokens) : [];
}

function replaceAttributes(winners: Winners, attribute: AttributeLookup): Winners {
  // The longhands of a shorthand share a value, and continue to.
  const replaced = new Map<SpecifiedValue, SpecifiedValue>();
  const replace = (value: Pending | CustomValue): SpecifiedValue => {
    const tokens = withAttributes(value.tokens, attribute);
    if (value instanceof CustomValue) return tokens ? new CustomValue(tokens) : new CssWide('initial');
    return tokens ? new Pending(value.property, tokens, value.place, value.sheet) : new CssWide('unset');
  };
  const withValue = (declaration: StyleDeclaration): StyleDeclaration => {
    const { value } = declaration;
    if (!(value instanceof Pending || value instanceof CustomValue) || attributesIn(value.tokens).length === 0)
      return declaration;
    return { ...declaration, value: getOrMake(replaced, value, () => replace(value)) };
  };
  return new Map([...winners].map(([name, declaration]) => [name, withValue(declaration)]));
}

/** Whether the author declares an appearance-disabling property, see `Property.disablesAppearance`. */
export function isDecoratedByAuthor(node: CascadeNode): boolean {
  return node
    .entries()
    .some(({ block, level }) => level > LEVELS.userAgent && block.some(({ name }) => APPEARANCE_DISABLING.has(name)));
}

const disablesAppearance = (name: PropertyName) => PROPERTY_TABLE[name].disablesAppearance === true;
const APPEARANCE_DISABLING: ReadonlySet<DeclaredName> = new Set([
  ...PROPERTY_NAMES.filter(disablesAppearance),
  ...LOGICAL_NAMES.filter((name) => disablesAppearance(LOGICAL[name][0])),
]);

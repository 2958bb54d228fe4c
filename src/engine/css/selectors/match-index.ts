/** An index of rules by the names that their subjects must have. */

import { getOrMake } from '../../collections/maps.js';
import type { PseudoName } from '../compute/styled-document.js';
import { distanceOf, type IndexedRule, matchRule } from './scopes.js';
import type { Compound, MatchContext, Name } from './selector-program.js';
import type { Subject } from './subject.js';

interface Candidate extends IndexedRule {
  /** Names, as numbers of the index, that ancestors of a matching element must have. */
  readonly ancestors: readonly number[];
  /** With scopes only: equal for rules of equal level and specificity, and in ascending order. */
  readonly weight?: number;
}

class Buckets {
  readonly ids = new Map<string, Candidate[]>();
  readonly classes = new Map<string, Candidate[]>();
  readonly types = new Map<string, Candidate[]>();
  readonly attributes = new Map<string, Candidate[]>();
  readonly others: Candidate[] = [];

  add(candidate: Candidate): void {
    const { names, alternatives } = candidate.selector.compound;
    // Matching elements have all names, and all names of one alternative.
    if (names.length > 0) this.#addByName(names, candidate);
    else if (alternatives.length > 0) for (const alternative of alternatives) this.#addByName(alternative, candidate);
    else this.others.push(candidate);
  }

  mayMatch(subject: Subject): boolean {
    const { name, attributes } = subject.element;
    if (this.others.length > 0 || this.types.has(subject.isHtml ? name : name.toLowerCase())) return true;
    if (attributes.size === 0) return false;
    for (const className of subject.classes) if (this.classes.has(className)) return true;
    if (subject.id !== undefined && this.ids.has(subject.id)) return true;
    if (this.attributes.size === 0) return false;
    for (const attribute of attributes.keys())
      if (this.attributes.has(subject.isHtml ? attribute : attribute.toLowerCase())) return true;
    return false;
  }

  /** Calls `use` with the rules of each bucket of the subject's names. */
  forEach(subject: Subject, use: (candidates: readonly Candidate[]) => void): void {
    const { name, attributes } = subject.element;
    if (this.others.length > 0) use(this.others);
    const ofType = this.types.get(subject.isHtml ? name : name.toLowerCase());
    if (ofType) use(ofType);
    if (attributes.size === 0) return;
    for (const attribute of attributes.keys()) {
      const ofAttribute = this.attributes.get(subject.isHtml ? attribute : attribute.toLowerCase());
      if (ofAttribute) use(ofAttribute);
    }
    for (const className of subject.classes) {
      const ofClass = this.classes.get(className);
      if (ofClass) use(ofClass);
    }
    const ofId = subject.id === undefined ? undefined : this.ids.get(subject.id);
    if (ofId) use(ofId);
  }

  /** Adds the candidate to the bucket of its most selective name. */
  #addByName(names: readonly Name[], candidate: Candidate): void {
    const preferred = KINDS.find((kind) => names.some((name) => name.kind === kind));
    const { kind, name } = names.find((name) => name.kind === preferred)!;
    const list = getOrMake(this.#bucket(kind), name, () => []);
    if (list[list.length - 1] !== candidate) list.push(candidate);
  }

  #bucket(kind: Name['kind']): Map<string, Candidate[]> {
    if (kind === 'id') return this.ids;
    if (kind === 'class') return this.classes;
    return kind === 'type' ? this.types : this.attributes;
  }
}

/** Rules whose selectors depend on siblings, content or states, and those of them that match an element. */
export interface RulesBeyondPath {
  readonly all: IndexedRule[];
  readonly matching: IndexedRule[];
}

const NO_RULES: readonly IndexedRule[] = [];

/** Most selective first. */
const KINDS = ['id', 'class', 'type', 'attribute'] as const;

export class MatchIndex {
  readonly #elements = new Buckets();
  readonly #pseudos = new Map<PseudoName, Buckets>();
  /** Numbers of the names that selectors require of ancestors. */
  readonly #ancestorNames = new Map<string, number>();

  /** Whether rules depend on containers. */
  readonly #hasQueries: boolean = false;
  /** Whether rules are scoped. */
  readonly #hasScopes: boolean;

  /** @param rules  in cascade order */
  constructor(rules: readonly IndexedRule[]) {
    this.#hasScopes = rules.some(({ scope }) => scope !== undefined);
    let weight = 0;
    for (const [at, rule] of rules.entries()) {
      this.#hasQueries ||= rule.containers !== undefined;
      if (at > 0 && !isOfEqualWeight(rule, rules[at - 1]!)) weight += 1;
      const { compound, pseudo } = rule.selector;
      const candidate = {
        ...rule,
        ancestors: this.#ancestorsOf(compound),
        ...(this.#hasScopes && { weight }),
      };
      const buckets = pseudo ? getOrMake(this.#pseudos, pseudo, () => new Buckets()) : this.#elements;
      buckets.add(candidate);
    }
  }

  get ancestorNames(): ReadonlyMap<string, number> {
    return this.#ancestorNames;
  }

  /** Whether a rule has this pseudo-element. */
  hasPseudo(pseudo: PseudoName): boolean {
    return this.#pseudos.has(pseudo);
  }

  /** Whether a rule for the pseudo-element has a name of the element, or needs none. */
  mayHavePseudo(pseudo: PseudoName, subject: Subject): boolean {
    return this.#pseudos.get(pseudo)?.mayMatch(subject) ?? false;
  }

  /**
   * @param beyond  gets the rules for elements with these names and ancestors that may match one of them and not another
   * @returns       rules in ascending cascade order, once for each selector that matches
   */
  match(
    subject: Subject,
    pseudo: PseudoName | undefined,
    context: MatchContext,
    ancestors?: AncestorFilter,
    beyond?: RulesBeyondPath,
  ): readonly IndexedRule[] {
    const buckets = pseudo ? this.#pseudos.get(pseudo) : this.#elements;
    if (!buckets) return NO_RULES;
    const found: IndexedRule[] = [];
    const { deadline } = context;
    buckets.forEach(subject, (candidates) => {
      for (const candidate of candidates) {
        deadline?.check();
        if (ancestors && !ancestors.mayHave(candidate.ancestors)) continue;
        const { compound } = candidate.selector;
        const rule = matchRule(candidate, subject, context);
        if (rule) found.push(rule);
        if (!beyond || (compound.isByPath && candidate.scope?.isByPath !== false)) continue;
        beyond.all.push(candidate);
        if (rule) beyond.matching.push(rule);
      }
    });
    const applying = this.#hasQueries ? found.filter((rule) => isInContainer(rule, subject, pseudo, context)) : found;
    if (this.#hasScopes) applying.sort(compareScoped);
    else sortByRank(applying);
    return applying;
  }

  #ancestorsOf(compound: Compound): number[] {
    const numbers: number[] = [];
    // Names left of a sibling combinator belong to a sibling, which has the same ancestors.
    let isAncestor = false;
    for (let at: Compound | undefined = compound; at; at = at.left) {
      if (isAncestor) {
        for (const { kind, name } of at.names) {
          if (kind === 'attribute') continue;
          numbers.push(getOrMake(this.#ancestorNames, `${kind} ${name}`, () => this.#ancestorNames.size));
        }
      }
      isAncestor = at.combinator === 'child' || at.combinator === 'descendant';
    }
    return numbers;
  }
}

/** A pseudo-element is inside of its element, which may be its container. */
function isInContainer(
  { containers }: IndexedRule,
  subject: Subject,
  pseudo: PseudoName | undefined,
  context: MatchContext,
): boolean {
  return !containers || context.containers?.match(containers, pseudo ? subject : subject.parent) === true;
}

const isOfEqualWeight = (one: IndexedRule, other: IndexedRule): boolean =>
  one.entry.level === other.entry.level && one.selector.specificity === other.selector.specificity;

/** Source: https://drafts.csswg.org/css-cascade-6/#cascade-proximity */
function compareScoped(one: Partial<Candidate> & IndexedRule, other: Partial<Candidate> & IndexedRule): number {
  if (one.weight !== other.weight) return one.weight! - other.weight!;
  const [a, b] = [distanceOf(one), distanceOf(other)];
  if (a === b) return one.rank - other.rank;
  return a > b ? -1 : 1;
}

/** Above so many rules, `sort` takes fewer steps. */
const MANY_RULES = 50;

/** Sorts in place, by insertion: the rules are few and nearly sorted in most documents. */
function sortByRank(rules: IndexedRule[]): void {
  if (rules.length > MANY_RULES) {
    rules.sort((one, other) => one.rank - other.rank);
    return;
  }
  for (let i = 1; i < rules.length; i++) {
    const rule = rules[i]!;
    let at = i;
    for (; at > 0 && rules[at - 1]!.rank > rule.rank; at--) rules[at] = rules[at - 1]!;
    rules[at] = rule;
  }
}

/**
 * Counts the names of the ancestors of the current element. Blink's SelectorFilter hashes them; here the counts are
 * exact, and made when they are asked for.
 */
export class AncestorFilter {
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #counts: Int32Array;
  readonly #byClasses = new Map<readonly string[], readonly number[]>();
  /** null: no selector has the type of this name. */
  readonly #byType = new Map<string, number | null>();

  readonly #ancestors: Subject[] = [];
  /** How many of the ancestors are counted, from the root on. */
  #counted = 0;

  constructor(index: MatchIndex) {
    this.#numbers = index.ancestorNames;
    this.#counts = new Int32Array(this.#numbers.size);
  }

  enter(subject: Subject): void {
    this.#ancestors.push(subject);
  }

  leave(): void {
    const subject = this.#ancestors.pop();
    if (!subject || this.#counted <= this.#ancestors.length) return;
    this.#counted -= 1;
    this.#count(subject, -1);
  }

  mayHave(names: readonly number[]): boolean {
    for (; this.#counted < this.#ancestors.length; this.#counted += 1) this.#count(this.#ancestors[this.#counted]!, 1);
    for (const name of names) if (this.#counts[name] === 0) return false;
    return true;
  }

  #count(subject: Subject, step: number): void {
    const { name } = subject.element;
    const type = getOrMake(this.#byType, name, () => this.#numbers.get(`type ${name.toLowerCase()}`) ?? null);
    this.#add(type ?? undefined, step);
    if (subject.id !== undefined) this.#add(this.#numbers.get(`id ${subject.id}`), step);
    for (const number of this.#classNumbers(subject.classes)) this.#add(number, step);
  }

  #add(number: number | undefined, step: number): void {
    if (number !== undefined) this.#counts[number]! += step;
  }

  /** Equal class attributes share one list, which is the key. */
  #classNumbers(classes: readonly string[]): readonly number[] {
    let numbers = this.#byClasses.get(classes);
    if (!numbers) {
      numbers = classes.flatMap((name) => this.#numbers.get(`class ${name}`) ?? []);
      this.#byClasses.set(classes, numbers);
    }
    return numbers;
  }
}

/**
 * Pseudo-classes.
 * Sources: https://drafts.csswg.org/selectors-4/,
 * https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes
 */

import type { Selector, SelectorComponent } from 'lightningcss';
import { getOrMake } from '../../collections/maps.js';
import { directionOf } from './directionality.js';
import * as form from './form-states.js';
import { compileHas } from './has.js';
import { isNth } from './nth.js';
import {
  type Compound,
  hasForeignPrefix,
  type MatchContext,
  matches,
  type Name,
  SelectorProblem,
  type SubjectTest,
} from './selector-program.js';
import { countTypes, type Subject } from './subject.js';
import * as validity from './validity.js';

type PseudoClassComponent = Extract<SelectorComponent, { type: 'pseudo-class' }>;

interface CompiledPseudoClass {
  readonly test: SubjectTest;
  /** For `:is()` and `:where()`: names that a matching element must have, by alternative. */
  readonly alternatives?: readonly (readonly Name[])[];
  /** As of Compound; default false. */
  readonly isByPath?: boolean;
}

/** Pseudo-classes without arguments. */
export const SIMPLE: Readonly<Record<string, SubjectTest>> = {
  root: (subject) => subject.parent === null,
  scope: (subject, context) => subject === context.scope,
  empty: (subject) => subject.element.children.every((node) => node.kind === 'text' && node.data === ''),
  'first-child': (subject) => subject.index === 1,
  'last-child': (subject) => subject.next === null,
  'only-child': (subject) => subject.index === 1 && subject.next === null,
  'first-of-type': (subject) => typeIndex(subject, false) === 1,
  'last-of-type': (subject) => typeIndex(subject, true) === 1,
  'only-of-type': (subject) => typeIndex(subject, false) === 1 && typeIndex(subject, true) === 1,
  link: isLink,
  'any-link': isLink,
  defined: (subject) => !subject.isHtml || !subject.element.name.includes('-'),
  open: form.isOpen,
  checked: form.isChecked,
  disabled: form.isDisabled,
  enabled: form.isEnabled,
  required: form.isRequired,
  optional: form.isOptional,
  'read-write': form.isReadWrite,
  'read-only': (subject) => !form.isReadWrite(subject),
  'placeholder-shown': form.isPlaceholderShown,
  default: form.isDefault,
  indeterminate: form.isIndeterminate,
  valid: validity.isValid,
  invalid: validity.isInvalid,
  'in-range': validity.isInRange,
  'out-of-range': validity.isOutOfRange,
};

/** Those that depend on nothing but the names and attributes of the element and its ancestors. */
const BY_PATH: ReadonlySet<string> = new Set(['root', 'scope', 'link', 'any-link', 'defined']);

/** Pseudo-classes that never match in print: user action, navigation, playback, full screen, shadow hosts. */
export const NEVER: ReadonlySet<string> = new Set(
  (
    'hover active focus focus-visible focus-within visited target target-within target-current target-before ' +
    'target-after local-link current past future playing paused seeking buffering stalled muted volume-locked ' +
    'fullscreen modal picture-in-picture popover-open autofill user-valid user-invalid host state ' +
    'active-view-transition active-view-transition-type webkit-scrollbar closed'
  ).split(' '),
);
const FOREIGN = /^-(moz|ms|o)-/;

type Compile = (selector: Selector) => Compound;
type Forgive = (problem: SelectorProblem) => void;

/**
 * @param compile  compiles a complex selector of the arguments
 * @param forgive  called with problems that a forgiving selector list ignores
 * @throws SelectorProblem
 */
export function compilePseudoClass(
  component: PseudoClassComponent,
  compile: Compile,
  forgive: Forgive,
): CompiledPseudoClass {
  if (hasForeignPrefix(component)) throw new SelectorProblem('foreign', `:${component.kind}`);
  const simple = SIMPLE[component.kind];
  if (simple) return { test: simple, isByPath: BY_PATH.has(component.kind) };
  if (NEVER.has(component.kind)) return { test: () => false, isByPath: true };
  const functional = FUNCTIONAL[component.kind as keyof typeof FUNCTIONAL];
  if (functional) return functional(component as never, compile, forgive);
  if (component.kind === 'custom' || component.kind === 'custom-function')
    throw new SelectorProblem(FOREIGN.test(component.name) ? 'foreign' : 'invalid', `:${component.name}`);
  throw new SelectorProblem('unsupported', `:${component.kind}`);
}

type Kind<K extends PseudoClassComponent['kind']> = Extract<PseudoClassComponent, { kind: K }>;

const compileAlternatives = (
  { selectors }: Kind<'is' | 'any' | 'where'>,
  compile: Compile,
  forgive: Forgive,
): CompiledPseudoClass => compileIs(compileForgiving(selectors, compile, forgive));

const compileNthOf = (component: Kind<'nth-child' | 'nth-last-child'>, compile: Compile): CompiledPseudoClass => ({
  test: compileNthChild(component, compile),
});

/** Pseudo-classes with arguments. */
export const FUNCTIONAL = {
  is: compileAlternatives,
  any: compileAlternatives,
  where: compileAlternatives,
  not: ({ selectors }: Kind<'not'>, compile: Compile): CompiledPseudoClass => {
    const compounds = selectors.map(compile);
    return { test: (subject, context) => !matchesAny(compounds, subject, context), isByPath: areByPath(compounds) };
  },
  has: ({ selectors }: Kind<'has'>, compile: Compile): CompiledPseudoClass => {
    // https://drafts.csswg.org/selectors-4/#relational: not inside of another one.
    if (selectors.some(containsHas)) throw new SelectorProblem('invalid', ':has', 'inside of :has()');
    return { test: compileHas(selectors.map(withoutForgiven), compile) };
  },
  'nth-child': compileNthOf,
  'nth-last-child': compileNthOf,
  'nth-of-type': ({ a, b }: Kind<'nth-of-type'>): CompiledPseudoClass => ({
    test: (subject) => isNth(a, b, typeIndex(subject, false)),
  }),
  'nth-last-of-type': ({ a, b }: Kind<'nth-last-of-type'>): CompiledPseudoClass => ({
    test: (subject) => isNth(a, b, typeIndex(subject, true)),
  }),
  lang: ({ languages }: Kind<'lang'>): CompiledPseudoClass => ({ test: compileLang(languages), isByPath: true }),
  dir: ({ direction }: Kind<'dir'>): CompiledPseudoClass => ({ test: (subject) => directionOf(subject) === direction }),
};

/** Also inside of `:not()`; `:is()` and `:where()` forgive it. */
function containsHas(selector: Selector): boolean {
  return selector.some(
    (component) =>
      component.type === 'pseudo-class' &&
      (component.kind === 'has' || (component.kind === 'not' && component.selectors.some(containsHas))),
  );
}

/** The selector with what `:is()` and `:where()` ignore in `:has()` removed. */
function withoutForgiven(selector: Selector): Selector {
  return selector.map((component): SelectorComponent => {
    if (component.type !== 'pseudo-class' || (component.kind !== 'is' && component.kind !== 'where')) return component;
    const selectors = component.selectors.filter((one) => !containsHas(one)).map(withoutForgiven);
    return { ...component, selectors };
  });
}

function compileIs(compounds: readonly Compound[]): CompiledPseudoClass {
  const test: SubjectTest = (subject, context) => matchesAny(compounds, subject, context);
  const alternatives = compounds.map((compound) => compound.names);
  const isByPath = areByPath(compounds);
  return alternatives.every((names) => names.length > 0) ? { test, alternatives, isByPath } : { test, isByPath };
}

const areByPath = (compounds: readonly Compound[]): boolean => compounds.every((compound) => compound.isByPath);

/** Ignores invalid selectors of the list. Source: https://drafts.csswg.org/selectors-4/#forgiving-selector */
function compileForgiving(selectors: readonly Selector[], compile: Compile, forgive: Forgive): Compound[] {
  return selectors.flatMap((selector) => {
    try {
      return [compile(selector)];
    } catch (error) {
      if (!(error instanceof SelectorProblem)) throw error;
      forgive(error);
      return [];
    }
  });
}

function matchesAny(compounds: readonly Compound[], subject: Subject, context: MatchContext): boolean {
  for (const compound of compounds) if (matches(compound, subject, context)) return true;
  return false;
}

function compileNthChild(component: Kind<'nth-child' | 'nth-last-child'>, compile: Compile): SubjectTest {
  const { a, b, of } = component;
  const fromEnd = component.kind === 'nth-last-child';
  if (!of) return (subject) => isNth(a, b, fromEnd ? subject.indexFromEnd() : subject.index);
  const compounds = of.map(compile);
  return (subject, context) => {
    if (!matchesAny(compounds, subject, context)) return false;
    return isNth(a, b, indexAmong(subject, compounds, fromEnd, context));
  };
}

/**
 * 1-based index among the siblings that match; counts them once per parent.
 * @param compounds  of one pseudo-class, which identify it in the memo
 */
function indexAmong(subject: Subject, compounds: readonly Compound[], fromEnd: boolean, context: MatchContext): number {
  const memo = getOrMake(context.memo, compounds, () => new Map<Subject, number>());
  const known = memo.get(subject);
  if (known !== undefined) return known;
  const siblings = subject.parent?.children ?? [subject];
  let count = 0;
  for (let i = 0; i < siblings.length; i++) {
    const sibling = siblings[fromEnd ? siblings.length - 1 - i : i]!;
    if (matchesAny(compounds, sibling, context)) memo.set(sibling, ++count);
  }
  return memo.get(subject) ?? 0;
}

function typeIndex(subject: Subject, fromEnd: boolean): number {
  if (!subject.parent) return 1;
  if (subject.typeIndex === 0) countTypes(subject.parent);
  return fromEnd ? subject.typeIndexFromEnd : subject.typeIndex;
}

function isLink(subject: Subject): boolean {
  const { name } = subject.element;
  if (name !== 'a' && name !== 'area') return false;
  return subject.attribute('href') !== undefined || (!subject.isHtml && subject.attribute('xlink:href') !== undefined);
}

/** Extended filtering of RFC 4647. Source: https://drafts.csswg.org/selectors-4/#the-lang-pseudo */
function compileLang(ranges: readonly string[]): SubjectTest {
  const wanted = ranges.map((range) => range.toLowerCase().split('-'));
  return (subject) => {
    const language = languageOf(subject)?.toLowerCase();
    if (language === undefined) return false;
    if (language === '') return ranges.includes('');
    const parts = language.split('-');
    return wanted.some((range) => matchesLanguageRange(parts, range));
  };
}

function languageOf(subject: Subject): string | undefined {
  for (let at: Subject | null = subject; at; at = at.parent) {
    const language = at.attribute('lang') ?? at.attribute('xml:lang');
    if (language !== undefined) return language.trim();
  }
  return undefined;
}

function matchesLanguageRange(tag: readonly string[], range: readonly string[]): boolean {
  if (range[0] !== '*' && range[0] !== tag[0]) return false;
  let at = 1;
  for (const part of range.slice(1)) {
    if (part === '*') continue;
    for (;;) {
      const subtag = tag[at];
      if (subtag === undefined) return false;
      at++;
      if (subtag === part) break;
      if (subtag.length === 1) return false;
    }
  }
  return true;
}

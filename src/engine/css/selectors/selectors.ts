/**
 * Compiles lightningcss's typed selectors to tests that are run right to left.
 * Source: https://drafts.csswg.org/selectors-4/
 */

import type { Selector, SelectorComponent } from 'lightningcss';
import type { PseudoName } from '../compute/styled-document.js';
import { compileAttribute } from './attribute-selectors.js';
import { isPartName } from './element-parts.js';
import { compilePseudoClass } from './pseudo-classes.js';
import {
  type CompiledSelector,
  type Compound,
  hasForeignPrefix,
  type Name,
  SelectorProblem,
  type SubjectTest,
} from './selector-program.js';

export interface CompileOptions {
  readonly quirks: boolean;
  /** `@namespace` prefixes; '' is the default namespace. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** Called with problems that a forgiving selector list (`:is()`) ignores. */
  readonly forgive: (problem: SelectorProblem) => void;
}

/** Specificity is packed in three fields of 10 bits. */
const ID = 1 << 20;
const CLASS = 1 << 10;
const TYPE = 1;

export const PSEUDO_ELEMENTS: ReadonlySet<string> = new Set([
  'before',
  'after',
  'marker',
  'first-letter',
  'first-line',
  'placeholder',
  'file-selector-button',
  '-webkit-inner-spin-button',
  '-webkit-search-cancel-button',
  '-webkit-slider-container',
  '-webkit-slider-runnable-track',
  '-webkit-slider-thumb',
  '-webkit-progress-inner-element',
  '-webkit-progress-bar',
  '-webkit-progress-value',
  '-webkit-meter-inner-element',
  '-webkit-meter-bar',
  '-webkit-meter-optimum-value',
  '-webkit-meter-suboptimum-value',
  '-webkit-meter-even-less-good-value',
  'footnote-call',
  'footnote-marker',
]);
/** Source: https://drafts.csswg.org/css-pseudo-4/#file-selector-button-pseudo */
const ALIASES: Readonly<Record<string, string>> = { '-webkit-file-upload-button': 'file-selector-button' };

/**
 * Pseudo-elements that do not exist in print: those of interaction, scrolling, media and highlighting. Every `-webkit-`
 * name is valid; those that are not parts of a control match nothing.
 * Source: https://drafts.csswg.org/selectors-4/#compat
 */
const DEAD_PSEUDO_ELEMENT = new RegExp(
  '^(selection|backdrop|target-text|search-text|highlight-function|cue.*|webkit-scrollbar.*|view-transition.*|' +
    'slotted|part|picker.*|spelling-error|grammar-error|-webkit-.*)$',
);
const FOREIGN_PSEUDO_ELEMENT = /^-(moz|ms|o)-/;

/**
 * @param selector  complex selector without nesting selectors
 * @throws SelectorProblem
 */
export function compileSelector(selector: Selector, options: CompileOptions): CompiledSelector {
  const { main, ...pseudo } = splitPseudoElement(selector);
  return { compound: compileComplex(main, options), specificity: specificityOf(selector), ...pseudo };
}

function splitPseudoElement(
  selector: Selector,
): Pick<CompiledSelector, 'pseudo' | 'part'> & { readonly main: Selector } {
  const at = selector.findIndex((component) => component.type === 'pseudo-element');
  if (at < 0) return { main: selector, pseudo: undefined };
  const element = selector[at] as Extract<SelectorComponent, { type: 'pseudo-element' }>;
  const written = element.kind === 'custom' || element.kind === 'custom-function' ? String(element.name) : element.kind;
  const name = ALIASES[written] ?? written;
  if (hasForeignPrefix(element)) throw new SelectorProblem('foreign', `::${name}`);
  const isPart = isPartName(name);
  if (!isPart && !PSEUDO_ELEMENTS.has(name)) throw new SelectorProblem(problemOf(name, element.kind), `::${name}`);
  // lightningcss accepts user action pseudo-classes and other pseudo-elements after one (`::before::marker`).
  for (const after of selector.slice(at + 1)) {
    if (after.type === 'pseudo-element') throw new SelectorProblem('unsupported', `::${name}::${after.kind}`);
    if (after.type === 'pseudo-class') throw new SelectorProblem('dead', `::${name}:${after.kind}`);
  }
  // lightningcss may insert a combinator `pseudo-element`.
  const main = selector.slice(0, at).filter((c) => !(c.type === 'combinator' && c.value === 'pseudo-element'));
  return isPart ? { main, pseudo: undefined, part: `::${name}` } : { main, pseudo: `::${name}` as PseudoName };
}

function problemOf(name: string, kind: string): SelectorProblem['kind'] {
  if (DEAD_PSEUDO_ELEMENT.test(name)) return 'dead';
  if (FOREIGN_PSEUDO_ELEMENT.test(name)) return 'foreign';
  return kind === 'custom' || kind === 'custom-function' ? 'invalid' : 'unsupported';
}

/** @param selector  a complex selector without pseudo-element */
function compileComplex(selector: Selector, options: CompileOptions): Compound {
  let left: Compound | undefined;
  let combinator: Compound['combinator'];
  let simple: SelectorComponent[] = [];
  const close = () => {
    left = compileCompound(simple, combinator, left, options);
    simple = [];
  };
  for (const component of selector) {
    if (component.type !== 'combinator') {
      simple.push(component);
      continue;
    }
    close();
    switch (component.value) {
      case 'child':
      case 'descendant':
      case 'next-sibling':
      case 'later-sibling':
        combinator = component.value;
        break;
      default:
        throw new SelectorProblem('unsupported', component.value);
    }
  }
  close();
  return left!;
}

function compileCompound(
  components: readonly SelectorComponent[],
  combinator: Compound['combinator'],
  left: Compound | undefined,
  options: CompileOptions,
): Compound {
  const tests: SubjectTest[] = [];
  const names: Name[] = [];
  let alternatives: readonly (readonly Name[])[] = [];
  const isOfSibling = combinator === 'next-sibling' || combinator === 'later-sibling';
  let isByPath = left === undefined || (left.isByPath && !isOfSibling);
  const explicitNamespace = components.some((component) => component.type === 'namespace');
  const defaultNamespace = options.namespaces.get('');
  const hasType = components.some(({ type }) => type === 'type' || type === 'universal');
  if (defaultNamespace !== undefined && !explicitNamespace && hasType) {
    tests.push(namespaceTest(defaultNamespace));
  }
  for (const [index, component] of components.entries()) {
    // lightningcss accepts a type selector after `&`, CSS only before it.
    if ((component.type === 'type' || component.type === 'universal') && index > 0 && !explicitNamespace) {
      throw new SelectorProblem('invalid', `&${component.type === 'type' ? component.name : '*'}`);
    }
    switch (component.type) {
      case 'universal':
        break;
      case 'type':
        names.push({ kind: 'type', name: component.name.toLowerCase() });
        tests.push(typeTest(component.name));
        break;
      case 'id': {
        const id = options.quirks ? component.name.toLowerCase() : component.name;
        names.push({ kind: 'id', name: id });
        tests.push((subject) => subject.id === id);
        break;
      }
      case 'class': {
        const name = options.quirks ? component.name.toLowerCase() : component.name;
        names.push({ kind: 'class', name });
        tests.push((subject) => subject.classes.includes(name));
        break;
      }
      case 'namespace':
        if (component.kind === 'none') tests.push(() => false);
        else if (component.kind === 'named') tests.push(namespaceTest(namespaceOf(component.prefix, options)));
        break;
      case 'attribute':
        if (!component.namespace) names.push({ kind: 'attribute', name: component.name.toLowerCase() });
        tests.push(compileAttribute(component));
        break;
      case 'pseudo-class': {
        const compiled = compilePseudoClass(component, (inner) => compileComplex(inner, options), options.forgive);
        tests.push(compiled.test);
        isByPath &&= compiled.isByPath === true;
        if (compiled.alternatives && alternatives.length === 0) alternatives = compiled.alternatives;
        break;
      }
      default:
        throw new SelectorProblem('unsupported', component.type);
    }
  }
  return { tests, combinator, left, names, alternatives, isByPath };
}

function typeTest(name: string): SubjectTest {
  const lower = name.toLowerCase();
  if (lower === name) return (subject) => subject.element.name === name;
  return (subject) => subject.element.name === (subject.isHtml ? lower : name);
}

const NAMESPACES: Readonly<Record<string, string>> = {
  'http://www.w3.org/1999/xhtml': 'html',
  'http://www.w3.org/2000/svg': 'svg',
  'http://www.w3.org/1998/Math/MathML': 'mathml',
};

function namespaceOf(prefix: string, options: CompileOptions): string {
  const url = options.namespaces.get(prefix);
  if (url === undefined) throw new SelectorProblem('invalid', `${prefix}|`);
  return url;
}

function namespaceTest(url: string): SubjectTest {
  const namespace = NAMESPACES[url];
  return (subject) => subject.element.namespace === namespace;
}

/** @returns a·2^20 + b·2^10 + c. Source: https://drafts.csswg.org/selectors-4/#specificity-rules */
function specificityOf(selector: Selector): number {
  let ids = 0;
  let classes = 0;
  let types = 0;
  const add = (packed: number) => {
    ids += packed >> 20;
    classes += (packed >> 10) & 1023;
    types += packed & 1023;
  };
  for (const component of selector) {
    switch (component.type) {
      case 'id':
        ids++;
        break;
      case 'class':
      case 'attribute':
        classes++;
        break;
      case 'type':
      case 'pseudo-element':
        types++;
        break;
      case 'pseudo-class':
        if (component.kind === 'where') break;
        if (component.kind === 'is' || component.kind === 'not' || component.kind === 'any') {
          add(highest(component.selectors));
        } else if (component.kind === 'has') {
          add(highest(component.selectors.map(withoutImpliedScope)));
        } else {
          classes++;
          if ((component.kind === 'nth-child' || component.kind === 'nth-last-child') && component.of) {
            add(highest(component.of));
          }
        }
        break;
      default:
    }
  }
  return Math.min(ids, 1023) * ID + Math.min(classes, 1023) * CLASS + Math.min(types, 1023) * TYPE;
}

function highest(selectors: readonly Selector[]): number {
  return selectors.reduce((max, selector) => Math.max(max, specificityOf(selector)), 0);
}

/** lightningcss represents `:has(> a)` as `:scope > a`; the implied `:scope` has no specificity. */
function withoutImpliedScope(selector: Selector): Selector {
  const [first, second] = selector;
  const implied = first?.type === 'pseudo-class' && first.kind === 'scope' && second?.type === 'combinator';
  return implied ? selector.slice(1) : selector;
}

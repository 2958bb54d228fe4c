/** Operators and embellished operators. Source: https://w3c.github.io/mathml-core/#operator-fence-separator-or-accent-mo */

import type { BlockLevelBox } from '../../box/tree.js';
import { descendantText, type ElementNode } from '../../html/dom.js';
import { childrenInFlow, mathNameOf } from './math-boxes.js';
import { DEFAULT_OPERATOR, type OperatorDefaults, type OperatorForm, operatorDefaults } from './operator-dictionary.js';
import { isVerticalOperator } from './stretch-axis.js';

/** An `mo` with its properties, by its attributes or the dictionary. */
export interface Operator extends OperatorDefaults {
  readonly box: BlockLevelBox;
  /** undefined: its text is not one character. */
  readonly codePoint: number | undefined;
  /** Its stretch axis is the block axis. */
  readonly isVertical: boolean;
}

/** A script element, or a fraction, is an embellished operator when its first child is one. */
const WITH_BASE: ReadonlySet<string> = new Set(
  'mfrac mmultiscripts mover msub msubsup msup munder munderover'.split(' '),
);
/** Source: https://w3c.github.io/mathml-core/#dfn-grouping-element */
const GROUPS: ReadonlySet<string> = new Set(
  'a maction math merror mphantom mpadded mprescripts mrow mstyle none semantics'.split(' '),
);

const OPERATORS = new WeakMap<BlockLevelBox, { readonly operator: Operator | undefined }>();

/**
 * The core operator of an embellished operator; undefined: the box is none.
 * Source: https://w3c.github.io/mathml-core/#embellished-operators
 */
export function coreOperator(box: BlockLevelBox): Operator | undefined {
  let known = OPERATORS.get(box);
  if (!known) {
    known = { operator: findOperator(box) };
    OPERATORS.set(box, known);
  }
  return known.operator;
}

function findOperator(box: BlockLevelBox): Operator | undefined {
  if (box.kind !== 'block' || box.context !== 'math') return undefined;
  const name = mathNameOf(box);
  if (name === 'mo') return operatorOf(box);
  if (name !== undefined && WITH_BASE.has(name)) {
    const base = childrenInFlow(box)[0];
    return base && coreOperator(base);
  }
  if (name !== undefined && !GROUPS.has(name)) return undefined;
  const others = childrenInFlow(box).filter((child) => !isSpaceLike(child));
  return others.length === 1 ? coreOperator(others[0]!) : undefined;
}

const SPACE_LIKE = new WeakMap<BlockLevelBox, boolean>();

/** Source: https://w3c.github.io/mathml-core/#dfn-space-like */
function isSpaceLike(box: BlockLevelBox): boolean {
  let known = SPACE_LIKE.get(box);
  if (known === undefined) {
    known = findSpaceLike(box);
    SPACE_LIKE.set(box, known);
  }
  return known;
}

function findSpaceLike(box: BlockLevelBox): boolean {
  if (box.kind !== 'block' || box.context !== 'math') return false;
  const name = mathNameOf(box);
  if (name === 'mtext' || name === 'mspace') return true;
  return (name === undefined || GROUPS.has(name)) && childrenInFlow(box).every(isSpaceLike);
}

function operatorOf(box: BlockLevelBox): Operator {
  const { element } = box;
  const text = element.children.length === 1 && element.children[0]!.kind === 'text' ? descendantText(element) : '';
  const code = text.codePointAt(0);
  const codePoint = code !== undefined && text === String.fromCodePoint(code) ? code : undefined;
  const found = dictionaryEntry(element, text);
  const flag = (name: 'stretchy' | 'symmetric' | 'largeop' | 'movablelimits') =>
    booleanAttribute(element, name) ?? found[name];
  return {
    box,
    codePoint,
    isVertical: codePoint !== undefined && isVerticalOperator(codePoint),
    lspace: found.lspace,
    rspace: found.rspace,
    stretchy: flag('stretchy'),
    symmetric: flag('symmetric'),
    largeop: flag('largeop'),
    movablelimits: flag('movablelimits'),
  };
}

/** Without the attribute, other forms are tried where the dictionary has none of the element's. */
function dictionaryEntry(element: ElementNode, text: string): OperatorDefaults {
  if (text === '') return DEFAULT_OPERATOR;
  const written = element.attribute('form')?.toLowerCase();
  if (written === 'prefix' || written === 'infix' || written === 'postfix')
    return operatorDefaults(text, written) ?? DEFAULT_OPERATOR;
  for (const form of [formOf(element), 'infix', 'prefix', 'postfix'] as const) {
    const found = operatorDefaults(text, form);
    if (found) return found;
  }
  return DEFAULT_OPERATOR;
}

/** The form by the siblings of an operator, as in Blink's MathMLOperatorElement::ComputeDictionaryCategory. */
function formOf(element: ElementNode): OperatorForm {
  const siblings = element.parent?.children.filter(({ kind }) => kind === 'element') ?? [];
  if (siblings.length < 2) return 'infix';
  if (siblings[0] === element) return 'prefix';
  return siblings.at(-1) === element ? 'postfix' : 'infix';
}

/** undefined: the attribute is missing or is neither `true` nor `false`. */
export function booleanAttribute(element: ElementNode, name: string): boolean | undefined {
  const value = element.attribute(name)?.toLowerCase();
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

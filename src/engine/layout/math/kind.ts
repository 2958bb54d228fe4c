/** Which layout of MathML Core a box has, by its element and the number of its children in flow. */

import type { BlockBox } from '../../box/tree.js';
import { childrenInFlow, isPrescripts, mathNameOf } from './math-boxes.js';
import { coreOperator } from './operators.js';

export type MathKind =
  | 'flow'
  | 'fraction'
  | 'padded'
  | 'radical'
  | 'row'
  | 'scripts'
  | 'space'
  | 'token'
  | 'under-over';

/** Elements with text. Source: https://w3c.github.io/mathml-core/#dfn-token-element */
const TOKENS: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'ms', 'mtext']);

/** The number of children that an element must have; it is laid out as a row otherwise. */
const CHILD_COUNTS: Readonly<Record<string, number>> = {
  __proto__: null as never,
  mfrac: 2,
  mover: 2,
  mroot: 2,
  msub: 2,
  msubsup: 3,
  msup: 2,
  munder: 2,
  munderover: 3,
};

export function mathKind(box: BlockBox): MathKind {
  const name = mathNameOf(box);
  if (name === undefined) return 'row';
  if (TOKENS.has(name))
    return box.content.type === 'inlines' ? 'token' : box.content.children.length > 0 ? 'flow' : 'row';
  const count = CHILD_COUNTS[name];
  if (count !== undefined && childrenInFlow(box).length !== count) return 'row';
  switch (name) {
    case 'mfrac':
      return 'fraction';
    case 'msqrt':
    case 'mroot':
      return 'radical';
    case 'msub':
    case 'msup':
    case 'msubsup':
      return 'scripts';
    case 'mmultiscripts':
      return isValidMultiscripts(box) ? 'scripts' : 'row';
    case 'munder':
    case 'mover':
    case 'munderover':
      return hasMovedLimits(box) ? 'scripts' : 'under-over';
    case 'mspace':
      return 'space';
    case 'mpadded':
      return 'padded';
    default:
      return 'row';
  }
}

/** A base and pairs of scripts, before and after one `mprescripts`. */
function isValidMultiscripts(box: BlockBox): boolean {
  const [base, ...scripts] = childrenInFlow(box);
  if (!base || isPrescripts(base)) return false;
  const delimiter = scripts.findIndex(isPrescripts);
  const before = delimiter < 0 ? scripts : scripts.slice(0, delimiter);
  const after = delimiter < 0 ? [] : scripts.slice(delimiter + 1);
  return before.length % 2 === 0 && after.length % 2 === 0 && !after.some(isPrescripts);
}

/** Whether limits are beside their operator: https://w3c.github.io/mathml-core/#dfn-movablelimits */
function hasMovedLimits(box: BlockBox): boolean {
  const base = childrenInFlow(box)[0];
  return box.style['math-style'] === 'compact' && base !== undefined && coreOperator(base)?.movablelimits === true;
}

/** MathML Core: properties of formulas. Source: https://w3c.github.io/mathml-core/#css-extensions-for-math-layout */

import { Deferred } from '../cascade/specified.js';
import { keyword } from './parse.js';
import { type Parse, property } from './property.js';

/** Limits of `math-depth`. Blink: `int16_t`, with saturation */
const MAX_DEPTH = 0x7fff;

const depthOf = (depth: number) => Math.max(-MAX_DEPTH - 1, Math.min(depth, MAX_DEPTH));

/** `auto-add`: one more where the parent's style is `compact`. */
const AUTO_ADD = new Deferred<number>(({ parent }) =>
  depthOf(parent['math-depth'] + (parent['math-style'] === 'compact' ? 1 : 0)),
);

const mathDepth: Parse<number> = {
  tokens: (cursor) => {
    if (cursor.keyword('auto-add')) return AUTO_ADD;
    const added = cursor.func('add');
    if (!added) {
      const depth = cursor.integer();
      return depth === undefined ? undefined : depthOf(depth);
    }
    const step = added.integer();
    if (step === undefined || !added.done) return undefined;
    return new Deferred(({ parent }) => depthOf(parent['math-depth'] + step));
  },
};

export const math = {
  'math-depth': property<number>({
    spec: 'mathml-core/#propdef-math-depth',
    initial: 0,
    inherits: true,
    support: 'full',
    parse: mathDepth,
    // `font-size: math` depends on it.
    phase: 'font',
  }),
  'math-style': property<'normal' | 'compact'>({
    spec: 'mathml-core/#propdef-math-style',
    initial: 'normal',
    inherits: true,
    support: 'full',
    parse: keyword('normal', 'compact'),
    phase: 'font',
  }),
  'math-shift': property<'normal' | 'compact'>({
    spec: 'mathml-core/#propdef-math-shift',
    initial: 'normal',
    inherits: true,
    support: 'full',
    parse: keyword('normal', 'compact'),
  }),
};

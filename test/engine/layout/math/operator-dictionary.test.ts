import t from 'tap';
import { operatorDefaults } from '../../../../src/engine/layout/math/operator-dictionary.js';
import { isVerticalOperator } from '../../../../src/engine/layout/math/stretch-axis.js';

/** lspace and rspace in units of 1/18 em, and the flags that are set. */
function entry(text: string, form: 'infix' | 'prefix' | 'postfix'): string | undefined {
  const found = operatorDefaults(text, form);
  if (!found) return undefined;
  const { lspace, rspace, ...flags } = found;
  const set = Object.entries(flags).filter(([, isSet]) => isSet);
  return [lspace, rspace, ...set.map(([name]) => name)].join(' ');
}

t.test('the form of an operator determines its spaces', async (t) => {
  t.equal(entry('+', 'infix'), '4 4');
  t.equal(entry('-', 'prefix'), '0 0');
  t.equal(entry(',', 'infix'), '0 3');
  t.equal(entry('\u2062', 'infix'), '0 0', 'invisible times');
  t.equal(entry('=', 'infix'), undefined, 'has the default spaces');
});

t.test('fences stretch about the axis, arrows do not', async (t) => {
  t.equal(entry('(', 'prefix'), '0 0 stretchy symmetric');
  t.equal(entry(')', 'postfix'), '0 0 stretchy symmetric');
  t.equal(entry('\u2192', 'infix'), '5 5 stretchy');
  t.equal(entry('\u23df', 'postfix'), '0 0 stretchy');
});

t.test('sums have movable limits, integrals do not', async (t) => {
  t.equal(entry('\u2211', 'prefix'), '3 3 symmetric largeop movablelimits');
  t.equal(entry('\u222b', 'prefix'), '3 3 symmetric largeop');
});

t.test('operators of several characters have entries of their own, negated ones that of the operator', async (t) => {
  t.equal(entry('&&', 'infix'), '4 4');
  t.equal(entry('!!', 'postfix'), '0 0');
  t.equal(entry('!=', 'infix'), undefined);
  t.equal(entry('+\u0338', 'infix'), '4 4');
  t.equal(entry('ab', 'infix'), undefined);
  t.equal(entry('\u0322', 'infix'), undefined, 'a character at the place of a pair');
});

t.test('arrows, bars and braces over and under a base stretch in the inline axis', async (t) => {
  for (const text of ['\u2192', '\u21d4', '\u00af', '\u23de', '='])
    t.notOk(isVerticalOperator(text.codePointAt(0)!), text);
  for (const text of ['(', '|', '\u2211', '\u2191', '/']) t.ok(isVerticalOperator(text.codePointAt(0)!), text);
});

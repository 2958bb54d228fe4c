/** Container queries: what parses, and what their conditions answer. */

import t from 'tap';
import { evaluateContainer } from '../../../../src/engine/css/at-rules/container-conditions.js';
import { type ContainerQueryList, parseContainerQueries } from '../../../../src/engine/css/at-rules/container-query.js';
import { CustomValue } from '../../../../src/engine/css/cascade/specified.js';
import { LengthContext } from '../../../../src/engine/css/compute/length-context.js';
import type { CustomName } from '../../../../src/engine/css/properties/declared-name.js';
import { declare } from '../../../../src/engine/css/syntax/declarations.js';
import { computePath, createContext } from '../properties/computed.js';

function parse(prelude: string): ContainerQueryList | undefined {
  const value = declare('--prelude', prelude)[0]?.value;
  return parseContainerQueries(value instanceof CustomValue ? value.tokens : []);
}

/** Of a container of 400px by 200px with a font of 20px, in one of 1000px by 800px. */
function holds(condition: string, size: { width?: number; height?: number } = { width: 400, height: 200 }) {
  const context = createContext({
    customProperties: new Map([['--size' as CustomName, { inherits: true, initial: '0px' }]]),
  });
  const [root, parent, element] = computePath(
    [
      'font-size: 10px',
      '--x: parent; --same: 1',
      'font-size: 20px; --x: 1; --same: 1; --y: 10px; --text: a  b, c; --size: 30px',
    ],
    context,
  );
  const query = parse(condition)?.[0];
  if (!query) return 'invalid';
  if (!query.condition) return 'no condition';
  return evaluateContainer(query.condition, {
    width: size.width,
    height: size.height,
    isVertical: false,
    lengths: new LengthContext(element!, root!, context, () => ({ width: 1000, height: 800 })),
    custom: (name) => element!.custom.get(name),
    inherited: (name) => parent!.custom.get(name),
    registered: (name) => context.customProperties.get(name),
  });
}

t.test('sizes are compared in px, and in the units of the container', async (t) => {
  for (const condition of [
    '(width)',
    '(width: 400px)',
    '(min-width: 400px)',
    '(max-height: 200px)',
    '(width >= 20em)',
    '(width = 40rem)',
    '(width < 50cqw)',
    '(height = 25cqh)',
    '(10px < width <= 400px)',
    '(400px >= inline-size > 10px)',
    '(300px < width)',
    '(block-size = calc(100px + 5em))',
    '(aspect-ratio: 2)',
    '(aspect-ratio > 16 / 9)',
    '(min-aspect-ratio: 2/1)',
    '(orientation: landscape)',
    '(orientation)',
    '(WIDTH > 1PX)',
  ])
    t.equal(holds(condition), true, condition);
  for (const condition of ['(width > 400px)', '(width > 20em)', '(orientation: portrait)', '(500px < width < 900px)'])
    t.equal(holds(condition), false, condition);
});

t.test('conditions combine with and, or and not', async (t) => {
  t.equal(holds('(width > 1px) and (height > 1px) and (not (width > 900px))'), true);
  t.equal(holds('(width > 900px) or (height = 200px)'), true);
  t.equal(holds('not ((width > 900px) or (height = 200px))'), false);
  t.equal(holds('((width > 1px))'), true);
  t.equal(holds('style(--x: 1) and (width > 1px)'), true);
});

t.test('a size that is not known makes a condition unknown, and so does its negation', async (t) => {
  t.equal(holds('(height > 1px)', { width: 400 }), undefined);
  t.equal(holds('not (height > 1px)', { width: 400 }), undefined);
  t.equal(holds('(orientation: landscape)', { width: 400 }), undefined);
});

t.test('unknown features are valid, and mark their query', async (t) => {
  for (const condition of [
    '(unknown)',
    '(width: red)',
    '(width > 100)',
    '(min-width > 1px)',
    '(width > var(--y))',
    '(1px < width > 2px)',
    '(hover)',
    'style(color: red)',
    'style()',
    'scroll-state(other)',
    'anchored(fallback: x)',
    '(width > 1px) or (unknown)',
  ])
    t.match(parse(condition), [{ hasUnknown: true }], condition);
  t.match(parse('(width > 1px) and style(--a) and scroll-state(stuck)'), [{ hasUnknown: false }]);
});

t.test('preludes that are no queries are invalid', async (t) => {
  for (const prelude of [
    '',
    'not',
    'and (width > 1px)',
    'none (width > 1px)',
    '(width > 1px) and (width > 2px) or (width > 3px)',
    'not (width > 1px) and (width > 2px)',
    'one two',
    '(width > 1px),',
    'width > 1px',
  ])
    t.equal(parse(prelude), undefined, prelude);
});

t.test('a query has a name, a condition, or both, and lists have several', async (t) => {
  t.match(parse('card'), [{ name: 'card', condition: undefined }]);
  t.match(parse('card (width > 1px), --other style(--x)'), [{ name: 'card' }, { name: '--other' }]);
});

t.test('a query says what its container must have', async (t) => {
  const axes = (prelude: string) => parse(prelude)?.map((query) => [...query.axes, query.needsScrollState].join(' '));
  t.strictSame(axes('(width > 1px) and (block-size > 1px)'), ['width block-size false']);
  t.strictSame(axes('(orientation: portrait)'), ['width height false']);
  t.strictSame(axes('style(--x) or scroll-state(stuck: top)'), ['true']);
});

t.test('style queries compare custom properties', async (t) => {
  for (const condition of [
    'style(--x)',
    'style(--x: 1)',
    'style( --x :1 )',
    'style((--x: 1) and (not (--y: 2px)))',
    'style(not (--x: 2))',
    'style(--text: a b, c)',
    'style(--text: a b,c)',
    'style(--x: var(--same))',
    'style(--same: inherit)',
    'style(--missing: initial)',
    'style(--size: 1.5em)',
    'style(--x < 2)',
    'style(5px < --y <= 0.5em)',
    'style(--y = 10px)',
    'style(2 > var(--x))',
    '(style(--x: 1))',
  ])
    t.equal(holds(condition), true, condition);
  for (const condition of [
    'style(--missing)',
    'style(--x: 2)',
    'style(--x:)',
    'style(--x: inherit)',
    'style(--x: initial)',
    'style(--x: revert)',
    'style(--X: 1)',
    'style(--y: 0.5em)',
    'style(--x > 1px)',
    'style(--text > 1)',
  ])
    t.equal(holds(condition), false, condition);
});

t.test('nothing is stuck, snapped or scrolled on paper', async (t) => {
  t.equal(holds('scroll-state(stuck: top)'), false);
  t.equal(holds('scroll-state(stuck)'), false);
  t.equal(holds('scroll-state((stuck: none) and (not (scrollable: bottom)))'), true);
});

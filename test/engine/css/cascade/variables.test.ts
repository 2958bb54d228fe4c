import t from 'tap';
import { computed, computePath, createContext } from '../properties/computed.js';

/** The computed text of `--x` after `css` applies. */
const custom = (css: string, parent = ''): string | undefined =>
  computePath(['', parent, css]).at(-1)!.custom.get('--x');

t.test('custom properties are inherited, and substituted where they are used', async (t) => {
  t.equal(computed('width: var(--w)', '--w: 2em').width, 32);
  t.equal(computed('--w: 3px; width: calc(var(--w) * 2)', '--w: 2em').width, 6);
  t.equal(computed('margin: 1px var(--m) 3px', '--m: auto')['margin-right'], 'auto');
  t.strictSame(computed('color: rgb(1 2 3 / var(--a))', '--a: 0.5').color.a, 0.5019608);
  t.strictSame(computed('background: var(--b)', '--b: url(a.png) no-repeat')['background-repeat'], [
    { x: 'no-repeat', y: 'no-repeat' },
  ]);
});

t.test('a relative length belongs to the element that uses the variable', async (t) => {
  t.equal(computed('font-size: 20px; width: var(--w)', '--w: 2em; font-size: 10px').width, 40);
});

t.test('names of custom properties are case-sensitive', async (t) => {
  t.equal(computed('--W: 1px; --w: 2px; width: var(--W)').width, 1);
});

t.test('a fallback replaces a missing value', async (t) => {
  t.equal(computed('width: var(--none, 7px)').width, 7);
  t.equal(computed('width: var(--none, var(--nor-this, 8px))').width, 8);
  t.strictSame(computed('font-family: var(--f, "A", serif)')['font-family'], ['A', 'serif']);
  t.equal(computed('--e: ; width: var(--e, 7px)').width, 'auto', 'an empty value is one');
});

t.test('a semicolon or exclamation mark in a fallback invalidates the declaration, unless in brackets', async (t) => {
  t.equal(computed('width: 5px; width: var(--none,;)').width, 5);
  t.equal(computed('width: 5px; width: calc(var(--none, !) + 1px)').width, 5);
  t.equal(custom('--x: a; --x: var(--y, var(--z,!))'), 'a');
  t.equal(custom('--x: var(--y,{!;})'), '{!;}');
});

t.test('values invalid after substitution are unset', async (t) => {
  t.equal(computed('width: 5px; width: var(--none)').width, 'auto');
  t.strictSame(computed('color: var(--none)', 'color: red').color, { r: 255, g: 0, b: 0, a: 1 });
  const invalid = computePath(['', '--w: red', 'width: var(--w)']).at(-1)!;
  t.equal(invalid.style.width, 'auto');
  t.strictSame(invalid.problems, [{ kind: 'InvalidCss', text: 'width: red', place: 'test', isNotice: true }]);
});

t.test('only the members of a cycle are invalid', async (t) => {
  t.equal(custom('--x: var(--y); --y: var(--x)'), undefined);
  t.equal(custom('--x: var(--x, 1px)'), undefined);
  t.equal(custom('--x: var(--y, 1px); --y: var(--z); --z: var(--y)'), '1px');
});

t.test('thousands of variables may form a chain', async (t) => {
  const chain = Array.from({ length: 5000 }, (_, at) => `--v${at}: var(--v${at + 1})`).join(';');
  t.equal(computed(`${chain}; --v5000: 3px; width: var(--v0)`).width, 3);
});

t.test('exponential growth of variables is limited', async (t) => {
  const names = ['--b', '--c', '--d', '--e', '--f', '--g', '--h', '--i', '--j'];
  const tenfold = names.map((name, at) => `${name}: ${`var(${at === 0 ? '--a' : names[at - 1]}) `.repeat(10)}`);
  const { style, problems } = computePath(['', '', `--a: lollollol; ${tenfold.join(';')}; width: var(--j, 3px)`]).at(
    -1,
  )!;
  t.equal(style.width, 3);
  t.ok(problems?.some(({ kind }) => kind === 'UnsupportedValue'));
});

t.test('CSS-wide keywords', async (t) => {
  t.equal(custom('--x: inherit', '--x: 1px'), '1px');
  t.equal(custom('--x: initial', '--x: 1px'), undefined);
  t.equal(custom('--x: unset', '--x: 1px'), '1px');
  t.equal(computed('--x: inherit; width: var(--x)', '--x: 1px').width, 1);
});

t.test('env() gives safe area insets of 0', async (t) => {
  t.equal(computed('width: env(safe-area-inset-left, 5px)').width, 0);
  t.equal(computed('width: env(unheard-of, 5px)').width, 5);
});

t.test('@property sets an initial value and inheritance', async (t) => {
  const context = createContext({
    customProperties: new Map([['--w', { inherits: false, initial: '4px' }]]),
  });
  t.equal(computed('width: var(--w)', '--w: 9px', context).width, 4);
  t.equal(computed('--w: 9px; width: var(--w)', '', context).width, 9);
});

t.test('unsupported values are problems of each style after substitution, the same in all', async (t) => {
  const context = createContext();
  const path = ['', '--t: stroke-box', 'transform-box: var(--t)', 'transform-box: var(--t)'];
  const [, , first, second] = computePath(path, context);
  t.strictSame(first?.problems, [{ kind: 'UnsupportedValue', text: 'transform-box: stroke-box', place: 'test' }]);
  t.equal(second?.problems?.[0], first?.problems?.[0], 'so that a document reports it once');
});

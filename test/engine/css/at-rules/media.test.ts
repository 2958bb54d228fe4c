import t from 'tap';
import { evaluateMedia, matchesMedia, UNSIZED } from '../../../../src/engine/css/at-rules/media.js';
import { parseMediaQueries } from '../../../../src/engine/css/at-rules/media-list.js';

const holds = (query: string) => matchesMedia(parseMediaQueries(query), { width: 720, height: 1048 });

t.test('media types', async (t) => {
  for (const query of ['', 'all', 'print', 'PRINT', 'only print', 'not screen', 'screen, print'])
    t.ok(holds(query), query);
  for (const query of ['screen', 'tv', 'not print', 'only screen', 'not all']) t.notOk(holds(query), query);
});

t.test('sizes of the page area', async (t) => {
  for (const query of [
    '(min-width: 720px)',
    '(max-width: 720px)',
    '(width: 720px)',
    '(width >= 45em)',
    '(400px <= width < 721px)',
    '(orientation: portrait)',
    '(max-aspect-ratio: 1/1)',
    'print and (min-height: 20cm)',
    '(min-width: calc(700px + 20px))',
  ])
    t.ok(holds(query), query);
  for (const query of [
    '(min-width: 721px)',
    '(width < 720px)',
    'screen and (max-width: 600px)',
    '(orientation: landscape)',
    '(min-width: 20cm) and (max-height: 100px)',
  ])
    t.notOk(holds(query), query);
});

t.test('features without a size', async (t) => {
  for (const query of [
    '(color)',
    '(prefers-color-scheme: light)',
    '(min-resolution: 1dppx)',
    '(min-resolution: 300dpi)',
    '(-webkit-min-device-pixel-ratio: 2)',
    'not (prefers-color-scheme: dark)',
    '(grid: 0)',
  ])
    t.ok(holds(query), query);
  for (const query of [
    '(monochrome)',
    '(prefers-reduced-motion)',
    '(max-resolution: 1dppx)',
    '(min-resolution: 4dppx)',
    '(display-mode: fullscreen)',
  ])
    t.notOk(holds(query), query);
});

t.test('without a page size, its features are unknown', async (t) => {
  const decide = (query: string) => evaluateMedia(parseMediaQueries(query), UNSIZED);
  for (const query of ['(width)', '(min-width: 1px)', 'not all and (height: 1px)', '(orientation: portrait)'])
    t.equal(decide(query), undefined, query);
  t.equal(decide('(min-width: 1px) or (color)'), true);
  t.equal(decide('screen and (min-width: 1px)'), false);
  t.equal(decide('(min-width: 1px), print'), true);
});

t.test('an unknown feature makes neither a query nor its negation true', async (t) => {
  t.notOk(holds('(fancy)'));
  t.notOk(holds('not (fancy)'));
  t.ok(holds('(fancy) or (color)'));
  t.notOk(holds('(fancy) and (color)'));
  t.notOk(holds('print and (min-width: 3px) or (color)'));
  t.notOk(holds('} a {'));
});

t.test('parts that are no known feature are unknown, the others count', async (t) => {
  t.ok(holds('(width 500px) or (min-width: 0)'));
  t.ok(holds('(fancy 1) or ((width 500px) or (color))'));
  t.notOk(holds('(width 500px) and (color)'));
  t.notOk(holds('not (width 500px)'));
  t.notOk(holds('print and (width 500px) or (color)'));
  t.notOk(holds('(width 500px) or (color) and (color)'));
  t.ok(holds('not screen and (width 500px)'));
});

t.test('keywords of combinators are no media types', async (t) => {
  for (const query of ['not and', 'not or', 'not only', 'not layer']) t.notOk(holds(query), query);
});

t.test('a value that the feature does not have makes neither the query nor its negation true', async (t) => {
  for (const query of ['(color-gamut: rec-2020)', 'not (color-gamut: rec-2020)', 'not (hover: no)'])
    t.notOk(holds(query), query);
  t.ok(holds('not (color-gamut: rec2020)'));
});

t.test('math functions that mix units, and those of other types', async (t) => {
  for (const query of [
    '(grid: calc(2 * sign(16px - 1rem)))',
    '(width > calc(1px * (1 + sign(16px - 1rem))))',
    '(min-resolution: calc(1dppx * sign(1px)))',
    '(min-aspect-ratio: calc(1 * sign(1px)) / 100)',
    '(min-color: calc(8 * sign(1px)))',
    'print and (width > abs(-10px)) and (min-width: round(10.2px, 1px))',
    '(100px <= width <= calc(9000px * sign(1em)))',
  ])
    t.ok(holds(query), query);
  for (const query of ['(width < calc(1px * sign(1rem)))', '(max-resolution: calc(0.5x + 0.5x))'])
    t.notOk(holds(query), query);
});

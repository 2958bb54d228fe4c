import t from 'tap';
import { sizedSvg } from '../../../src/engine/box/svg.js';

const SIZE = { width: 120, height: 30 };
const NATURAL = { width: 40, height: 40 };

t.test('a file without viewBox is stretched to its box', async (t) => {
  t.equal(
    sizedSvg('<svg width="40" height="40" preserveAspectRatio="xMinYMin"><path/></svg>', SIZE, NATURAL),
    '<svg width="120" height="30" viewBox="0 0 40 40" preserveAspectRatio="none"><path/></svg>',
  );
});

t.test('one with a viewBox keeps its ratio as it says', async (t) => {
  t.equal(
    sizedSvg('<svg viewBox="0 0 4 4" preserveAspectRatio="xMinYMin"><path/></svg>', SIZE, NATURAL),
    '<svg width="120" height="30" viewBox="0 0 4 4" preserveAspectRatio="xMinYMin"><path/></svg>',
  );
});

t.test('an svg element without viewBox is not scaled', async (t) => {
  t.equal(
    sizedSvg('<svg width="40" height="40"><path/></svg>', SIZE, undefined),
    '<svg width="120" height="30"><path/></svg>',
  );
});

t.test('the background of a file fills its box, not its viewBox alone', async (t) => {
  const file = '<svg viewBox="0 0 5 1" style="background-color: green"><path/></svg>';
  t.equal(
    sizedSvg(file, SIZE, NATURAL),
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="30" viewBox="0 0 120 30" style="background-color:green">' +
      '<svg width="120" height="30" viewBox="0 0 5 1" style="background-color: green"><path/></svg></svg>',
  );
  t.equal(sizedSvg(file, { width: 50, height: 10 }, NATURAL), file.replace('<svg', '<svg width="50" height="10"'));
});

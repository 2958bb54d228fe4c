import t from 'tap';
import { TextCache } from '../../../src/engine/text/text-cache.js';

/** A cache for about 40 short texts, and two of its styles. */
function open() {
  const cache = new TextCache<{ of: string }>(40 * 20);
  return { cache, bold: cache.style(), italic: cache.style() };
}

t.test('texts are kept by style', async (t) => {
  const { bold, italic } = open();
  const value = { of: 'bold' };
  bold.set('text', value);
  t.equal(bold.get('text'), value);
  t.equal(italic.get('text'), undefined);
});

t.test('what is not used while many others are added is dropped, in all styles', async (t) => {
  const { bold, italic } = open();
  bold.set('rare', { of: 'bold' });
  italic.set('often', { of: 'italic' });
  for (let i = 0; i < 100; i++) {
    italic.set(`text ${i}`, { of: 'italic' });
    t.ok(italic.get('often'));
  }
  t.equal(bold.get('rare'), undefined);
  t.equal(italic.get('text 0'), undefined);
  t.ok(italic.get('text 99'));
});

t.test('a style without use for long comes back empty', async (t) => {
  const { bold, italic } = open();
  bold.set('old', { of: 'bold' });
  for (let i = 0; i < 1000; i++) italic.set(`text ${i}`, { of: 'italic' });
  t.equal(bold.get('old'), undefined);
  bold.set('new', { of: 'bold' });
  t.ok(bold.get('new'));
});

t.test('a text that would push out most others is not kept', async (t) => {
  const { bold } = open();
  bold.set('x'.repeat(300), { of: 'bold' });
  t.equal(bold.get('x'.repeat(300)), undefined);
});

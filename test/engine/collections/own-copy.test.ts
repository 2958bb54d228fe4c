import t from 'tap';
import { ownCopy } from '../../../src/engine/collections/own-copy.js';

t.test('copies are equal, whatever the characters', async (t) => {
  for (const text of [
    '',
    'short',
    'Latin text, long enough',
    'naïve café, über 100 £',
    'längere “Zitate”',
    '日本語の長いテキストです。',
    'a lone \ud800 surrogate',
  ]) {
    t.equal(ownCopy(text), text);
  }
});

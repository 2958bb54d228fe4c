import t from 'tap';
import { quotesOf } from '../../../src/engine/box/quotes.js';

/** The marks of both levels, as in `«»“”`. */
const marks = (language: string): string => quotesOf(language).flat().join('');

t.test('quotation marks go by the longest known prefix of the language', async (t) => {
  t.equal(marks('de'), '„“‚‘');
  t.equal(marks('de-AT'), '„“‚‘');
  t.equal(marks('de-CH'), '«»‹›');
  t.equal(marks('zh-Hant-HK'), '「」『』');
});

t.test('an unknown language has English quotation marks', async (t) => {
  for (const language of ['', 'tlh', 'constructor']) t.equal(marks(language), '“”‘’', language);
});

t.test('inner quotation marks are those of CLDR', async (t) => {
  t.equal(marks('pl'), '„”«»');
  t.equal(marks('hr'), '„“‚‘');
  t.equal(marks('lt'), '„“„“');
});

import t from 'tap';
import { DEFAULT_LIMITS, type HyphenationLimits, Hyphenators } from '../../../src/engine/text/hyphenation.js';
import { BREAK, breakOpportunities, HYPHEN_BREAK, NO_BREAK } from '../../../src/engine/text/line-break.js';
import { loadPatterns } from '../../../src/hyphenation.js';

const hyphenators = new Hyphenators(loadPatterns);

function hyphenated(language: string, text: string, limits: HyphenationLimits = DEFAULT_LIMITS): string {
  const places = new Set(hyphenators.for(language)?.opportunities(text, limits));
  return Array.from(text, (character, i) => (places.has(i) ? `-${character}` : character)).join('');
}

t.test('words are hyphenated by the patterns of their language', async (t) => {
  t.equal(hyphenated('en', 'hyphenation, algorithm'), 'hy-phen-ation, al-go-rithm');
  t.equal(hyphenated('de', 'wunderschöne'), 'wun-der-schö-ne');
  t.equal(hyphenated('fr-CA', 'constitution'), 'consti-tu-tion');
  t.equal(hyphenated('ru', 'достопримечательность'), 'до-сто-при-ме-ча-тель-ность');
  t.equal(hyphenated('sr-Latn', 'dobrodošli'), 'do-bro-do-šli');
});

t.test('a region has patterns of its own where they differ', async (t) => {
  t.not(hyphenators.for('en-GB'), hyphenators.for('en-US'));
  t.equal(hyphenators.for('de-AT'), hyphenators.for('de'));
});

t.test('words of the exception list are as it says', async (t) => {
  t.equal(hyphenated('en', 'project associate'), 'project as-so-ciate');
});

t.test('nothing is hyphenated in a language without patterns, or in none', async (t) => {
  t.equal(hyphenators.for('zh'), undefined);
  t.equal(hyphenators.for(''), undefined);
  t.equal(hyphenators.for('../de'), undefined);
});

t.test('English words with a capital are not hyphenated, German ones are', async (t) => {
  t.equal(hyphenated('en', 'Hyphenation'), 'Hyphenation');
  t.equal(hyphenated('de', 'Garten'), 'Gar-ten');
});

t.test('a word with a soft hyphen is hyphenated there alone', async (t) => {
  t.equal(hyphenated('en', 'hyphen\u00adation'), 'hyphen\u00adation');
});

t.test('limits keep short words and ends whole', async (t) => {
  t.equal(hyphenated('en', 'table', { word: 6, before: 2, after: 2 }), 'table');
  t.equal(hyphenated('de', 'wunderschöne', { word: 5, before: 4, after: 5 }), 'wunder-schöne');
});

t.test('hyphens: auto adds breaks that show a hyphen', async (t) => {
  const style = { wordBreak: 'normal', lineBreak: 'auto', language: 'en', hyphenator: hyphenators.for('en') } as const;
  const breaks = breakOpportunities('an algorithm', { ...style, hyphens: 'auto' });
  t.equal(breaks[3], BREAK);
  t.equal(breaks[5], HYPHEN_BREAK);
  t.equal(breakOpportunities('an algorithm', { ...style, hyphens: 'manual' })[5], NO_BREAK);
});

t.test('a word of millions of letters is no error, and not hyphenated', async (t) => {
  t.strictSame(hyphenators.for('de')?.opportunities('ж'.repeat(20_000_000), DEFAULT_LIMITS), []);
});

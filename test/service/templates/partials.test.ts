import t from 'tap';
import { partialNames } from '../../../src/service/templates/partials.js';

t.test('names of partials are found in every way to write them', async (t) => {
  const names = (source: string) => [...partialNames(source).names];
  t.strictSame(names('{{> header}}'), ['header']);
  t.strictSame(names('{{>header}}{{~>  footer  ~}}'), ['header', 'footer']);
  t.strictSame(names('{{#> layout title="x"}}…{{/layout}}'), ['layout']);
  t.strictSame(names('{{> "two words"}} {{> \'single\'}} {{> [in brackets]}}'), ['two words', 'single', 'in brackets']);
  t.strictSame(names('{{> a/b.c data}}'), ['a/b.c']);
  t.strictSame(names('{{name}} > {{a}} {{!-- > --}}'), []);
});

t.test('a name that comes from data may be any', async (t) => {
  t.strictSame(partialNames('{{> (lookup . "x")}}'), { names: new Set(), any: true });
  t.equal(partialNames('{{> a}}').any, false);
});

t.test('what is never closed takes no longer than the length of the source', async (t) => {
  for (const start of ['{{> ', '{{>"', "{{>'", '{{>[', '{{#>', '{{~', '{{{']) {
    t.equal(partialNames(start.repeat(500_000)).names.size, 0, start);
  }
  t.equal(partialNames(`{{>${' '.repeat(2_000_000)}`).names.size, 0);
});

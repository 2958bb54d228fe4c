import t from 'tap';
import { scopesAt, valueAt } from '../../src/portal/web/editor/paths.js';

const DATA = {
  total: 7,
  customer: { name: 'Ada', address: { city: 'Turin' } },
  items: [{ name: 'Pen' }, { name: 'Ink', tags: [{ label: 'blue' }] }],
  rates: { EUR: { value: 1 }, USD: { value: 2 } },
};

/** @param source  before the cursor */
const found = (source: string, path: string) => valueAt(scopesAt(source, DATA), path);

t.test('paths of the data', async (t) => {
  t.equal(found('', 'total'), 7);
  t.equal(found('', 'customer.address.city'), 'Turin');
  t.equal(found('', 'this.customer.name'), 'Ada');
  t.equal(found('', 'nothing.there'), undefined);
  t.equal(found('', 'toString'), undefined);
  t.equal(found('', ''), DATA);
});

t.test('blocks enter their subject, and leave it at their end', async (t) => {
  t.equal(found('{{#with customer}}', 'address.city'), 'Turin');
  t.equal(found('{{#with customer}}{{/with}}', 'total'), 7);
  t.equal(found('{{#each items}}{{#each tags}}', 'label'), 'blue');
  t.equal(found('{{#each rates}}', 'value'), 1);
  t.equal(found('{{~#each items}}{{#if name}}', 'name'), 'Pen');
});

t.test('a list shows what any of its items has', async (t) => {
  t.strictSame(Object.keys(found('{{#each items}}', '') as object).sort(), ['name', 'tags']);
});

t.test('paths out of blocks, and names that blocks give', async (t) => {
  t.equal(found('{{#each items}}', '../total'), 7);
  t.equal(found('{{#each items}}{{#each tags}}', '../../customer.name'), 'Ada');
  t.equal(found('{{#each items}}', '@root.total'), 7);
  t.equal(found('{{#each items as |item at|}}', 'item.name'), 'Pen');
  t.equal(found('{{#each items as |item at|}}{{#with tags}}', 'item.name'), 'Pen');
});

t.test('of what a helper returns nothing is known, and its block ends as others do', async (t) => {
  t.equal(found('{{#each (range 1 3)}}', 'total'), undefined);
  t.equal(found('{{#each (range 1 3)}}x{{/each}}', 'total'), 7);
  t.equal(found('{{#with customer}}{{#each (range 1 3)}}x{{/each}}', 'name'), 'Ada');
  t.equal(found('{{/each}}', 'total'), 7, 'an end without a start ends nothing');
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { parseHtml } from '../../../src/engine/html/parse.js';
import { areLasting, TagAttributesCache } from '../../../src/engine/html/tag-attributes.js';

const parse = (html: string, cache: TagAttributesCache) => {
  const elements = parseHtml(html, {}, cache).body!.children.filter((node) => node.kind === 'element');
  return elements.map(({ attributes }) => attributes);
};

t.test('tags that are written alike have one map of attributes, in later documents, too', async (t) => {
  const cache = new TagAttributesCache();
  const [a, b] = parse('<p class=x></p><div class=x></div>', cache);
  t.equal(a, b);
  t.equal(areLasting(a!), false, 'one document says nothing of others');
  t.strictSame([...a!], [['class', 'x']]);
  const [c] = parse('<p class=x></p>', cache);
  t.equal(c, a);
  t.equal(areLasting(a!), true);
});

t.test('tags that are written otherwise have maps of their own', async (t) => {
  const cache = new TagAttributesCache();
  const [a, b, c] = parse('<p class=x></p><p class="x"></p><p CLASS=x></p>', cache);
  t.equal(new Set([a, b, c]).size, 3);
  for (const attributes of [a, b, c]) t.strictSame([...attributes!], [['class', 'x']]);
});

t.test('attributes that documents add to the body do not reach others', async (t) => {
  const cache = new TagAttributesCache();
  const bodies = ['<body class=x><body id=y>', '<body class=x>', '<body class=x>'].map((html) => {
    const { attributes } = parseHtml(html, {}, cache).body!;
    return [...attributes.keys()].join();
  });
  t.strictSame(bodies, ['class,id', 'class', 'class']);
});

t.test('the attributes of many documents are kept for some of them', async (t) => {
  const cache = new TagAttributesCache();
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => `<p id=i${from + n}>`).join('');
  const [kept] = parse('<p class=x>', cache);
  parse('<p class=x>', cache);
  parse(ids(0, 1), cache);
  for (let from = 1; from < 5000; from += 500) parse(ids(from, 500), cache);
  const [again, forgotten] = parse('<p class=x><p id=i0>', cache);
  t.equal(again, kept);
  t.equal(areLasting(forgotten!), false);
  // More of them than are kept.
  for (let from = 0; from < 3000; from += 500) for (const _ of [1, 2]) parse(ids(from, 500), cache);
  const [later] = parse('<p class=x>', cache);
  t.not(later, kept);
  t.strictSame([...later!], [['class', 'x']]);
});

t.test('what is kept of a document does not keep its source in memory', async (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const cache = new TagAttributesCache();
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  for (let n = 0; n < 20; n += 1) {
    const tag = `<p class="name-of-document-${n}" title="a title of some length">`;
    parse(`${tag}<!-- ${`padding ${n} `.repeat(300_000)} -->`, cache);
  }
  t.ok(used() - before < 20e6, 'twenty documents of 3 MB');
});

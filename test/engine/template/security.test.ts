import t from 'tap';
import { compileErrorOf, errorOf, expand } from './helpers.js';

/** Everything that can be reached from here must stay as it is. */
const snapshot = (): string =>
  [Object, Function, Array, String].flatMap(({ prototype }) => Reflect.ownKeys(prototype).map(String)).join();

t.test('prototypes cannot be read', async (t) => {
  for (const path of [
    'constructor',
    'constructor.name',
    'this.constructor',
    '__proto__',
    '__proto__.constructor',
    'toString',
    'text.length.constructor',
    'text.sub',
    'list.push',
    'list.[constructor]',
    '[__proto__].[constructor]',
    '@root.constructor',
    '@root.__proto__',
    '@run.constructor',
    '@run.checkLength',
    'lookup . "constructor"',
    'lookup this "__proto__"',
    'lookup (lookup this "constructor") "name"',
    'lookup text "constructor"',
    'lookup @run "cache"',
    'lookup list "constructor"',
  ]) {
    t.equal(expand(`[{{${path}}}]`, { text: 'abc', list: [1] }), '[]', path);
  }
});

t.test('code cannot be reached through helpers and blocks', async (t) => {
  const known = [
    // CVE-2019-19919 and GHSA-q42p-pg8m-cqh6: a chain of #with over string methods.
    `{{#with "s" as |string|}}{{#with "e"}}{{#with split as |conslist|}}{{this.pop}}{{this.push (lookup string.sub "constructor")}}
    {{this.pop}}{{#with string.split as |codelist|}}{{this.pop}}{{this.push "return 1"}}{{this.pop}}{{#each conslist}}
    {{#with (string.sub.apply 0 codelist)}}{{this}}{{/with}}{{/each}}{{/with}}{{/with}}{{/with}}{{/with}}`,
    // handlebars.js#1495
    `{{#with (__lookupGetter__ "__proto__")}}{{#with (./constructor.getOwnPropertyDescriptor . "valueOf")}}{{this}}{{/with}}{{/with}}`,
    '{{constructor.constructor "return process"}}',
    '{{#with constructor as |c|}}{{c.constructor "return 1"}}{{/with}}',
    // CVE-2019-20920
    '{{#with (lookup this "constructor") as |c|}}{{lookup (lookup c "constructor") "name" 1}}{{/with}}',
    '{{__defineGetter__ "x" y}}',
    '{{#blockHelperMissing "x"}}{{/blockHelperMissing}}',
    '{{helperMissing "x"}}',
    '{{hasOwnProperty "x"}}',
    '{{valueOf 1}}',
  ];
  for (const source of known) t.match(compileErrorOf(source), { code: 'template_invalid' }, source.slice(0, 40));
});

t.test('partials are found by own name only (CVE-2026-33916)', async (t) => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf']) {
    t.equal(compileErrorOf(`{{> ${name}}}`).code, 'template_invalid', name);
    t.match(errorOf('{{> (lookup . "name")}}', { name }), { code: 'template_failed' }, name);
  }
  t.match(errorOf('{{> (lookup . "name")}}', { name: { type: 'Program', body: [] } }), { code: 'template_failed' });
});

t.test('a syntax tree in place of a source is refused (CVE-2021-23369)', async (t) => {
  const tree = {
    type: 'Program',
    body: [{ type: 'MustacheStatement', path: { type: 'NumberLiteral', value: 'x()' } }],
  };
  t.equal(compileErrorOf(tree as unknown as string).code, 'template_invalid');
  t.equal(compileErrorOf('{{> p}}', { partials: { p: tree as unknown as string } }).code, 'template_invalid');
});

t.test('a name that would break out of generated code is only a name (CVE-2021-23383)', async (t) => {
  const data = { "a'+x()+'b": 1, 'x"y': 2 };
  t.equal(expand(`{{[x"y]}}{{lookup this 'x"y'}}{{[a'+x()+'b]}}`, data), '221');
  t.equal(expand('{{lookup this "\u2028"}}', { '\u2028': 'ok' }), 'ok');
});

t.test('own keys of the data with dangerous names are plain data', async (t) => {
  const data: unknown = JSON.parse('{"__proto__":{"x":"p"},"constructor":"c","hasOwnProperty":"h","toString":"t"}');
  t.equal(expand('{{__proto__.x}}{{constructor}}{{hasOwnProperty}}{{toString}}', data), 'pcht');
  t.equal(expand('{{#each this}}{{@key}};{{/each}}', data), '__proto__;constructor;hasOwnProperty;toString;');
  t.equal(expand('{{> p __proto__=1 a=2}}', data, { partials: { p: '{{a}}' } }), '2');
});

t.test('nothing that is shared changes, however many documents are rendered', async (t) => {
  const before = snapshot();
  const data: unknown = JSON.parse(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"items":[1,2]}',
  );
  const source =
    '{{#*inline "__proto__"}}{{/inline}}{{#each items}}{{> p this constructor=1 __proto__=2}}{{/each}}{{json this}}';
  for (let round = 0; round < 200; round += 1) expand(source, data, { partials: { p: '{{this}}' } });
  t.equal(snapshot(), before);
  t.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

t.test('nothing is written to the console', async (t) => {
  const written: unknown[] = [];
  const { log, warn, error, info } = console;
  const note = (...args: unknown[]): void => void written.push(args);
  Object.assign(console, { log: note, warn: note, error: note, info: note });
  try {
    expand('{{constructor}}{{text.length.x}}{{list.map}}{{__proto__}}', { text: 'a', list: [] });
    errorOf('{{log "x" level="error"}}');
  } finally {
    Object.assign(console, { log, warn, error, info });
  }
  t.strictSame(written, []);
});

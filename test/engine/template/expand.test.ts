import t from 'tap';
import { compileTemplate, TemplateCache } from '../../../src/engine/template/expand.js';
import { errorOf, expand, placeOf } from './helpers.js';

t.test('values are escaped as HTML unless asked for raw', async (t) => {
  const data = { text: `<b title="a'b">&</b>` };
  t.equal(expand('{{text}}', data), '&lt;b title&#x3D;&quot;a&#x27;b&quot;&gt;&amp;&lt;/b&gt;');
  t.equal(expand('{{{text}}}{{&text}}', data), data.text.repeat(2));
});

t.test('what is missing prints nothing', async (t) => {
  t.equal(expand('[{{a}}{{b.c.d}}{{#each e}}x{{/each}}{{#f}}y{{/f}}]', { f: null }), '[]');
  t.equal(expand('a{{b}}', null), 'a');
});

t.test('blocks, loops and their variables work as in Handlebars', async (t) => {
  const data = { items: [{ n: 'a' }, { n: 'b' }], who: { x: 1, y: 2 }, none: [] };
  t.equal(expand('{{#each items}}{{@index}}{{n}}{{#unless @last}},{{/unless}}{{/each}}', data), '0a,1b');
  t.equal(expand('{{#each who as |value key|}}{{key}}={{value}};{{/each}}', data), 'x=1;y=2;');
  t.equal(expand('{{#each none}}a{{else}}empty{{/each}}', data), 'empty');
  t.equal(expand('{{#with who}}{{x}}{{../items.length}}{{@root.who.y}}{{/with}}', data), '122');
  t.equal(expand('{{#items}}{{n}}{{/items}}{{^none}}none{{/none}}', data), 'abnone');
  t.equal(expand('{{#if none}}a{{else if items}}b{{else}}c{{/if}}', data), 'b');
  t.equal(expand('{{lookup items 1}}{{lookup who "y"}}', data), '[object Object]2');
  t.equal(expand('a {{~#if items~}} b {{~/if~}} c', data), 'abc');
  t.equal(expand('\\{{a}} {{! short }}{{!-- long }} --}}{{!----}}.', data), '{{a}} .');
});

t.test('a name of data that is also the name of a helper is data where it stands alone', async (t) => {
  const data = { date: '31 March', number: 7, list: ['a', 'b'], default: { x: 1 }, log: 'l', helperMissing: 'm' };
  t.equal(expand('{{date}} {{number}} {{log}} {{helperMissing}}', data), '31 March 7 l m');
  t.equal(expand('{{#list}}{{this}}{{/list}} {{default.x}} {{number number}}', data), 'ab 1 7');
  t.equal(expand('{{#each list as |date|}}{{date}}{{/each}}', data), 'ab');
});

t.test('partials', async (t) => {
  t.test('come from those handed in, with context and parameters', async (t) => {
    const partials = { header: '<h1>{{title}}{{n}}</h1>{{> line}}', line: '<hr>' };
    t.equal(expand('{{> header n=2}}', { title: 'A' }, { partials }), '<h1>A2</h1><hr>');
    t.equal(expand('{{> (lookup . "which")}}', { which: 'line' }, { partials }), '<hr>');
  });
  t.test('may be declared inline and used by the partials that are called', async (t) => {
    const partials = { layout: '<main>{{> content}}</main>' };
    t.equal(expand('{{#*inline "content"}}C{{/inline}}{{> layout}}', {}, { partials }), '<main>C</main>');
  });
  t.test('may take a block, or fall back to it', async (t) => {
    t.equal(expand('{{#> box}}a{{/box}}', {}, { partials: { box: '[{{> @partial-block}}]' } }), '[a]');
    t.equal(expand('{{#> nobody}}a{{/nobody}}'), 'a');
  });
  t.test('that are not used need not compile', async (t) => {
    t.equal(expand('a', {}, { partials: { broken: '{{#if}}' } }), 'a');
  });
  t.test('may walk a tree as deep as its data', async (t) => {
    const node = '{{n}}{{#each children}}({{> node}}){{/each}}';
    const data = { n: 1, children: [{ n: 2, children: [{ n: 3 }] }, { n: 4 }] };
    t.equal(expand('{{> node}}', data, { partials: { node } }), '1(2(3))(4)');
  });
  t.test('that use themselves without end fail', async (t) => {
    const error = errorOf('{{> a}}', {}, { partials: { a: '{{> a}}' } });
    t.match(error, { code: 'template_failed', message: /“a” is nested more than 100 levels deep/ });
    t.match(errorOf('{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}'), { code: 'template_failed', message: /levels deep/ });
  });
  t.test('that use themselves twice each do not run for ever', async (t) => {
    const partials = { a: '{{#if n}}{{#with n}}{{> a}}{{> a}}{{/with}}{{/if}}' };
    const nested = Array.from({ length: 60 }).reduce<object>((n) => ({ n }), {});
    const error = errorOf('{{> a}}', nested, { partials, limits: { maxSteps: 10_000 } });
    t.match(error, { code: 'template_failed', message: /more than 10,000 rounds/ });
  });
});

t.test('the locale', async (t) => {
  t.test('is canonical and can be seen by the template', async (t) => {
    t.equal(expand('{{@locale}}', {}, { locale: 'DE-at' }), 'de-AT');
  });
  t.test('is en-US when none is given', async (t) => {
    t.equal(expand('{{@locale}} {{number 1234.5}}'), 'en-US 1,234.5');
  });
  t.test('that is no language tag is refused', async (t) => {
    for (const locale of ['de_AT', '', 'not a locale', 'x'.repeat(50)]) {
      t.equal(errorOf('a', {}, { locale }).code, 'invalid_locale', locale);
    }
  });
  t.test('that nobody knows does not fall back to that of the machine', async (t) => {
    t.equal(expand('{{number 1234.5}}', {}, { locale: 'zz' }), '1,234.5');
  });
});

t.test('limits', async (t) => {
  const list = Array.from({ length: 100 }, () => 'x'.repeat(100));
  t.test('an expansion that becomes too long stops', async (t) => {
    const error = errorOf('{{#each list}}{{this}}{{/each}}', { list }, { limits: { maxOutput: 5000 } });
    t.match(error, { code: 'document_too_large', message: /more than 5,000 characters/ });
    t.equal(
      errorOf('{{#list}}{{this}}{{/list}}', { list }, { limits: { maxOutput: 5000 } }).code,
      'document_too_large',
    );
    t.equal(errorOf('{{text}}', { text: 'x'.repeat(50) }, { limits: { maxOutput: 49 } }).code, 'document_too_large');
    t.equal(errorOf('{{join list}}', { list }, { limits: { maxOutput: 5000 } }).code, 'document_too_large');
  });
  t.test('loops that run too often stop, with the place', async (t) => {
    const source = '\n{{#each list}}{{#each @root.list}}{{/each}}{{/each}}';
    const error = errorOf(source, { list }, { limits: { maxSteps: 500 } });
    t.equal(placeOf(error), 'template_failed 2:15');
    t.match(error.message, /more than 500 rounds/);
  });
  t.test('a source that is too long is refused', async (t) => {
    t.equal(errorOf('{{! long }}'.repeat(10), {}, { limits: { maxSource: 100 } }).code, 'document_too_large');
  });
});

t.test('a compiled template can be expanded again and again', async (t) => {
  const template = compileTemplate('{{number n}}{{> p}}', { partials: { p: '!' } });
  t.equal(template.expand({ data: { n: 1.5 }, locale: 'de' }), '1,5!');
  t.equal(template.expand({ data: { n: 1.5 } }), '1.5!');
});

t.test('the cache', async (t) => {
  t.test('keeps templates and formatters, and tells partials from templates', async (t) => {
    const cache = new TemplateCache();
    expand('{{number 1}}{{> p}}', {}, { cache, partials: { p: '{{1}}' } });
    expand('{{number 2}}{{> p}}', {}, { cache, partials: { p: '{{1}}' } });
    t.equal(cache.templates.size, 3);
    t.equal(cache.formatters.size, 1);
    expand('text without expressions', {}, { cache });
    t.equal(cache.templates.size, 3, 'text without expressions takes no room');
  });
  t.test('is bounded: what was not used for longest goes first', async (t) => {
    const cache = new TemplateCache({ maxSource: 30, maxFormatters: 2 });
    for (const source of ['{{a}} first', '{{a}} other', '{{a}} first', '{{a}} third']) expand(source, {}, { cache });
    t.equal(cache.templates.size, 2);
    for (const digits of [1, 2, 3, 4]) expand(`{{number 1 digits=${digits}}}`, {}, { cache });
    t.equal(cache.formatters.size, 2);
    expand('{{a}}: a template longer than the whole cache may hold', {}, { cache });
    t.ok(cache.templates.size <= 2);
  });
  t.test('does not let a partial that was found for one document be found for another', async (t) => {
    const cache = new TemplateCache();
    t.equal(expand('{{> p}}', {}, { cache, partials: { p: 'x' } }), 'x');
    t.equal(errorOf('{{> p}}', {}, { cache }).code, 'template_invalid');
  });
});

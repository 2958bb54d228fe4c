import t from 'tap';
import { compileErrorOf, errorOf, expand, placeOf } from './helpers.js';

/** Each source, where its error is, and what the message must say. */
const INVALID: readonly (readonly [source: string, place: string, message: RegExp])[] = [
  ['{{#if a}}\n x', '1:1', /The block \{\{#if\}\} is not closed: \{\{\/if\}\} is missing/],
  ['a\n {{/if}}', '2:2', /\{\{\/if\}\} closes a block that is not open/],
  ['{{#if a}}\n{{#each b}}\n{{/if}}', '3:1', /Expected \{\{\/each\}\} for \{\{#each\}\} of line 2/],
  ['{{#each a}}{{/each}}{{/each}}', '1:21', /not open/],
  ['abc {{a', '1:5', /The tag is not closed/],
  ['{{', '1:1', /The tag is not closed/],
  ['{{a}', '1:1', /The tag is not closed/],
  ['{{a "b}}', '1:1', /The tag is not closed/],
  ['\n\n {{!-- x }}', '3:2', /The comment is not closed: --\}\} is missing/],
  ['{{! x', '1:1', /The comment is not closed/],
  ['{{a b=}}', '1:7', /\}\} is not allowed here/],
  ['abc {{{a}}', '1:9', /\}\} is not allowed here/],
  ['first line\nsecond line, a long one {{foo ^}}', '2:31', /not allowed here/],
  ['{{else}}', '1:1', /\{\{else\}\} is not allowed here/],
  ['{{#if a}}{{else}}{{else}}{{/if}}', '1:18', /\{\{else\}\} is not allowed here/],
  ['{{a ../b/../c}}', '1:5', /\.\. is allowed only at its start/],
  ['{{> }}', '1:5', /not allowed here/],
  ['\r\n{{#each a as |x}}{{/each}}', '2:16', /not allowed here/],
  ['{{{{raw}}}}x{{{{/raw}}}}', '1:1', /Raw blocks are not supported/],
  ['{{* foo}}', '1:1', /only decorator/],
  ['{{#*foo}}{{/foo}}', '1:1', /only decorator/],
  ['a\n  {{curency x}}', '2:3', /There is no helper “curency”. Did you mean “currency”\?/],
  ['{{#if (equals a b)}}{{/if}}', '1:7', /There is no helper “equals”/],
  ['{{upper (foo x)}}', '1:9', /There is no helper “foo”/],
  ['{{upper x y=(foo)}}', '1:11', /has no option “y”/],
  ['{{join x key=(foo)}}', '1:14', /There is no helper “foo”/],
  ['{{#foo x}}{{/foo}}', '1:1', /There is no helper “foo”/],
  ['{{a.b c}}', '1:1', /There is no helper “a\.b”/],
  ['{{@index 1}}', '1:1', /There is no helper/],
  ['{{log "x"}}', '1:1', /There is no helper “log”/],
  ['{{helperMissing 1}}', '1:1', /There is no helper/],
  ['{{> header (foo)}}', '1:12', /There is no helper “foo”/],
  ['{{> header}}', '1:5', /There is no partial “header”/],
  ['{{#if}}a{{/if}}', '1:1', /\{\{#if\}\} needs an argument/],
  ['{{if a}}', '1:1', /\{\{#if\}\} is a block/],
  ['{{upper (if a "b")}}', '1:9', /takes 1 argument, not 2/],
  ['{{upper (if a)}}', '1:9', /is a block and has no value/],
  ['{{#upper a}}x{{/upper}}', '1:1', /“upper” is not a block/],
  ['{{upper a b}}', '1:1', /takes 1 argument, not 2/],
  ['{{round 1 2 3}}', '1:1', /takes 1 to 2 arguments, not 3/],
  ['{{add 1}}', '1:1', /takes at least 2 arguments, not 1/],
  ['{{number x digit=2}}', '1:12', /has no option “digit”: its options are digits/],
  ['{{#each a as |upper|}}{{upper b}}{{/each}}', '1:23', /a block parameter \(“as \|…\|”/],
];

for (const [source, place, message] of INVALID) {
  t.test(`${JSON.stringify(source)} does not compile`, async (t) => {
    const error = compileErrorOf(source);
    t.equal(placeOf(error), `template_invalid ${place}`);
    t.match(error.message, message);
    t.match(error.message, `Line ${place.replace(':', ', column ')}`);
  });
}

t.test('an error inside a partial names the partial', async (t) => {
  const partials = { header: 'a\n{{foo 1}}', footer: '{{#if', date: '\n{{date "x"}}' };
  t.match(compileErrorOf('{{> header}}', { partials }).message, 'Line 2, column 1 of the partial “header”');
  t.match(compileErrorOf('{{> footer}}', { partials }).message, 'Line 1, column 1 of the partial “footer”');
  t.match(errorOf('{{> date}}', {}, { partials }).message, 'Line 2, column 1 of the partial “date”');
});

t.test('a partial found only while the template is expanded, or not, fails then', async (t) => {
  t.match(errorOf('{{> (lookup . "name")}}', { name: 'x' }), {
    code: 'template_failed',
    message: 'There is no partial “x”.',
  });
});

t.test('a helper that fails says where and why', async (t) => {
  const error = errorOf('a\n <p>{{currency price "EUR"}}</p>', { price: 'ten' });
  t.equal(placeOf(error), 'template_failed 2:5');
  t.equal(error.message, 'Line 2, column 5: “ten” is not a number.');
});

t.test('nesting is bounded before anything parses it', async (t) => {
  const nested = (depth: number) => '{{#if a}}'.repeat(depth) + '{{/if}}'.repeat(depth);
  t.equal(expand(nested(100)), '');
  t.match(compileErrorOf(nested(201)), { code: 'template_invalid', message: /more than 200 levels/ });
  t.match(compileErrorOf(nested(5000)), { code: 'template_invalid', line: 1, column: 1801 });
  t.match(compileErrorOf('{{#if a}}'.repeat(100_000)), { code: 'template_invalid' });
  const chain = (length: number) => `{{#if a}}${'{{else if b}}'.repeat(length)}{{/if}}`;
  t.equal(expand(chain(100)), '');
  t.match(compileErrorOf(chain(5000)), { message: /more than 200 levels/ });
  const parentheses = (depth: number) => `{{not ${'(not '.repeat(depth)}a${')'.repeat(depth)}}}`;
  t.equal(expand(parentheses(100)), 'true');
  t.match(compileErrorOf(parentheses(5000)), { message: /more than 200 levels/ });
  t.match(compileErrorOf('{{#if a}}{{#if b}}{{#if c}}{{/if}}{{/if}}{{/if}}', { limits: { maxNesting: 2 } }), {
    column: 19,
  });
});

t.test('blocks side by side are no nesting', async (t) => {
  t.equal(expand('{{#if a}}b{{/if}}'.repeat(500), { a: 1 }), 'b'.repeat(500));
});

t.test('thousands of comments take no longer than they should', async (t) => {
  t.equal(expand(`${'{{!-- a }} --}}'.repeat(20_000)}b`), 'b');
});

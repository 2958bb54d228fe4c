import t from 'tap';
import { parseHtml } from '../../../src/engine/html/parse.js';
import { documentBase, resolveUrl } from '../../../src/engine/html/urls.js';

const cases = (table: readonly (readonly [reference: string, base: string, resolved: string | undefined])[]) => {
  for (const [reference, base, resolved] of table)
    t.equal(resolveUrl(reference, base), resolved, `${reference} from ${base || 'the document'}`);
};

t.test('relative references stay relative to the document', async () => {
  cases([
    ['logo.png', '', 'logo.png'],
    ['../img/logo.png', 'css/print.css', 'img/logo.png'],
    ['./a/./b/../c.png', '', 'a/c.png'],
    ['..', 'css/deep/print.css', 'css/'],
    ['.', 'css/print.css', 'css/'],
    ['/img/a.png', 'css/print.css', '/img/a.png'],
    ['/../a.png', '', '/a.png'],
    [' my logo.png\n', 'img/', 'img/my logo.png'],
    ['img\\logo.png?a\\b', '', 'img/logo.png?a\\b'],
    ['?page=2', 'a.html?page=1#x', 'a.html?page=2'],
    ['#x', 'a.html?page=1#y', 'a.html?page=1#x'],
    ['', 'a.html#y', 'a.html'],
  ]);
});

t.test('what leads out of the folder of the document still does', async () => {
  cases([
    ['../logo.png', '', '../logo.png'],
    ['../../../logo.png', 'css/print.css', '../../logo.png'],
    ['..', '', '../'],
    ['../x/../../y', '', '../../y'],
  ]);
});

t.test('against absolute URLs references are absolute', async () => {
  cases([
    ['../img/a b.png', 'https://example.com/css/print.css', 'https://example.com/img/a%20b.png'],
    ['//cdn.example/a.png', 'https://example.com/', 'https://cdn.example/a.png'],
    ['HTTPS://Example.com', 'css/print.css', 'https://example.com/'],
    ['a.png', 'file:///srv/css/a.css', 'file:///srv/css/a.png'],
    ['//cdn.example/x/../a.png', '', '//cdn.example/a.png'],
    ['../a.png', '//cdn.example/css/a.css', '//cdn.example/a.png'],
    ['data:image/png;base64,AA', 'https://example.com/', 'data:image/png;base64,AA'],
    ['asset:1', 'https://example.com/', 'asset:1'],
  ]);
});

t.test('what is no URL, or relative to what has no folder, does not resolve', async () => {
  cases([
    ['https://[', '', undefined],
    ['http://', 'https://example.com/', undefined],
    ['a.png', 'data:', undefined],
    ['a.png', 'asset:1', undefined],
  ]);
});

t.test('the first <base> with an address counts, unless it is one that nothing can be relative to', async (t) => {
  const base = (html: string) => documentBase(parseHtml(`<!doctype html>${html}`));
  t.equal(base('<base target=_top><base href="https://example.com/a/"><base href="b/">'), 'https://example.com/a/');
  t.equal(base('<base href="./assets/">'), 'assets/');
  t.equal(base('<p>text<div><base href=x/>'), 'x/');
  for (const none of [
    '',
    '<base href="data:text/html,">',
    '<base href="javascript:void 0">',
    '<base href="https://[">',
  ])
    t.equal(base(none), '', none);
  t.equal(base('<svg><base href="x/"/></svg>'), '', 'of HTML only');
});

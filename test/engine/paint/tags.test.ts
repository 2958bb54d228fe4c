import t from 'tap';
import { BARE, describe, painted, paintHtml } from './painted.js';

/** The tags and the text of the first page, without coordinates and without decoration. */
const structure = (html: string) =>
  painted(html)
    .filter((item) => /^ *(?:<|text|image)/.test(item))
    .map((item) => item.replace(/(text|image) \S+( \S+x\S+)?/, '$1'));

t.test('lines of text are paragraphs', async (t) => {
  t.strictSame(structure('<p>a<div>b<p>c</p>d</div>'), [
    '<paragraph>',
    '  text a',
    '<paragraph>',
    '  text b',
    '<paragraph>',
    '  text c',
    '<paragraph>',
    '  text d',
  ]);
});

t.test('headings follow each other without gaps', async (t) => {
  const levels = (html: string) =>
    structure(html)
      .flatMap((item) => /<h(\d)/.exec(item)?.[1] ?? [])
      .join('');
  t.equal(levels('<h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2>'), '1232');
  t.equal(levels('<h2>a</h2><h5>b</h5><h3>c</h3><h1>d</h1><h4>e</h4>'), '12212');
});

t.test('a heading goes on as a paragraph on the next page', async (t) => {
  const words = 'word '.repeat(30);
  const { pages } = paintHtml(
    `${BARE}<style>@page{size:100px 100px}</style><h1 style="margin:0;font-size:16px">${words}</h1>`,
  );
  const tags = pages.map((page) => describe(page.items).find((item) => item.startsWith('<')));
  t.match(tags[0], '<h1');
  t.equal(tags[1], '<paragraph>');
});

t.test('what a page break cuts off a text is decoration', async (t) => {
  const { pages } = paintHtml(`${BARE}<style>@page{size:200px 100px}</style><p style="font:50px/180px Arial">cut</p>`);
  const tags = pages.map((page) => describe(page.items).flatMap((item) => /^ *<[^>]*>/.exec(item) ?? []));
  t.strictSame(tags, [['<paragraph>'], ['<artifact>']]);
});

t.test('items of lists have a label when it is text', async (t) => {
  t.strictSame(structure('<ol><li>a</ol>'), [
    '<list>',
    '  <list-item>',
    '    <list-label>',
    '      text 1. ',
    '    text a',
  ]);
  t.strictSame(structure('<ul><li>a<ul><li>b</ul></ul>'), [
    '<list>',
    '  <list-item>',
    '    text a',
    '    <list>',
    '      <list-item>',
    '        text b',
  ]);
});

t.test('tables have rows of cells; their caption stands before them', async (t) => {
  t.strictSame(structure('<table><caption>c</caption><thead><tr><th>h<tbody><tr><td colspan=2><p>d</table>'), [
    '<paragraph>',
    '  text c',
    '<table>',
    '  <header row>',
    '    <th 1x1>',
    '      text h',
    '  <body row>',
    '    <td 2x1>',
    '      text d',
  ]);
});

t.test('tables and lists with the role of presentation mean nothing', async (t) => {
  const paragraphs = ['<paragraph>', '  text a', '<paragraph>', '  text b'];
  t.strictSame(structure('<table role=presentation><tr><th>a<td>b</table>'), paragraphs);
  t.strictSame(structure('<ul role=none style="list-style: none"><li>a<li>b</ul>'), paragraphs);
});

t.test('boxes that only look like a table are none', async (t) => {
  t.strictSame(structure('<div style="display:table-cell">a</div>'), ['<paragraph>', '  text a']);
});

t.test('a repeated table header is read once', async (t) => {
  const rows = '<tr><td>r</td></tr>'.repeat(20);
  const { pages } = paintHtml(
    `${BARE}<style>@page{size:200px 100px}</style><table><thead><tr><th>h<tbody>${rows}</table>`,
  );
  const second = describe(pages[1]!.items);
  t.strictSame(
    second.slice(0, 2).map((item) => item.trim().split(' ')[0]),
    ['<artifact>', 'text'],
  );
  t.match(second[2], '<table>');
});

t.test('margin boxes are artifacts', async (t) => {
  const { pages } = paintHtml('<!DOCTYPE html><style>@page{margin:50px;@top-left{content:"head"}}</style><p>x');
  t.strictSame(
    describe(pages[0]!.items)
      .slice(0, 2)
      .map((item) => item.trim().replace(/ .* /, ' ')),
    ['<artifact>', 'text head'],
  );
});

t.test('what is hidden from assistive technology is an artifact where it stands', async (t) => {
  t.strictSame(structure('<p>a <i aria-hidden=true>b</i> c</p>'), [
    '<paragraph>',
    '  text a ',
    '  <artifact>',
    '    text b',
    '  text  c',
  ]);
  t.strictSame(structure('<div aria-hidden=true><ul style="list-style: none"><li>a</ul></div>'), [
    '<artifact>',
    '  text a',
  ]);
  const link = '<link https://a.example/>';
  t.strictSame(structure('<p><a href="https://a.example"><i aria-hidden=true>a</i></a></p>'), [
    '<paragraph>',
    `  ${link}`,
    '    <artifact>',
    '      text a',
  ]);
  t.strictSame(
    structure('<p aria-hidden=true><a href="https://a.example">a</a></p>'),
    ['<artifact>', `  ${link}`, '    text a'],
    'links can be clicked all the same',
  );
});

t.test('generated content without alternative text is an artifact', async (t) => {
  const before = (content: string) => structure(`<style>p::before { content: ${content} }</style><p>a</p>`);
  t.strictSame(before('"*" / ""'), ['<paragraph>', '  <artifact>', '    text *', '  text a']);
  t.notOk(before('"*" / "star"').includes('  <artifact>'));
});

t.test('an image without a text, right after a link, is not part of it', async (t) => {
  const svg = '<svg width="9" height="9"></svg>';
  t.strictSame(structure(`<p><a href="https://a.example/">a</a>${svg}`), [
    '<paragraph>',
    '  <link https://a.example/>',
    '    text a',
    '  image',
  ]);
});

t.test('links lead to other documents and to places in this one', async (t) => {
  const links = (html: string) => structure(html).flatMap((item) => /<link (.*)>/.exec(item)?.[1] ?? []);
  t.strictSame(links('<a href="https://a.example/?q=ä b">x</a>'), ['https://a.example/?q=%C3%A4%20b']);
  for (const href of ['mailto:a@b.example', 'tel:+441632960001', 'sip:a@b.example', 'web+order:7'])
    t.strictSame(links(`<a href="${href}">x</a>`), [href]);
  t.strictSame(links('<div style="height:50px"></div><p id="a b">x</p><a href="#a%20b">y</a>'), ['page 0 0,50']);
  for (const href of [
    'javascript:alert(1)',
    'relative.html',
    '//host/path',
    'data:text/html,x',
    'file:///etc/passwd',
    'C:\\\\file',
    'view-source:https://a.example',
    'jar:https://a.example!/b',
    'php://filter',
    'expect://id',
    'ldap://a.example',
    'ms-word:ofe|u|https://a.example',
    '#nowhere',
    '',
    'http://',
  ])
    t.strictSame(
      links(`<a href="${href}">x</a>`).filter((link) => !link.startsWith('page 0 0,0')),
      [],
      href,
    );
});

t.test('a link that is a box can be clicked all over', async (t) => {
  t.match(
    painted('<a href="https://a.example/" style="display:block;padding:10px">x</a>').join('\n'),
    'area 0,0 400x38',
  );
});

t.test('images tell their alternative text; those without are decoration', async (t) => {
  const png =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
  t.match(structure(`<img alt="Logo" src="${png}">`)[1], '  image "Logo"');
  t.strictSame(structure(`<img alt="" src="${png}">`), ['image']);
});

t.test('a leader is an artifact among what it leads to', async (t) => {
  const css = '<style>a::after{content:leader(dotted) "7"}</style>';
  const lines = structure(`${css}<p style="width:40px"><a href="#a" id="a">A</a></p>`);
  t.strictSame(
    lines.map((line) => line.replace(/\.{2,}/, '…')),
    ['<paragraph>', '  <link page 0 0,0>', '    text A', '    <artifact>', '      text …', '    text 7'],
  );
});

t.test('footnotes are paragraphs of their own after what the page says; their calls stay in the text', async (t) => {
  const note = '<i style="float: footnote">note</i>';
  t.strictSame(structure(`<h1>a${note}</h1><a href="https://example.com/">b${note}</a>`), [
    '<h1 "a">',
    '  text a',
    '  text 1',
    '<paragraph>',
    '  <link https://example.com/>',
    '    text b',
    '    text 2',
    '<paragraph>',
    '  text 1. note',
    '<paragraph>',
    '  text 2. note',
  ]);
});

t.test('a formula is one element in its paragraph, with its text or its own alternative', async (t) => {
  const formula = '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>';
  t.strictSame(structure(`<p>a ${formula} b</p>`), [
    '<paragraph>',
    '  text a ',
    '  <formula 12>',
    '    text 1',
    '    text 2',
    '  text  b',
  ]);
  const written = '<math alttext="one half" display="block"><mn>1</mn></math>';
  t.strictSame(structure(written), ['<formula one half>', '  text 1']);
  const annotated = '<math><semantics><mn>7</mn><annotation>\\chi</annotation></semantics></math>';
  t.strictSame(structure(annotated), ['<paragraph>', '  <formula 7>', '    text 7']);
});

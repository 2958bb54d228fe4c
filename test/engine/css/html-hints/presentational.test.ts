import t from 'tap';
import { style, styleSource } from '../styling.js';

/** Properties of the element with id=a, with their values. */
function computed(body: string, ...properties: string[]): string {
  const { get } = style('', body);
  return properties.map((property) => get('a', property)).join(' | ');
}

t.test('dimensions: numbers are px, percentages are kept, others are ignored', async (t) => {
  t.equal(computed('<img id=a width=30 height=" 40.5px">', 'width', 'height'), '30 | 40.5');
  t.equal(computed('<img id=a width=50% height=auto>', 'width', 'height'), '{"percent":50,"px":0} | auto');
  t.equal(computed('<table id=a width=0 height=0>', 'width', 'height'), 'auto | auto');
  t.equal(computed('<table><tr><td id=a width=0 height=12>', 'width', 'height'), 'auto | 12');
  t.equal(computed('<svg id=a width=2em height=7></svg>', 'width', 'height'), '32 | 7');
});

t.test('images: space, border and alignment', async (t) => {
  t.equal(computed('<img id=a hspace=3 vspace=4>', 'margin-left', 'margin-bottom'), '3 | 4');
  t.equal(computed('<img id=a border=2>', 'border-top-width', 'border-left-style'), '2 | solid');
  t.equal(computed('<img id=a align=left>', 'float'), 'left');
  t.equal(computed('<img id=a align=absmiddle>', 'vertical-align'), 'middle');
});

t.test('table attributes apply to cells', async (t) => {
  const cell = (attributes: string) => `<table ${attributes}><tr><td id=a>x</table>`;
  t.equal(computed(cell('cellpadding=5'), 'padding-top', 'padding-left'), '5 | 5');
  t.equal(computed(cell(''), 'padding-top'), '1');
  t.equal(computed(cell('border=3'), 'border-top-width', 'border-top-style'), '1 | inset');
  t.equal(computed(cell('border'), 'border-top-style'), 'inset');
  t.equal(computed(cell('border=0'), 'border-top-style'), 'none');
  t.equal(computed(cell('rules=all'), 'border-top-style', 'border-collapse'), 'solid | collapse');
  t.equal(computed(cell('rules=cols'), 'border-top-style', 'border-left-style'), 'none | solid');
});

t.test('bordercolor makes the borders of a table and its cells solid', async (t) => {
  const [style, color] = ['border-top-style', 'border-left-color'] as const;
  const cell = (attributes: string) => `<table ${attributes}><tr><td id=a>x</table>`;
  t.equal(computed(cell('border=1 bordercolor=#999'), style, color), 'solid | rgb(153 153 153)');
  t.equal(computed(cell('border=1 bordercolor'), style), 'inset');
  t.equal(computed(cell('bordercolor=#999'), style), 'none');
  t.equal(computed(cell('rules=cols border=1 bordercolor=#999'), color), 'rgb(153 153 153)');
  t.equal(computed('<table id=a border=1 bordercolor=#999>', style, color), 'solid | rgb(153 153 153)');
});

t.test('frame and border: the last one of the source has the width', async (t) => {
  t.equal(computed('<table id=a border=2 frame=box>', 'border-top-width', 'border-top-style'), '1 | solid');
  t.equal(computed('<table id=a frame=box border=2>', 'border-top-width', 'border-top-style'), '2 | solid');
  t.equal(computed('<table id=a frame=hsides>', 'border-top-width', 'border-left-style'), '1 | hidden');
});

t.test('tables: spacing, border, colors and alignment', async (t) => {
  t.equal(computed('<table id=a cellspacing=0>', 'border-spacing'), '{"x":0,"y":0}');
  t.equal(computed('<table id=a border=2>', 'border-top-width', 'border-top-style'), '2 | outset');
  t.equal(computed('<table id=a bgcolor=#abc>', 'background-color'), 'rgb(170 187 204)');
  t.equal(computed('<table id=a align=center>', 'margin-left', 'margin-right'), 'auto | auto');
  t.equal(computed('<table id=a align=right>', 'float'), 'right');
});

t.test('alignment of text and cells', async (t) => {
  t.equal(computed('<p id=a align=right>x', 'text-align'), '-webkit-right');
  t.equal(computed('<h1 id=a align=center>x', 'text-align'), 'center');
  t.equal(
    computed('<table><tr valign=bottom><td id=a align=justify>', 'vertical-align', 'text-align'),
    'bottom | justify',
  );
  t.equal(computed('<table><tr><th id=a>', 'text-align'), 'center');
  t.equal(computed('<table><tr style="text-align: right"><th id=a>', 'text-align'), 'right');
  t.equal(computed('<div align=center><table id=a>', 'text-align'), 'start', 'tables do not take it over');
  t.equal(computed('<table><tr><td id=a nowrap>', 'text-wrap-mode'), 'nowrap');
});

t.test('fonts', async (t) => {
  t.equal(computed('<font id=a face="Arial, Foo" color=RED>', 'font-family', 'color'), 'Arial Foo | rgb(255 0 0)');
  t.equal(computed('<font id=a face="Arial; color: red">', 'font-family', 'color'), '-webkit-standard | rgb(0 0 0)');
  const size = (value: string) => computed(`<font id=a size=${value}>`, 'font-size');
  t.equal(['1', '2', '3', '4', '5', '6', '7'].map(size).join(' '), '10 13 16 18 24 32 48');
  t.equal(size('+1'), '18');
  t.equal(size('-2'), '10');
  t.equal(size('99'), '48');
});

t.test('every legacy color is valid', async (t) => {
  const color = (value: string) => computed(`<font id=a color="${value}">`, 'color');
  t.equal(color('chucknorris'), 'rgb(192 0 0)');
  t.equal(color('#12345'), 'rgb(18 52 80)');
  t.equal(color('fff'), 'rgb(15 15 15)');
  t.equal(color('transparent'), 'rgb(0 0 0)');
});

t.test('the body: colors, links and margins', async (t) => {
  const html = (body: string) => `<!doctype html><html><head></head><body ${body}><a id=a href=x>x</a></body></html>`;
  const { styleSource } = await import('../styling.js');
  t.equal(styleSource(html('link=green')).get('a', 'color'), 'rgb(0 128 0)');
  t.equal(styleSource(html('')).get('a', 'color'), 'rgb(0 0 238)');
  t.equal(styleSource(html('id=b topmargin=3')).get('b', 'margin-top'), '3');
  t.equal(styleSource(html('id=b marginwidth=4')).get('b', 'margin-right'), '4');
});

t.test('lists', async (t) => {
  t.equal(computed('<ol id=a type=A>', 'list-style-type'), 'upper-alpha');
  t.equal(computed('<ol id=a type=i>', 'list-style-type'), 'lower-roman');
  t.equal(computed('<ul id=a type=SQUARE>', 'list-style-type'), 'square');
  t.equal(computed('<ul><li><ul id=a>', 'list-style-type', 'margin-top'), 'circle | 0');
});

t.test('rules and breaks', async (t) => {
  t.equal(computed('<hr id=a size=10 width=50%>', 'height', 'width'), '8 | {"percent":50,"px":0}');
  t.equal(computed('<hr id=a size=1>', 'border-bottom-width'), '0');
  t.equal(computed('<hr id=a noshade color=green>', 'border-top-style', 'background-color'), 'solid | rgb(0 128 0)');
  t.equal(computed('<hr id=a align=left>', 'margin-left', 'margin-right'), '0 | auto');
  t.equal(computed('<br id=a clear=all>', 'clear'), 'both');
});

t.test('directions', async (t) => {
  t.equal(computed('<p id=a dir=RTL>', 'direction', 'unicode-bidi'), 'rtl | isolate');
  t.equal(computed('<p id=a dir=auto>שלום</p>', 'direction'), 'rtl');
  t.equal(computed('<bdo id=a dir=rtl>', 'unicode-bidi'), 'isolate-override');
});

t.test('presentation attributes of SVG are below the author’s rules, and inherited', async (t) => {
  const svg = (attributes: string, inside = '<text id=t>', css = '') =>
    styleSource(`<!doctype html><style>${css}</style><body><svg id=a ${attributes}>${inside}</svg>`);
  t.equal(svg('font-size=20').get('t', 'font-size'), '20', 'numbers are px');
  t.equal(svg('font-size=20', '<text id=t font-size=".5em">').get('t', 'font-size'), '10');
  t.equal(svg('font-family="Cousine, serif" font-weight=bold').get('t', 'font-family'), 'Cousine serif');
  t.equal(svg('color=green', '<text id=t>', 'svg { color: red }').get('t', 'color'), 'rgb(255 0 0)');
  t.equal(svg('display=none visibility=hidden opacity=.5').get('a', 'display'), 'none');
  t.equal(svg('overflow=visible').get('a', 'overflow-x'), 'visible');
  t.equal(svg('font-size=nonsense font="9px serif"').get('t', 'font-size'), '16');
  t.strictSame(svg('font-size=nonsense fill=nonsense').diagnostics, []);
  t.equal(svg('', '<g id=t opacity=.5>').get('t', 'opacity'), '1', 'the renderer knows those of drawn elements');
  t.match(
    svg('transform="rotate(90, 3 4) translate(1 2),skewX(5)"').get('a', 'transform'),
    /translate.*rotate.*translate.*translate.*skew/i,
  );
});

/** Documents with container queries, from styles to pages. */

import t from 'tap';
import { LayoutCounts } from '../../src/engine/layout/algorithm/layout-counts.js';
import { Engine } from '../../src/engine/render.js';
import { openFont } from '../../src/fonts/document-fonts.js';
import { loadFonts } from '../../src/fonts/fonts.js';
import { loadPatterns } from '../../src/hyphenation.js';
import { geometryById, layOut } from './layout/lay-out.js';

const fonts = loadFonts();

/** Width of each element with an id, by id, and diagnostics. */
function widths(html: string) {
  const { layout, report } = layOut(`<!DOCTYPE html><style>body { margin: 0 }</style>${html}`);
  const found = [...geometryById(layout)].map(([id, [first]]) => [id, first?.width]);
  return { ...Object.fromEntries(found), diagnostics: report.diagnostics.map(({ kind, text }) => `${kind} ${text}`) };
}

function engine(counts?: LayoutCounts): Engine {
  return new Engine({ fonts, openFont, loadPatterns, counts });
}

/** Layouts of the boxes of each element with an id, continued ones not counted. */
function layoutsById(html: string): Record<string, number> {
  const counts = new LayoutCounts();
  engine(counts).validate({ html: `<!DOCTYPE html><title>t</title><style>body { margin: 0 }</style>${html}` });
  const byId: Record<string, number> = {};
  for (const [box, count] of counts.layouts) {
    const id = box.element?.attribute('id');
    if (id && box.origin === undefined) byId[id] = (byId[id] ?? 0) + count;
  }
  return byId;
}

const CARDS = `<style>
  .card { container-type: inline-size }
  .card p { width: 10cqw }
  @container (width > 300px) { .card p { width: 50cqw } }
</style>`;

t.test('equal elements in containers of different sizes have different styles', async (t) => {
  const card = (id: string, width: number) =>
    `<div class="card" style="width: ${width}px"><section><p id="${id}">x</p></section></div>`;
  const html = `${CARDS}${card('a', 200)}${card('b', 400)}${card('c', 200)}${card('d', 600)}`;
  t.match(widths(html), { a: 20, b: 200, c: 20, d: 300, diagnostics: [] });
  const list = `${CARDS}<ul style="display: grid; grid-template-columns: 200px 400px">${['a', 'b', 'c', 'd']
    .map((id) => `<li class="card"><section><p id="${id}">x</p></section></li>`)
    .join('')}</ul>`;
  t.match(widths(list), { a: 20, b: 200, c: 20, d: 200 }, 'alike in all but their place');
});

t.test('documents of one engine share styles, and each has its own sizes', async (t) => {
  const shared = engine();
  const diagnosed = (width: number) =>
    shared
      .validate({
        html: `<!DOCTYPE html><title>t</title><style>
          .card { container-type: inline-size; width: ${width}px }
          .card { width: attr(data-width px) }
          @container (width > 300px) { p { ruby-align: center } }
        </style><div class="card" data-width="${width}"><p>text</p></div>`,
      })
      .diagnostics.map(({ text }) => text);
  t.strictSame(diagnosed(400), ['ruby-align']);
  t.strictSame(diagnosed(200), []);
  t.strictSame(diagnosed(400), ['ruby-align']);
});

t.test('boxes are laid out once for each level of containers around them, and once more', async (t) => {
  const html = `${CARDS}<main id="outside"><div class="card" id="one"><p id="in-one">x</p><div class="card" id="two">
    <p id="in-two">x</p></div></div></main>`;
  t.strictSame(layoutsById(html), { outside: 3, one: 3, 'in-one': 2, two: 2, 'in-two': 1 });
});

t.test('documents whose containers nothing asks are laid out once', async (t) => {
  const html = '<style>main { container: page / inline-size }</style><main id="main"><p id="p">x</p></main>';
  t.strictSame(layoutsById(html), { main: 1, p: 1 });
  const styled = `${html}<style>@container style(--x: 1) { p { color: red } } @container page { p { width: 9px } }</style>`;
  t.strictSame(layoutsById(styled), { main: 1, p: 1 }, 'styles and names are known before layout');
});

t.test('units and containers in style attributes only', async (t) => {
  const html =
    '<div style="container-type: inline-size; width: 300px"><p id="p" style="width: 10cqw; margin: 0">x</p></div>';
  t.match(widths(html), { p: 30 });
  const wide = `<div style="margin-left: 400px; ${html.slice('<div style="'.length).replace('10cqw', '100cqw')}`;
  t.match(
    widths(wide),
    { p: 300, diagnostics: [] },
    'no page is enlarged for units of which the container is not known',
  );
});

t.test('containers nested deeper than layouts leave contents out', async (t) => {
  const levels = 9;
  const html = `<style>div { container-type: inline-size; width: 90cqw } @container (width < 400px) { p { width: 50cqw } }
    </style><section style="width: 700px">${'<div>'.repeat(levels)}<p id="p">x</p>${'</div>'.repeat(levels)}</section>`;
  const { p, diagnostics } = widths(html);
  t.strictSame(diagnostics, []);
  t.ok(Math.abs(p - (720.125 * 0.9 ** levels) / 2) < 1.5, `${p}`);
});

t.test('a container whose size its contents change again and again is reported', async (t) => {
  // A tall box has room below the first float only, beside the wider one, where it is too narrow to be tall.
  const html = `<style>
    .first { float: left; width: 100px; height: 20px }
    .second { float: left; clear: left; width: 400px; height: 100px }
    .c { container-type: inline-size }
    .c p { height: 10px; margin: 0 }
    @container (width > 300px) { .c p { height: 100px } }
  </style><div style="width: 600px"><div class="first"></div><div class="second"></div><div class="c"><p>x</p></div></div>`;
  t.match(widths(html), { diagnostics: ['UnsupportedValue container-type'] });
});

t.test('diagnostics are those of the last styles', async (t) => {
  const html = `<!DOCTYPE html><title>t</title><style>
    main { container-type: inline-size }
    p { ruby-align: center }
    @container (width > 1px) { p { ruby-align: initial } }
    @container (width > 9999px) { p { margin-trim: block } }
  </style><main><p>text</p></main>`;
  t.strictSame(engine().validate({ html }).diagnostics, []);
});

t.test('a strict document of Tailwind 4 with container utilities passes', async (t) => {
  const html = `<!DOCTYPE html><title>t</title><style>
    @layer theme, base, components, utilities;
    @layer theme { :root { --spacing: 0.25rem; --container-lg: 32rem } }
    @layer utilities {
      .\\@container { container-type: inline-size }
      .\\@container\\/main { container-type: inline-size; container-name: main }
      .grid { display: grid }
      .grid-cols-1 { grid-template-columns: repeat(1, minmax(0, 1fr)) }
      .\\@md\\:grid-cols-2 { @container (width >= 28rem) { grid-template-columns: repeat(2, minmax(0, 1fr)) } }
      .\\@lg\\/main\\:p-4 { @container main (width >= 32rem) { padding: calc(var(--spacing) * 4) } }
      .\\@max-md\\:hidden { @container (width < 28rem) { display: none } }
      .\\@min-\\[475px\\]\\:underline { @container (width >= 475px) { text-decoration-line: underline } }
      .\\@sm\\:\\@max-md\\:flex { @container (width >= 24rem) { @container (width < 28rem) { display: flex } } }
      .w-\\[50cqw\\] { width: 50cqw }
    }
  </style><main class="@container/main"><div class="@container"><div id="grid" class="grid grid-cols-1 @md:grid-cols-2
    @lg/main:p-4"><p id="one" class="@max-md:hidden">one<p id="two" class="@min-[475px]:underline w-[50cqw]">two</div>
  </div></main>`;
  const { diagnostics, notices } = engine().validate({ html, strict: true, notices: true });
  t.strictSame({ diagnostics, notices }, { diagnostics: [], notices: [] });
  const { one, two, grid } = widths(html.replace('<!DOCTYPE html>', '')) as Record<string, number>;
  t.equal(one, (grid! - 32) / 2, 'two columns inside of the padding');
  t.equal(two, grid! / 2);
});

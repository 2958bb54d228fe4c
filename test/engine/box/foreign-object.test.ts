import t from 'tap';
import { buildBoxTree } from '../../../src/engine/box/build.js';
import type { Box, Layers, ReplacedBox } from '../../../src/engine/box/tree.js';
import { boxTreeOf, fonts, prepare, shaper } from '../layout/lay-out.js';

/** The first replaced box of a document. */
function replaced(html: string): ReplacedBox {
  const find = (box: Box): ReplacedBox | undefined => {
    if (box.kind === 'replaced') return box;
    const children = box.kind === 'block' ? box.content.children : box.kind === 'inline' ? box.children : [];
    for (const child of children) {
      const found = find(child);
      if (found) return found;
    }
    return undefined;
  };
  return find(boxTreeOf(html))!;
}

/** The layers as text: ids of drawn elements, and the elements whose boxes are between them. */
function outline({ content }: ReplacedBox): string {
  if (content.type === 'svg')
    return (
      content.source
        .match(/id="\w+"/g)
        ?.join('')
        .replaceAll(/id=|"/g, '') ?? '-'
    );
  if (content.type !== 'layers') return content.type;
  return content.layers
    .map(({ type, box }) =>
      type === 'foreign' ? box.element.name : box.content.type === 'layers' ? `[${outline(box)}]` : outline(box),
    )
    .join(' ');
}

const RECT = (id: string) => `<rect id=${id} width="5" height="5" />`;
const HTML = '<foreignObject width="20" height="10">text</foreignObject>';

t.test('a drawing is cut where HTML stands in it', async (t) => {
  const cut = (svg: string) => outline(replaced(`<svg>${svg}</svg>`));
  t.equal(cut(`${RECT('a')}${HTML}${RECT('b')}`), 'a foreignObject b');
  t.equal(cut(`<g>${RECT('a')}<g>${HTML}</g>${RECT('b')}</g>${RECT('c')}`), 'a foreignObject bc');
  t.equal(cut(`${HTML}<g>${HTML}</g><rect/>`), 'foreignObject foreignObject', 'what draws nothing is no layer');
  t.equal(cut(`${RECT('a')}<foreignObject width="0" height="10">text</foreignObject>`), 'a', 'a size of zero');
  t.equal(cut(`<switch>${HTML}<g>${RECT('a')}</g></switch>${RECT('b')}`), 'foreignObject b');
});

t.test('each part keeps the groups around it, and takes what it refers to along', async (t) => {
  const { content } = replaced(`<svg viewBox="0 0 9 9"><style>.x { fill: url(#p) }</style>
    <g fill="red"><linearGradient id="p"></linearGradient><g transform="scale(2)">${RECT('a')}${HTML}
    <rect class="x" width="1" height="1" /></g></g></svg>`);
  const [first, , last] = (content as Layers).layers.map(({ box }) =>
    'source' in box.content ? box.content.source : '',
  );
  t.match(first, /<g fill="red"[^>]*><linearGradient.*<g transform="scale\(2\)"[^>]*><rect id="a"/s);
  t.notMatch(first, 'class="x"');
  t.match(last, /<g transform="scale\(2\)"[^>]*>\s*<rect class="x"/s);
  t.match(last, /<defs><g style="fill:red"><linearGradient id="p"/);
  t.notMatch(last, '<style');
});

t.test('opacity of a group applies to its drawing and its HTML together', async (t) => {
  const box = replaced(`<svg>${RECT('a')}<g opacity="50%">${RECT('b')}${HTML}</g>${RECT('c')}</svg>`);
  t.equal(outline(box), 'a [b foreignObject] c');
  const group = (box.content as Layers).layers[1]!.box as ReplacedBox;
  t.equal(group.style.opacity, 0.5);
  const inner = (group.content as Layers).layers[0]!.box as ReplacedBox;
  t.match('source' in inner.content && inner.content.source, /opacity="50%" style="[^"]*;opacity:1;/);
});

t.test('the alternative text is that of the first drawing', async (t) => {
  const { content } = replaced(`<svg><title>Chart</title>${RECT('a')}${HTML}${RECT('b')}</svg>`);
  const texts = (content as Layers).layers.flatMap(({ box }) => ('alt' in box.content ? [box.content.alt] : []));
  t.strictSame(texts, ['Chart', '']);
});

/** The diagnostics of building the box tree of a document. */
function reported(html: string): string[] {
  const { styled, content, report } = prepare(html);
  buildBoxTree({ styled, fonts, shaper, report, ...content });
  return report.diagnostics.map(({ kind, text, context }) => `${kind} ${text}: ${context}`);
}

t.test('HTML in what is drawn elsewhere is reported, and effects that would have to reach it', async (t) => {
  t.match(reported(`<svg><pattern id="p">${HTML}</pattern></svg>`), [
    /UnsupportedElement <foreignObject>: .*in <pattern>/,
  ]);
  t.strictSame(reported(`<svg><symbol>${HTML}</symbol><defs>${HTML}</defs><g display="none">${HTML}</g></svg>`), []);
  const clipped = reported(`<svg><g class="k" clip-path="url(#c)">${RECT('a')}${HTML}</g></svg>`);
  t.match(clipped, [/UnsupportedValue clip-path: .*g\.k: does not apply to the foreignObject/]);
});

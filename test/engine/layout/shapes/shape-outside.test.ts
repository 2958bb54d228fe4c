import t from 'tap';
import { dataUrl, orientedPng, png } from '../../../support/images.js';
import { geometryById, layOut } from '../lay-out.js';

/** Left edges of three lines of 10px beside a float of 40px, and what is reported. */
function lines(style: string): { readonly left: readonly number[]; readonly found: readonly string[] } {
  const html = `<style>
      body { margin: 0; line-height: 10px }
      i { float: left; width: 40px; height: 30px; ${style} }
      b { display: inline-block; width: 5px; height: 9px; vertical-align: top }
    </style><i></i><b id="l0"></b><br><b id="l1"></b><br><b id="l2"></b>`;
  const { layout, report } = layOut(html);
  const boxes = geometryById(layout);
  return {
    left: ['l0', 'l1', 'l2'].map((id) => Math.round(boxes.get(id)![0]!.x)),
    found: report.findings.map(({ kind, text, context }) => `${kind} ${text} @ ${context}`),
  };
}

t.test('images whose transparency cannot be read are reported, and lines keep to the margin box', async (t) => {
  const svg = dataUrl('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
  const gif = dataUrl('image/gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
  const rotated = dataUrl('image/png', orientedPng(4, 4, 6));
  for (const [url, why] of [
    [svg, 'the shape of an SVG image'],
    [gif, 'the shape of a GIF image'],
    [rotated, 'the shape of a rotated PNG image'],
  ] as const) {
    const { left, found } = lines(`shape-outside: url(${url})`);
    t.strictSame(left, [40, 40, 40], why);
    t.strictSame(found, [`UnsupportedValue shape-outside @ html > body > i: ${why}`]);
  }
});

t.test('opaque images are rectangles of their natural size', async (t) => {
  const url = dataUrl('image/png', png(25, 15));
  t.strictSame(lines(`shape-outside: url(${url})`), { left: [25, 25, 0], found: [] });
  t.strictSame(lines(`shape-outside: url(${url}); shape-image-threshold: 1`).left, [0, 0, 0]);
});

t.test('without its image, a float has no shape', async (t) => {
  const { left, found } = lines('shape-outside: url(none.png)');
  t.strictSame(left, [40, 40, 40]);
  t.match(found, [/^MissingAsset none\.png @ html > body > i/]);
});

t.test('boxes that do not float have no shape, and nothing is reported', async (t) => {
  const { left, found } = lines('float: none; shape-outside: url(none.png); shape-margin: 9px');
  t.strictSame({ left, found }, { left: [0, 0, 0], found: [] });
});

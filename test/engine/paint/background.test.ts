import t from 'tap';
import type { ImageResource } from '../../../src/engine/box/image-resources.js';
import { readImage } from '../../../src/engine/box/images.js';
import { decodeDataUrl } from '../../../src/engine/html/data-url.js';
import { BARE, describe, painted, paintHtml } from './painted.js';

const PIXELS: ImageResource = {
  key: 'aa',
  format: 'png',
  bytes: new Uint8Array(1),
  width: 20,
  height: 10,
  orientation: 1,
};
const image = ({ url }: { readonly url: string }) => (url === 'a.png' ? PIXELS : undefined);
/** Paints a 100 by 50 px box with 5px padding and a 2px border. */
const box = (style: string): string[] =>
  painted(`<div style="width:86px;height:36px;padding:5px;border:2px solid transparent;${style}"></div>`, { image });

t.test('a colour fills the border box, or what background-clip says', async (t) => {
  t.strictSame(box('background:red'), ['rect 0,0 100x50 #ff0000']);
  t.strictSame(box('background:red;background-clip:padding-box'), ['rect 2,2 96x46 #ff0000']);
  t.strictSame(box('background:red;background-clip:content-box'), ['rect 7,7 86x36 #ff0000']);
});

t.test('edges are whole px, as neighbours round them', async (t) => {
  const items = painted(
    '<div style="margin-left:.4px;width:10.3px;height:10.5px;background:red"></div><div style="height:10.5px;width:10px;background:#0f0"></div>',
  );
  t.strictSame(items, ['rect 0,0 11x11 #ff0000', 'rect 0,11 10x10 #00ff00']);
});

t.test('one image is placed in the padding box and cut by the border box', async (t) => {
  t.strictSame(box('background:url(a.png) no-repeat'), ['image 2,2 20x10']);
  t.strictSame(box('background:url(a.png) no-repeat right bottom'), ['image 78,38 20x10']);
  t.strictSame(box('background:url(a.png) no-repeat 50% 50%'), ['image 40,20 20x10']);
  t.strictSame(box('background:url(a.png) no-repeat content-box'), ['image 7,7 20x10']);
  t.strictSame(box('background:url(a.png) no-repeat -10px 0'), ['group clip 0,0 100x50', '  image -8,2 20x10']);
});

t.test('sizes: lengths, percentages, auto, cover, contain', async (t) => {
  const sized = (size: string) => box(`background:url(a.png) no-repeat;background-size:${size}`);
  t.strictSame(sized('40px'), ['image 2,2 40x20']);
  t.strictSame(sized('auto 5px'), ['image 2,2 10x5']);
  t.strictSame(sized('50% 100%'), ['image 2,2 48x46']);
  t.strictSame(sized('contain'), ['image 2,2 92x46']);
  t.strictSame(sized('cover'), ['image 2,2 96x48']);
});

t.test('few tiles are drawn one by one, many as a pattern', async (t) => {
  t.equal(box('background:url(a.png) repeat-x 0 0/50px auto').filter((item) => item.includes('image')).length, 3);
  t.strictSame(box('background:url(a.png)'), ['tiles 0,0 100x50 of -18,-8 20x10']);
});

t.test('nothing of another row shows beside a single row of tiles', async (t) => {
  const strip = (css: string) =>
    paintHtml(`${BARE}<div style="width:400px;height:300px;background:linear-gradient(red,blue) ${css}"></div>`)
      .pages[0]!.items[0];
  t.match(strip('0 0/4px 6px repeat-x'), { kind: 'tiles', stepX: 4, stepY: 12, tile: { width: 4, height: 6 } });
  t.match(strip('0 0/6px 4px repeat-y'), { kind: 'tiles', stepX: 12, stepY: 4 });
  t.match(strip('0 0/4px 4px'), { kind: 'tiles', stepX: 4, stepY: 4 });
});

t.test('tiles of a gradient become a pattern, too, however many they are', async (t) => {
  const page = (gradient: string, size = '5px 5px') =>
    painted(`<div style="width:400px;height:300px;background:${gradient} 0 0/${size}"></div>`);
  const pattern = ['tiles 0,0 400x300 of 0,0 5x5'];
  t.strictSame(page('radial-gradient(red 1px,transparent 1px)'), pattern);
  t.strictSame(page('conic-gradient(red,blue)'), pattern);
  t.strictSame(page('linear-gradient(red,blue)'), pattern);
  t.strictSame(page('radial-gradient(red,blue)', '2px 2px'), ['tiles 0,0 400x300 of 0,0 2x2']);
});

t.test('the tile of a pattern shows the part of its gradient that is inside it', async (t) => {
  const html = `${BARE}<div style="width:400px;height:300px;background:radial-gradient(circle 10px at 0 0,red,blue) 0 0/5px 5px"></div>`;
  const [item] = paintHtml(html).pages[0]!.items;
  t.match(item, { kind: 'tiles', gradientRect: { x: -10, y: -10, width: 20, height: 20 } });
});

t.test('tiles of one colour leave the gaps of space', async (t) => {
  const spaced = (size: string) =>
    box(`background:repeating-linear-gradient(red 0 0) space 0 0/${size};background-clip:padding-box`);
  t.strictSame(spaced('40px 46px'), ['rect 2,2 40x46 #ff0000', 'rect 58,2 40x46 #ff0000']);
  t.strictSame(spaced('10px 10px'), ['tiles 2,2 96x46 of 2,2 10x10']);
  t.strictSame(spaced('32px 23px'), ['rect 2,2 96x46 #ff0000'], 'where there are any');
});

t.test('space and round fit whole tiles', async (t) => {
  const round = box('background:url(a.png) round no-repeat;background-clip:padding-box');
  t.strictSame(
    round.map((item) => item.trim()),
    [
      'image 2,2 19.2x9.6',
      'image 21.2,2 19.2x9.6',
      'image 40.4,2 19.2x9.6',
      'image 59.6,2 19.2x9.6',
      'image 78.8,2 19.2x9.6',
    ],
  );
  const down = box('background:url(a.png) no-repeat round;background-clip:padding-box');
  t.equal(down[0]?.trim(), 'image 2,2 18.4x9.2', 'an automatic width keeps the ratio');
  const both = box('background:url(a.png) round;background-clip:padding-box');
  t.match(both[0]?.trim(), /of 2,2 19\.2x9\.2$/, 'none to keep where both axes are rounded');
  const space = box('background:url(a.png) space no-repeat 0 0/40px;background-clip:padding-box');
  t.strictSame(space, ['image 2,2 40x20', 'image 58,2 40x20']);
});

t.test('layers are painted last to first, the colour below them', async (t) => {
  const layers = box('background:url(a.png) no-repeat,linear-gradient(red,blue) border-box,yellow');
  t.strictSame(layers, ['rect 0,0 100x50 #ffff00', 'rect 0,0 100x50 linear', 'image 2,2 20x10']);
});

t.test('an image that is not there leaves the rest', async (t) => {
  t.strictSame(box('background:url(b.png) red'), ['rect 0,0 100x50 #ff0000']);
});

t.test('rounded corners cut colours and images', async (t) => {
  t.strictSame(box('background:red;border-radius:10px'), ['rect 0,0 100x50 #ff0000 radii 10/10 10/10 10/10 10/10']);
  t.match(box('background:url(a.png) no-repeat;border-radius:10px')[0], 'group clip 0,0 100x50');
});

t.test('radii that overlap are scaled together', async (t) => {
  t.match(box('background:red;border-radius:100px 0')[0], 'radii 50/50 0/0 50/50 0/0');
  t.match(box('background:red;border-radius:50%')[0], 'radii 50/25 50/25 50/25 50/25');
});

t.test('the root’s background covers the page area, the body’s only where the root has none', async (t) => {
  const area = (html: string) =>
    describe(paintHtml(`<!DOCTYPE html><style>@page{size:200px 100px;margin:10px}</style>${html}`).pages[0]!.items)[0];
  t.equal(area('<body style="background:red">'), 'rect 10,10 180x80 #ff0000');
  t.equal(area('<html style="background:#0f0"><body style="background:red">'), 'rect 10,10 180x80 #00ff00');
  t.equal(area('<body style="background:red;position:fixed">'), 'rect 10,10 180x80 #ff0000');
});

t.test('pages without a part of the root element have its background, too', async (t) => {
  const backgrounds = (html: string) =>
    paintHtml(`<!DOCTYPE html><style>@page{size:200px 100px;margin:10px}</style>${html}`).pages.map(
      ({ items }) => describe(items)[0],
    );
  const far = '<div style="position:absolute;top:170px;height:30px;width:10px;background:blue"></div>';
  const red = 'rect 10,10 180x80 #ff0000';
  t.strictSame(backgrounds(`<body style="background:red">${far}`), [red, red, red]);
  const first = '<html style="height:150px"><body style="background:red;height:10px">';
  t.strictSame(backgrounds(first), [red, red], 'nor of the body');
});

t.test('a page’s own background covers the page box', async (t) => {
  const { pages } = paintHtml(
    '<!DOCTYPE html><style>@page{size:200px 100px;margin:10px;background:#ffd;border:2px solid}</style><body style="background:red">',
  );
  t.strictSame(describe(pages[0]!.items).slice(0, 2), ['rect 0,0 200x100 #ffffdd', 'rect 12,12 176x76 #ff0000']);
});

t.test('a background runs on over a page break', async (t) => {
  const html = `${BARE}<div style="height:400px;background:url(a.png) no-repeat 0 100%"></div>`;
  const { pages } = paintHtml(html, { image });
  t.strictSame(
    pages.map((page) => describe(page.items)),
    [[], ['image 0,90 20x10']],
  );
});

t.test('an SVG with a viewBox only has a ratio, and the size that the area leaves it', async (t) => {
  const url = (attributes: string) =>
    `url(data:image/svg+xml;base64,${Buffer.from(`<svg xmlns='http://www.w3.org/2000/svg' ${attributes}/>`).toString('base64')})`;
  const tile = (attributes: string, size: string) =>
    painted(`<div style='width:100px;height:40px;background:${url(attributes)} 0 0/${size} no-repeat'></div>`, {
      image: (address) => readImage(decodeDataUrl(address.url)!.bytes) as ImageResource,
    })[0];
  const square = "viewBox='-4 -4 8 8'";
  t.match(tile(square, 'auto'), '0,0 40x40');
  t.match(tile(square, 'contain'), '0,0 40x40');
  t.match(tile(square, 'auto 100%'), '0,0 40x40');
  t.match(tile(square, '20px'), '0,0 20x20');
  t.match(tile("width='10'", 'auto'), '0,0 10x40', 'a width without a ratio');
  t.match(tile(`${square} preserveAspectRatio='none'`, 'auto'), '0,0 100x40', 'one that may be stretched has none');
});

t.test('the lines of an inline box share one background, from right to left as well', async (t) => {
  const rects = (style: string) => {
    const span = `<span style="background:linear-gradient(90deg,red,blue);${style}">aaaa<br>bbbbbb</span>`;
    const { pages } = paintHtml(`${BARE}<p style="width:100px">${span}`);
    return pages[0]!.items.flatMap((item) =>
      item.kind === 'group'
        ? item.children.map((child) => (child.kind === 'rect' ? [Math.round(child.x), Math.round(child.width)] : []))
        : [],
    );
  };
  t.strictSame(rects(''), [
    [0, 89],
    [-36, 89],
  ]);
  t.strictSame(rects('direction:rtl'), [
    [-53, 89],
    [0, 89],
  ]);
  t.strictSame(rects('box-decoration-break:clone'), []);
});

t.test('cloned fragments, and those of fieldsets, have backgrounds that start anew', async (t) => {
  const images = (tag: string, style = '') => {
    const plain = 'margin:0;padding:0;border:0;min-width:0;height:400px';
    const html = `${BARE}<${tag} style="${plain};background:url(a.png) no-repeat 0 20px;${style}"></${tag}>`;
    return paintHtml(html, { image }).pages.map(({ items }) => describe(items).map((item) => item.trim()));
  };
  t.strictSame(images('div'), [['image 0,20 20x10'], []]);
  t.strictSame(images('div', 'box-decoration-break:clone'), [['image 0,20 20x10'], ['image 0,20 20x10']]);
  t.strictSame(images('fieldset'), [['image 0,20 20x10'], ['image 0,20 20x10']]);
});

t.test('a fixed background inside of a transform scrolls with its box', async (t) => {
  const gradient = 'background:linear-gradient(red,blue) fixed 0 0/30px 20px no-repeat';
  const placed = (outer: string, inner = '') =>
    painted(
      `<div style="margin:7px 9px;width:100px;height:50px;${outer}"><div style="height:50px;${gradient};${inner}"></div></div>`,
    ).join('\n');
  t.match(placed(''), 'rect 0,0 30x20', 'elsewhere it does not');
  for (const style of ['transform:translateX(0px) rotate(0deg)', 'will-change:transform', 'translate:0 0']) {
    t.match(placed(style), 'rect 9,7 30x20', style);
    t.match(placed('', style), 'rect 9,7 30x20', `${style}, of its own`);
  }
  for (const style of ['opacity:0.5', 'filter:grayscale(1)', 'perspective:99px'])
    t.match(placed(style), 'rect 0,0 30x20', style);
});

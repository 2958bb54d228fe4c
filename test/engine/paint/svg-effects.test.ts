import t from 'tap';
import { svgFinder } from '../../../src/engine/box/svg-targets.js';
import { StyleCaches } from '../../../src/engine/css/compute/style-caches.js';
import { Report } from '../../../src/engine/diagnostics.js';
import { drawingSource } from '../../../src/engine/encode/svg-drawing.js';
import type { DisplayItem, DrawingItem } from '../../../src/engine/paint/display-list.js';
import { fontUnits, prepare, RESOURCES, shaper } from '../layout/lay-out.js';
import { BARE, paintHtml } from './painted.js';

const FILE =
  '<svg xmlns="http://www.w3.org/2000/svg"><filter id="red"><feFlood flood-color="red"/></filter><mask id="half"><rect width="5" height="5"/></mask></svg>';

/** The drawings of the first page as SVG, and what is reported. */
function drawn(html: string): { readonly sources: string[]; readonly problems: string[] } {
  const { styled, content } = prepare(BARE + html);
  const report = new Report();
  const context = { styled, report, shaper, resolveFamilies: content.resolveFamilies };
  const files = { caches: new StyleCaches(), fontUnits, shaper, resolveFamilies: content.resolveFamilies };
  const image = () => RESOURCES.read(new TextEncoder().encode(FILE));
  const svgElement = svgFinder(context, { ...RESOURCES, image }, files);
  const [page] = paintHtml(BARE + html, { svgElement, report }).pages;
  const drawings = (items: readonly DisplayItem[]): DrawingItem[] =>
    items.flatMap((item) => (item.kind === 'drawing' ? [item] : 'children' in item ? drawings(item.children) : []));
  const problems = report.diagnostics.map(({ kind, text, context: place }) => `${kind} ${text} ${place}`);
  return { sources: drawings(page!.items).map(drawingSource), problems };
}

const BOX = 'width:100px;height:50px;background:#ff0000;';

t.test('a filter element has a region around the box, in px', async (t) => {
  const { sources, problems } = drawn(
    `<div style="${BOX}margin-left:30px;filter:url(#f)"></div><svg><filter id="f"><feOffset dx="2"/></filter></svg>`,
  );
  t.strictSame(problems, []);
  t.match(
    sources[0],
    /<filter id="d0-f" x="-10" y="-5" width="120" height="60" filterUnits="userSpaceOnUse" primitiveUnits="userSpaceOnUse">/,
  );
  t.match(sources[0], '<g transform="translate(30 0)"><g filter="url(#d0-f)">');
});

t.test('primitives in units of the box are in px, too', async (t) => {
  const { sources } = drawn(
    `<div style="${BOX}filter:url(#f)"></div><svg><filter id="f" x="0" y="0" width="1" height="1" primitiveUnits="objectBoundingBox"><feOffset dx=".1" dy="20%"/><feGaussianBlur stdDeviation=".1"/></filter></svg>`,
  );
  t.match(sources[0], '<feOffset dx="10" dy="10">');
  t.match(sources[0], '<feGaussianBlur stdDeviation="10 5">');
});

t.test('positioned descendants extend the box that the filter refers to', async (t) => {
  const { sources } = drawn(
    `<div style="position:relative;filter:url(#f)"><div style="${BOX}position:absolute;top:50px"></div></div><svg><filter id="f" x="0" y="0" width="1" height="1"><feOffset/></filter></svg>`,
  );
  t.match(sources[0], 'x="0" y="0" width="400" height="100"');
});

t.test('a filter may paint where the box paints nothing', async (t) => {
  const html = (style: string) =>
    `<div style="width:100px;height:50px;${style}"></div><svg><filter id="f"><feFlood flood-color="red"/></filter></svg>`;
  t.equal(drawn(html('')).sources.length, 0);
  t.match(drawn(html('filter:url(#f)')).sources[0], '<feFlood flood-color="red">');
});

t.test('clip paths and masks in units of the box', async (t) => {
  const clip = drawn(
    `<div style="${BOX}clip-path:url(#c)"></div><svg><clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath></svg>`,
  );
  t.match(clip.sources[0], /<clipPath id="d0-c" clipPathUnits="userSpaceOnUse" transform="matrix\(100 0 0 50 0 0\)">/);
  const mask = drawn(
    `<div style="${BOX}mask-image:url(#m)"></div><svg><mask id="m" maskContentUnits="objectBoundingBox"><rect width=".5" height="1" fill="#fff"/></mask></svg>`,
  );
  t.match(mask.sources[0], /<mask id="d0-m"[^>]*><g transform="matrix\(100 0 0 50 0 0\)"><rect/);
  t.match(mask.sources[0], '<g mask="url(#d0-m)">');
});

t.test('elements of SVG files', async (t) => {
  t.match(drawn(`<div style="${BOX}filter:url(f.svg#red)"></div>`).sources[0], '<filter id="d0-red"');
  t.match(drawn(`<div style="${BOX}mask-image:url(f.svg#half)"></div>`).sources[0], '<mask id="d0-half"');
});

t.test('properties that the element inherits', async (t) => {
  const { sources } = drawn(
    `<div style="${BOX}filter:url(#f)"></div><svg color-interpolation-filters="sRGB"><g fill="blue"><filter id="f"><feOffset/></filter></g></svg>`,
  );
  t.match(sources[0], /<g [^>]*style="color:[^"]*;color-interpolation-filters:sRGB;fill:blue">/);
});

t.test('without such an element there is no effect, and a diagnostic', async (t) => {
  const { sources, problems } = drawn(`<div style="${BOX}filter:blur(1px) url(#p)"></div><p id="p"></p>`);
  t.strictSame(sources, []);
  t.match(problems, [/^UnsupportedValue filter: url\("#p"\) .*: no filter element$/]);
});

t.test('a filter region that is too large is reported', async (t) => {
  const { sources, problems } = drawn(
    `<div style="${BOX}filter:url(#f)"></div><svg><filter id="f" width="9999"><feOffset/></filter></svg>`,
  );
  t.strictSame(sources, []);
  t.match(problems, [/the filter region is larger than/]);
});

t.test('displacement maps as the renderer draws them', async (t) => {
  const displaced = (flood: string, scale: number) =>
    drawn(
      `<div style="${BOX}filter:url(#f)"></div><svg><filter id="f"><feFlood flood-color="${flood}"/><feDisplacementMap in="SourceGraphic" scale="${scale}" xChannelSelector="R"/></filter></svg>`,
    ).sources[0];
  t.match(displaced('blue', 100), /<feDisplacementMap in="SourceGraphic" scale="10" xChannelSelector="R">/);
  t.match(
    displaced('blue', -4),
    /<feComponentTransfer [^>]*in="displaced"[^>]*><feFuncR type="table" tableValues="1 0">/,
  );
  t.match(displaced('currentColor', 100), '<feOffset in="SourceGraphic">', 'tainted maps displace nothing');
});

t.test('a large morphology takes several steps', async (t) => {
  const morphology = (radius: string) =>
    drawn(
      `<div style="${BOX}filter:url(#f)"></div><svg><filter id="f"><feMorphology radius="${radius}" result="r"/></filter></svg>`,
    );
  const radii = (radius: string) =>
    [...(morphology(radius).sources[0] ?? '').matchAll(/<feMorphology[^>]*radius="([^"]*)"/g)].map(([, each]) => each);
  t.strictSame(radii('3'), ['3']);
  t.strictSame(radii('10 2'), ['5 1', '5 1']);
  t.match(morphology('99').problems, [/^UnsupportedElement <feMorphology radius="99">/]);
});

t.test('a saturation of more than 1 is a matrix', async (t) => {
  const saturated = (values: string) =>
    drawn(
      `<div style="${BOX}filter:url(#f)"></div><svg><filter id="f"><feColorMatrix type="saturate" values="${values}"/></filter></svg>`,
    ).sources[0];
  t.match(
    saturated('2'),
    'type="matrix" values="1.787 -0.715 -0.072 0 0 -0.213 1.285 -0.072 0 0 -0.213 -0.715 1.928 0 0 0 0 0 1 0"',
  );
  t.match(saturated('0.5'), 'type="saturate" values="0.5"');
});

import t from 'tap';
import { buildBoxTree } from '../../../src/engine/box/build.js';
import type { Resources } from '../../../src/engine/box/image-resources.js';
import { readImage } from '../../../src/engine/box/images.js';
import { svgSize } from '../../../src/engine/box/svg.js';
import type { Box } from '../../../src/engine/box/tree.js';
import { collectRules } from '../../../src/engine/css/compute/collect-rules.js';
import { computeStyles } from '../../../src/engine/css/compute/style.js';
import { Report } from '../../../src/engine/diagnostics.js';
import { decodeXml } from '../../../src/engine/html/encodings.js';
import { parseHtml } from '../../../src/engine/html/parse.js';
import { TextShaper } from '../../../src/engine/text/shape.js';
import { orientedPng } from '../../support/images.js';
import { fonts } from '../layout/lay-out.js';

const UNITS = { xHeight: 8, capHeight: 11, zeroAdvance: 8, lineSpacing: 18 };
const RESOURCES = {
  read: () => ({ failure: 'broken', message: '' }) as const,
  image: () => ({ failure: 'missing', message: '' }) as const,
};

/** The drawings of a document as the files they become, and what was reported. */
function drawings(html: string, resources: Resources = RESOURCES): { files: string[]; reported: string[] } {
  const report = new Report();
  const fontUnits = () => UNITS;
  const styled = computeStyles(collectRules(parseHtml(html), { fontUnits }, report), fontUnits, report);
  const resolveFamilies = (families: readonly string[]) => [...families];
  const root = buildBoxTree({ styled, fonts, resources, report, resolveFamilies, shaper: new TextShaper(fonts) });
  const files: string[] = [];
  const visit = (box: Box): void => {
    if (box.kind === 'replaced' && box.content.type === 'svg') files.push(box.content.source);
    if (box.kind === 'block') box.content.children.forEach(visit);
    if (box.kind === 'inline') box.children.forEach(visit);
  };
  visit(root as Box);
  return { files, reported: report.diagnostics.map(({ kind, text, context }) => `${kind} ${text} @ ${context}`) };
}

const first = (html: string): string => drawings(html).files[0] ?? '';

t.test('style sheets of the document apply in drawings', async (t) => {
  const style =
    '<style>.bar{fill:red;stroke-width:2px} g > line{stroke-dasharray:4 2} :root{--c:teal} #v{fill:var(--c)}</style>';
  const file = first(`${style}<svg><rect class="bar" fill="blue"/><g><line/></g><path id="v"/></svg>`);
  t.match(file, /<rect class="bar" fill="blue" style="fill:(red|#f00|#ff0000);stroke-width:2(px)?">/);
  t.match(file, /<line style="stroke-dasharray:4(px)? ?,? ?2(px)?">/);
  t.match(file, /<path id="v" style="fill:teal">/);
});

t.test('properties of text and visibility, too', async (t) => {
  const style = '<style>text{font:bold 12px Arimo;color:red} .no{display:none} .half{opacity:.5}</style>';
  const file = first(`${style}<svg><text class="half">A</text><g class="no"></g></svg>`);
  t.match(file, 'font-weight:700');
  t.match(file, 'font-size:12px');
  t.match(file, 'opacity:0.5');
  t.match(file, /<g class="no" style="display:none">/);
});

t.test('currentcolor is spelled as renderers know it', async (t) => {
  t.match(first('<style>svg{fill:currentcolor}</style><svg></svg>'), 'fill:currentColor');
});

t.test('variables in attributes are replaced', async (t) => {
  const file = first(
    '<svg style="--a:teal"><rect fill="var(--a)" stroke="var(--b, lime)"/><path fill="var(--b)"/></svg>',
  );
  t.match(file, /<rect [^>]*style="fill:teal;stroke:lime"/);
  t.notMatch(file, 'var(');
});

t.test('attributes of the outermost svg that are its box’s are not drawn twice', async (t) => {
  const file = first(
    '<svg opacity=".5" transform="rotate(9)" font-size="9"><g opacity=".5" transform="rotate(9)"/></svg>',
  );
  t.equal(file.match(/opacity/g)?.length, 1);
  t.equal(file.match(/rotate/g)?.length, 1);
  t.match(file, 'font-size:9px');
});

t.test('switch shows the first child whose conditions hold, and requiredFeatures always does', async (t) => {
  const shown = (inside: string) => {
    const { files, reported } = drawings(`<svg>${inside}</svg>`);
    return [
      files[0]!
        .match(/id="\w+"/g)
        ?.join(' ')
        .replaceAll(/id=|"/g, '') ?? '',
      ...reported,
    ].join();
  };
  t.equal(shown('<switch><g id=a requiredFeatures="http://x/feature#Extensibility"/><g id=b /></switch>'), 'a');
  t.equal(shown('<switch><g id=a systemLanguage="de, fr"/><g id=b systemLanguage="en-GB"/><g id=c /></switch>'), 'b');
  t.equal(shown('<switch><g id=a requiredExtensions="http://x"/><g id=b /></switch>'), 'b');
  t.equal(shown('<switch><g id=a systemLanguage=""/></switch>'), '');
  t.equal(shown('<g id=a systemLanguage="de"/><g id=b requiredFeatures="x"/><g id=c requiredExtensions=""/>'), 'b');
  t.match(
    shown('<switch><audio></audio><g id=a /></switch>'),
    /^a,UnsupportedElement <audio>/,
    'the alternative of what cannot be drawn',
  );
  t.notMatch(first('<svg><g requiredFeatures="x"/></svg>'), 'required', 'the renderer has no say');
});

t.test('what use names elsewhere in the document comes along, once', async (t) => {
  const html = `<svg style="display:none"><symbol id="star"><path fill="url(#paint)" d="M0 0"/></symbol>
    <linearGradient id="paint"></linearGradient></svg><svg><use href="#star"/><use href="#star"/></svg>`;
  const { files } = drawings(html);
  const file = files.at(-1)!;
  t.equal(file.match(/<symbol/g)?.length, 1);
  t.equal(file.match(/<linearGradient/g)?.length, 1, 'with what it needs itself');
  t.ok(file.endsWith('</defs></svg>'));
});

t.test('a reference in a circle ends', async (t) => {
  t.ok(first('<svg><use id="a" href="#b"/></svg><p><svg><g id="b"><use href="#a"/></g></svg>').length < 1000);
});

t.test('scripts, players and other files stay outside', async (t) => {
  const html = '<svg onload="x()"><script>x()</script><video></video><image href="https://x.example/a.png"/></svg>';
  const { files, reported } = drawings(html);
  t.notMatch(files[0], /script|video|onload|example/);
  t.match(reported.join('\n'), /<script>[\s\S]*<video>[\s\S]*MissingAsset https:\/\/x\.example\/a\.png/);
});

t.test('an image in a drawing is embedded, from a data: URL or an asset', async (t) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
  const resources = { read: (bytes: Uint8Array) => readImage(bytes), image: () => readImage(Buffer.from(svg)) };
  const href = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  for (const url of [href, 'asset:logo', encodeURI(`data:image/svg+xml,${svg}`).replaceAll('"', '%22')]) {
    const { files, reported } = drawings(`<svg><image href="${url}"/></svg>`, resources);
    t.match(files[0], `xlink:href="${href}"`);
    t.strictSame(reported, []);
  }
});

t.test('an image in a drawing is shown in its orientation', async (t) => {
  const resources = { ...RESOURCES, image: () => readImage(orientedPng(30, 20, 6)) };
  const file = (style: string) => {
    const image = `<image href="a.png" x="5" height="40" transform="scale(2)" style="${style}"/>`;
    return drawings(`<svg>${image}</svg>`, resources).files[0] ?? '';
  };
  t.match(
    file(''),
    /<g transform="scale\(2\)"><svg width="20" height="40" x="5" viewBox="0 0 20 30"><image [^>]*transform="matrix\(0 30 -20 0 20 0\)"/,
    'a viewport of its size',
  );
  t.match(file('image-orientation: none'), /<image [^>]*x="5"/, 'as in the file');
});

t.test('depth and number of elements have limits', async (t) => {
  const deep = drawings(`<svg>${'<g>'.repeat(250)}${'</g>'.repeat(250)}</svg>`);
  t.match(deep.reported.join(), 'nested more than 200 levels deep');
  const many = drawings(`<svg>${'<g></g>'.repeat(20_001)}</svg>`);
  t.match(many.reported.join(), 'more than 20000 elements');
});

t.test('its own filters and masks are no concern of ours', async (t) => {
  const { files, reported } = drawings('<svg><circle style="filter:url(#f);mask:url(#m)"/></svg>');
  t.match(files[0], 'filter:url(#f)');
  t.strictSame(reported, []);
});

t.test('a size in an unknown unit counts as none', async (t) => {
  t.strictSame(svgSize('10parsec', '5', undefined), { width: undefined, height: 5, ratio: undefined });
  t.strictSame(svgSize('10constructor', '5', undefined), { width: undefined, height: 5, ratio: undefined });
});

t.test('CSS transforms of SVG elements become their attribute', async (t) => {
  const transformOf = (css: string, attributes = '', svg = 'width="200" height="100"') => {
    const file = first(`<style>rect { ${css} }</style><svg ${svg}><rect ${attributes}/></svg>`);
    t.notMatch(file, /[;{"]\s*(?:transform|translate|rotate|scale)[\w-]*:/, 'the renderer applies no declaration, too');
    return /<rect[^>]*? transform="([^"]*)"/.exec(file)?.[1];
  };
  t.equal(transformOf('transform: rotate(90deg)', 'transform="scale(2)"'), 'matrix(0 1 -1 0 0 0)', 'about the origin');
  t.equal(transformOf('transform: scale(reddish)', 'transform="scale(2)"'), 'scale(2)', 'an invalid one is ignored');
  t.equal(transformOf('transform: none', 'transform="scale(2)"'), undefined);
  t.equal(transformOf('', 'style="translate: 3px; rotate: 0deg; scale: 2"'), 'matrix(2 0 0 2 3 0)');
  t.equal(transformOf('translate: 3px', 'transform="scale(2)"'), 'matrix(1 0 0 1 3 0) scale(2)');
  t.equal(transformOf('transform: translate(50%, 10%)'), 'matrix(1 0 0 1 100 10)', 'of the viewport');
  const viewBox = 'width="200" height="100" viewBox="5 5 40 20"';
  t.equal(transformOf('transform: scale(2); transform-origin: 50% 50%', '', viewBox), 'matrix(2 0 0 2 -20 -10)');
  const rect = 'x="10" y="20" width="30" height="40"';
  const centred = 'transform: scale(2); transform-box: fill-box; transform-origin: center';
  t.equal(transformOf(centred, rect), 'matrix(2 0 0 2 -25 -40)');
});

t.test('fill-box is the extent of shapes, paths and groups', async (t) => {
  const extentOf = (content: string) => {
    const css = '#t { transform-box: fill-box; transform: translate(100%, 100%) }';
    const { files, reported } = drawings(`<style>${css}</style><svg width="9" height="9">${content}</svg>`);
    return [/ id="t"[^>]* transform="matrix\(1 0 0 1 ([^"]*)\)"/.exec(files[0] ?? '')?.[1], ...reported].join();
  };
  t.equal(extentOf('<circle id="t" cx="9" r="5"/>'), '10 10');
  t.equal(extentOf('<ellipse id="t" rx="5" ry="6px"/>'), '10 12');
  t.equal(extentOf('<line id="t" x1="4" x2="1" y2="7"/>'), '3 7');
  t.equal(extentOf('<polygon id="t" points="1,2 3,8 5,4"/>'), '4 6');
  t.equal(extentOf('<path id="t" d="M0 0 C 0 40 10 40 10 0 Z"/>'), '10 30', 'without the control points');
  t.equal(extentOf('<g id="t"><rect width="4" height="5"/><a><line x1="6" x2="8"/></a></g>'), '8 5');
  t.match(extentOf('<text id="t">A</text>'), /^9 9,UnsupportedValue transform-box: fill-box/);
  t.match(extentOf('<g id="t"><rect width="4" height="5" style="rotate: 9deg"/></g>'), /^9 9,UnsupportedValue/);
});

t.test('an image with a view box of no width or height is not drawn', async (t) => {
  const drawn = (viewBox: string) => {
    const source = `<svg xmlns="http://www.w3.org/2000/svg" width="8" viewBox="${viewBox}"><rect width="9" height="9"/></svg>`;
    const image = readImage(Buffer.from(source));
    return 'bytes' in image && Buffer.from(image.bytes).includes('<rect');
  };
  t.notOk(drawn('0 0 8 0'));
  t.notOk(drawn('0,0,0,8'));
  t.ok(drawn('0 0 8 8'));
  t.ok(drawn('0 0 0'), 'an invalid one is ignored');
});

t.test('a drawing in a file is read by its mark or XML declaration', async (t) => {
  const source = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><svg xmlns="http://www.w3.org/2000/svg" width="8" height="9">\u2019é</svg>`;
  for (const bytes of [
    Buffer.from(`\ufeff${source('UTF-16')}`, 'utf16le'),
    Buffer.from(source('windows-1252').replace('\u2019', '\x92'), 'latin1'),
    Buffer.from(source('UTF-8')),
  ]) {
    t.match(readImage(bytes), { format: 'svg', width: 8, height: 9 });
    t.match(decodeXml(bytes).text, '>\u2019é<');
  }
});

t.test('a GIF whose first frame does not fill its screen is an image of the screen', async (t) => {
  const gif = (screen: readonly number[], frame: readonly number[]) => {
    const words = (values: readonly number[]) => values.flatMap((value) => [value & 255, value >> 8]);
    const extension = [0x21, 0xf9, 4, 0, 0, 0, 0, 0];
    const bytes = [...words(screen), 0x80, 0, 0, 0, 0, 0, 9, 9, 9, ...extension, 0x2c, ...words(frame), 0, 2, 0, 0x3b];
    return readImage(Buffer.concat([Buffer.from('GIF89a'), Buffer.from(bytes)]));
  };
  t.match(gif([20, 16], [0, 0, 20, 16]), { format: 'gif', width: 20, height: 16 });
  const image = gif([20, 16], [5, 4, 8, 6]);
  t.match(image, { format: 'svg', width: 20, height: 16 });
  const source = 'bytes' in image ? Buffer.from(image.bytes).toString() : '';
  t.match(source, '<image x="5" y="4" width="8" height="6"');
  const inner = Buffer.from(/base64,([^"]*)/.exec(source)![1]!, 'base64');
  t.match(readImage(inner), { format: 'gif', width: 8, height: 6 }, 'the frame alone');
});

t.test('images of formats that only browsers show are refused by name', async (t) => {
  const message = (...bytes: (string | number[])[]) => {
    const parts = bytes.map((part) => Buffer.from(part as never));
    const image = readImage(Buffer.concat([...parts, Buffer.alloc(40)]));
    return 'failure' in image ? image.message : '';
  };
  t.match(message([0, 0, 0, 28], 'ftypavif'), /^AVIF images are not supported/);
  t.match(message('BM'), /^BMP images are not supported/);
  t.match(message([0, 0, 1, 0]), /^ICO images are not supported/);
  t.match(message('text'), /^not a valid PNG/);
});

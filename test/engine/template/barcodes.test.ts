import t from 'tap';
import { errorOf, expand, placeOf } from './helpers.js';

/** The SVG that a call comes to. */
const svg = (call: string, data: unknown = {}): string => expand(`{{${call}}}`, data);

const failure = (call: string, data: unknown = {}): string => errorOf(`{{${call}}}`, data).message;

const attribute = (markup: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(markup)?.[1];

/** Width and height in mm. */
const size = (markup: string): number[] => ['width', 'height'].map((name) => parseFloat(attribute(markup, name) ?? ''));

/** The bars of a linear barcode as a row of modules, 1 black and 0 white, from the first bar to the last. */
function modules(markup: string): string {
  const bars = [...markup.matchAll(/stroke-width="(\d+)" d="([^"]*)"/g)].flatMap(([, stroke, path]) =>
    [...path!.matchAll(/M(\d+) [\d.]+L/g)].map(([, x]) => ({ middle: Number(x), width: Number(stroke) })),
  );
  const start = Math.min(...bars.map(({ middle, width }) => middle - width / 2));
  const row: string[] = [];
  for (const { middle, width } of bars) {
    const first = (middle - width / 2 - start) / 2;
    for (let module = first; module < first + width / 2; module += 1) row[module] = '1';
  }
  return Array.from(row, (module) => module ?? '0').join('');
}

/**
 * https://www.gs1.org/docs/barcodes/GS1_General_Specifications.pdf 5.2.1: the left half's parities say the first digit.
 */
function ean13Modules(digits: string): string {
  const odd = [
    '0001101',
    '0011001',
    '0010011',
    '0111101',
    '0100011',
    '0110001',
    '0101111',
    '0111011',
    '0110111',
    '0001011',
  ];
  const invert = (bits: string): string => bits.replace(/./g, (bit) => String(1 - Number(bit)));
  const reverse = (bits: string): string => [...bits].reverse().join('');
  const parities = ['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO'];
  const [first, ...others] = [...digits].map(Number);
  const left = others.slice(0, 6).map((digit, i) => {
    return parities[first!]![i] === 'O' ? odd[digit]! : reverse(invert(odd[digit]!));
  });
  const right = others.slice(6).map((digit) => invert(odd[digit]!));
  return `101${left.join('')}01010${right.join('')}101`;
}

t.test('the bars of an EAN-13 are those of the standard', async (t) => {
  for (const digits of ['4006381333931', '9783161484100', '0036000291452']) {
    t.equal(modules(svg(`barcode "${digits}" type="ean13"`)), ean13Modules(digits), digits);
  }
  t.equal(
    modules(svg('barcode "400638133393" type="ean13"')),
    ean13Modules('4006381333931'),
    'the check digit is added',
  );
});

t.test('every type draws its content', async (t) => {
  const contents: Record<string, string> = {
    code128: 'Ab-12',
    'gs1-128': '(01)09501101530003',
    code39: 'ABC 1',
    code93: 'ABC1',
    codabar: 'A1234B',
    ean13: '4006381333931',
    ean8: '96385074',
    upca: '036000291452',
    upce: '01234565',
    isbn: '978-3-16-148410-0',
    itf: '123456',
    itf14: '15400141288763',
    msi: '1234',
    pharmacode: '1234',
    qr: 'https://example.com',
    datamatrix: 'hello',
    gs1datamatrix: '(01)09501101530003',
    aztec: 'hello',
    pdf417: 'hello',
  };
  for (const [type, content] of Object.entries(contents)) {
    const markup = svg('barcode content type=type', { type, content });
    t.match(markup, /^<svg xmlns="[^"]+" role="img" .*<path .*<\/svg>$/, type);
    t.ok(attribute(markup, 'aria-label')?.endsWith(content), `${type} says its content`);
  }
  t.match(failure('barcode "x" type="qrr"'), /“qrr” is not a type of barcode: it is one of code128, .*pdf417/);
});

t.test('without a type it is Code 128', async (t) => {
  t.equal(svg('barcode "A"'), svg('barcode "A" type="CODE128"'));
});

t.test('a symbol is as large as asked, quiet zone included', async (t) => {
  const bars = (options: string): number[] => size(svg(`barcode "4006381333931" type="ean13" text=false ${options}`));
  t.equal(bars('')[0], Math.round((11 + 95 + 7) * 0.33 * 1000) / 1000);
  t.equal(Math.round(bars('')[1]!), 15, 'the height in whole modules');
  t.equal(bars('module=0.5 quiet=0')[0], 95 * 0.5);
  t.equal(Math.round(bars('height=20')[1]!), 20);
  t.equal(bars('size=40')[0], 40);
  t.strictSame(size(svg('qr "x"')), [(4 + 21 + 4) * 0.5, 14.5], 'version 1 of QR has 21 modules');
  t.strictSame(size(svg('qr "x" quiet=false')), [10.5, 10.5]);
  t.strictSame(size(svg('qr "x" quiet=2 module=1')), [25, 25]);
  t.strictSame(size(svg('qr "x" size=30')), [30, 30]);
});

t.test('the digits below can be left out', async (t) => {
  const paths = (call: string): number => svg(call).match(/<path/g)!.length;
  t.ok(paths('barcode "AB"') > paths('barcode "AB" text=false'));
});

t.test('a QR code with more error correction is larger', async (t) => {
  const side = (level: string): number => size(svg(`qr "https://example.com/a/path" level="${level}"`))[0]!;
  t.ok(side('L') < side('H'));
  t.equal(size(svg('qr "https://example.com/a/path"'))[0], side('m'), 'M is the default');
  t.match(failure('qr "x" level="Z"'), /“Z” is not a level of error correction/);
});

t.test('colour and alternative text', async (t) => {
  const markup = svg('barcode "AB" color="#0B4A6F" label=label', { label: 'Order "<5>"' });
  t.match(markup, /stroke="#0b4a6f"/i);
  t.notMatch(markup, /#000000/, 'the text has it, too');
  t.equal(attribute(markup, 'aria-label'), 'Order &quot;&lt;5&gt;&quot;');
  t.match(svg('qr "x" color="1d2939"'), /fill="#1d2939"/);
  t.match(failure('qr "x" color="red"'), /“red” is not a colour/);
});

t.test('content is never markup', async (t) => {
  const markup = svg('qr content', { content: '"><script>alert(1)</script>' });
  t.notMatch(markup, /<script/);
  t.equal(attribute(markup, 'aria-label'), 'QR code &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
});

t.test('a missing value draws nothing', async (t) => {
  t.equal(svg('barcode missing'), '');
  t.equal(svg('qr missing'), '');
});

t.test('a value that the type cannot hold is refused with the place of the call', async (t) => {
  t.match(failure('barcode "123" type="ean13"'), /“123” cannot be written as EAN-13: .*12 or 13 digits/);
  t.match(failure('barcode "4006381333932" type="ean13"'), /Incorrect EAN-13 check digit/);
  t.match(failure('barcode "äöü" type="code39"'), /Code 39 must contain only/);
  t.match(failure('barcode list', { list: [1] }), /A list cannot be the content of a Code 128/);
  t.match(failure('qr text', { text: 'x'.repeat(5000) }), /cannot be written as QR code: Maximum length exceeded/);
  t.match(failure('qr text', { text: 'x'.repeat(9000) }), /9000 characters is too long/);
  t.match(failure('qr "x" size="wide"'), /“wide” is not a number of millimetres for size=/);
  t.equal(placeOf(errorOf('<p>\n  {{barcode "1" type="ean8"}}')), 'template_failed 2:3');
});

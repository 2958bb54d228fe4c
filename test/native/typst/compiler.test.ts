/** Guarantees of Typst's compiler; those of its instances are in wasm.test.ts. */

import t from 'tap';
import { CompileError } from '../../../native/typst/compiler.js';
import { createWasmCompiler, loadWasmModule } from '../../../native/typst/wasm.js';
import { loadFonts } from '../../../src/fonts/fonts.js';
import { baseFonts, imageCount, PIXEL_PNG, pageCount, SQUARE_SVG, shownText, source } from './helpers.js';

const fonts = loadFonts({ packages: ['arimo', 'tinos', 'noto-sans-thai'].map((name) => `@expo-google-fonts/${name}`) });
const module = await loadWasmModule();

const compiler = createWasmCompiler({ module, fonts });
t.teardown(() => compiler.close());
const refusal = (text: string, files?: Record<string, Uint8Array>) => {
  try {
    compiler.compile(source(text, { files }));
  } catch (error) {
    if (error instanceof CompileError) return error;
    throw error;
  }
  throw new Error('Typst accepted the source');
};

t.test('makes a PDF of several pages', async (t) => {
  const { pdf } = compiler.compile(source('#{"one"; pagebreak(); "two"}', { face: 'Arimo-Regular' }));
  t.equal(Buffer.from(pdf.subarray(0, 5)).toString(), '%PDF-');
  t.equal(pageCount(pdf), 2);
});

t.test('says nothing that readers take for an error, and keeps what a text says', async (t) => {
  const { pdf } = compiler.compile(source('#{set document(title: "/Suspects false"); [x]}'));
  const file = Buffer.from(pdf).toString('latin1');
  t.match(file, /\/MarkInfo\s*<<\s*\/Marked true\s*>>/);
  t.match(file, /\/Title\s*\(\/Suspects false\)/);
});

t.test('gives bytes that can be handed to another thread', async (t) => {
  const { pdf } = compiler.compile(source('#{"x"}'));
  t.equal(pdf.buffer.byteLength, pdf.byteLength, 'nothing else lies in their buffer');
  t.same(structuredClone(pdf, { transfer: [pdf.buffer as ArrayBuffer] }).length > 0, true);
  t.equal(pdf.length, 0, 'they were moved');
});

t.test('sets text in exactly the faces that are named', async (t) => {
  const text = '#{text(font: "Arimo-Medium.face", "a"); text(font: "Tinos-BoldItalic.face", "b")}';
  const { pdf } = compiler.compile(source(text, { fonts: ['Arimo-Medium', 'Tinos-BoldItalic'] }));
  t.strictSame(baseFonts(pdf), ['Arimo-Medium', 'Tinos-BoldItalic']);
});

t.test('refuses a face it was not given', async (t) => {
  t.throws(() => compiler.compile(source('#{"x"}', { fonts: ['Arimo-Nope'] })), {
    name: 'CompileError',
    message: 'unknown font face: Arimo-Nope',
  });
});

t.test('draws images of the source', async (t) => {
  const files = { '/img/a.png': PIXEL_PNG, '/img/b.svg': SQUARE_SVG };
  const images = ['/img/a.png', '/img/b.svg'].map((path) => {
    return imageCount(compiler.compile(source(`#{image("${path}")}`, { files })).pdf);
  });
  t.strictSame(images, [2, 0], 'a PNG is an image and a mask, an SVG is drawn as paths');
});

t.test('sets text in SVG images in the faces they ask for by their CSS names', async (t) => {
  const svg = (attributes: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20" ${attributes}>Text</text></svg>`;
  const faces = (attributes: string) => {
    const files = { '/a.svg': Buffer.from(svg(attributes)) };
    return baseFonts(compiler.compile(source('#{image("/a.svg")}', { files })).pdf);
  };
  t.strictSame(faces('font-family="Arimo" font-weight="500"'), ['Arimo-Medium']);
  t.strictSame(faces('font-family="Tinos" font-style="italic"'), ['Tinos-Italic']);
});

t.test('forgets the files of a source once it is compiled', async (t) => {
  compiler.compile(source('#{read("/a.txt")}', { files: { '/a.txt': Buffer.from('secret') } }));
  t.match(refusal('#{read("/a.txt")}').message, /failed to load file|not found/);
  refusal('#{read("/a.txt"); panic()}', { '/a.txt': Buffer.from('secret') });
  t.match(refusal('#{read("/a.txt")}').message, /failed to load file|not found/, 'after an error, too');
});

t.test('takes other bytes under the same path for what they are', async (t) => {
  const text = '#{if read("/a.txt") == "two" { pagebreak() }; "x"}';
  const pages = ['one', 'two'].map((content) => {
    const { pdf } = compiler.compile(source(text, { files: { '/a.txt': Buffer.from(content) } }));
    return pageCount(pdf);
  });
  t.strictSame(pages, [1, 2]);
});

t.test('refuses paths that are not plain absolute ones', async (t) => {
  for (const path of ['a.png', '/../a.png', '/img//a.png', '/main.typ', '/a b', '/']) {
    t.throws(() => compiler.compile(source('#{}', { files: { [path]: PIXEL_PNG } })), {
      message: `not a path for a file: ${path}`,
    });
  }
});

t.test('tells what is wrong with a source', async (t) => {
  const { diagnostics } = refusal('#{"x"}\n#{panic("oops")}');
  t.match(diagnostics, [{ severity: 'error', message: /^panicked with: "?oops"?$/ }]);
  t.match(refusal('#{"x"\n').message, /unclosed delimiter/);
  t.match(refusal('#{image("/a.png")}', { '/a.png': new Uint8Array([1, 2, 3]) }).message, /failed to decode image/);
});

t.test('goes on after an error', async (t) => {
  refusal('#panic()');
  t.equal(pageCount(compiler.compile(source('#{"x"}')).pdf), 1);
});

t.test('reads nothing of the host', async (t) => {
  const attempts = [
    'read("/etc/passwd")',
    'read("../../../../../../etc/passwd")',
    'image("/proc/self/environ")',
    'json("/proc/self/environ")',
    'csv("file:///etc/passwd")',
    'bibliography("/etc/hosts")',
    'include "/etc/passwd"',
    'import "/etc/passwd"',
    'import "@preview/cetz:0.3.0"',
    'import "@local/house:1.0.0"',
    'plugin("/etc/passwd")',
    'eval("read(\\"/etc/passwd\\")")',
  ];
  for (const attempt of attempts) {
    const { message } = refusal(`#{${attempt}}`);
    t.match(message, /failed to load|not found|escape|may not use|unknown|access denied/, attempt);
    t.notMatch(message, /root:|\.js|\.ts|node_modules|https?:/, `${attempt}: says nothing about the installation`);
  }
});

t.test('prints text of string literals as it is, whatever it says', async (t) => {
  const hostile = [
    '#panic()',
    '"); panic("x"); ("',
    '#import "@preview/cetz:0.3.0": *',
    '$ x^2 $ *b* _i_ `raw` <label> @ref // no comment /* nor here */ = no heading',
    '\\u{41} \\" \\\\ --- ... ~',
  ];
  for (const text of hostile) {
    const literal = `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
    const { pdf } = compiler.compile(source(`#{${literal}}`, { face: 'Arimo-Regular' }));
    t.equal(shownText(pdf), text.replace(/\s+/g, ' '), text);
  }
});

t.test('gives the same bytes for the same source, fresh, used, recycled or after an error', async (t) => {
  const document = source('#{"Same"; text(font: "Tinos-Bold.face", "bytes"); image("/a.png")}', {
    face: 'Arimo-Regular',
    fonts: ['Tinos-Bold'],
    files: { '/a.png': PIXEL_PNG },
    preamble: '',
  });
  const bytes = () => Buffer.from(compiler.compile(document).pdf).toString('latin1');
  const first = bytes();
  t.equal(bytes(), first, 'again');
  compiler.compile(source('#{"other"}', { face: 'NotoSansThai-Bold' }));
  refusal('#panic()');
  t.equal(bytes(), first, 'after others');
  compiler.recycle();
  t.equal(bytes(), first, 'recycled');
  const other = createWasmCompiler({ module, fonts });
  t.equal(Buffer.from(other.compile(document).pdf).toString('latin1'), first, 'in another compiler');
  other.close();
  t.notMatch(first, /CreationDate\(D:(?!1970)/, 'no clock was read');
});

t.test('tells its memory, and gives it back when asked', async (t) => {
  compiler.compile(source('#{"x"}', { face: 'Arimo-Regular' }));
  t.ok(compiler.memory > 300_000, 'at least the font is in it');
  compiler.recycle();
  t.equal(compiler.memory, 0);
  compiler.prepare();
  t.equal(pageCount(compiler.compile(source('#{"x"}', { face: 'Arimo-Regular' })).pdf), 1);
});

t.test('compiles nothing once closed', async (t) => {
  const closed = createWasmCompiler({ module, fonts });
  closed.close();
  t.throws(() => closed.compile(source('#{"x"}')), { message: 'the compiler is closed' });
});

import t from 'tap';
import { createWasmCompiler, loadWasmModule } from '../../../native/typst/wasm.js';
import type { DisplayItem } from '../../../src/engine/paint/display-list.js';
import { emitTypst } from '../../../src/engine/typst/emit.js';
import type { TypstSource } from '../../../src/engine/typst/source.js';
import { literal } from '../../../src/engine/typst/writer.js';
import { BLACK, fonts, list, tagged, text, titled } from './display.js';
import { HOSTILE } from './hostile.js';

const LITERAL = /"(?:\\.|[^"\\])*"/gs;
/** One pixel, so that there is an image to describe. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

const compiler = createWasmCompiler({ module: await loadWasmModule(), fonts });
t.teardown(() => compiler.close());

/** As UTF-8 has it: lone surrogates are no characters. */
const codePoints = (string: string) =>
  Array.from(string, (character) => {
    const codePoint = character.codePointAt(0)!;
    return codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint;
  });

const plain = (source: string): TypstSource => ({ text: source, files: new Map(), fonts: new Set() });

/** Every place of a document that text can get to. */
function everywhere(string: string): DisplayItem[] {
  const image = { key: 'aa', format: 'png', bytes: PIXEL, width: 1, height: 1, orientation: 1 } as const;
  return [
    tagged({ type: 'heading', level: 1, outline: string }, text(string)),
    tagged({ type: 'paragraph' }, text(string, { language: string })),
    tagged({ type: 'link', target: { type: 'url', url: `https://example.com/${string}` } }, text(string)),
    text(string, { rtl: true }),
    text(string, { underlines: [{ offset: 2, thickness: 1, color: BLACK }] }),
    { kind: 'image', x: 0, y: 0, width: 10, height: 10, image, alt: string },
  ];
}

t.test('there are enough of them', async (t) => {
  t.ok(HOSTILE.length >= 200, `${HOSTILE.length} strings`);
  t.equal(new Set(HOSTILE).size, HOSTILE.length, 'all different');
});

t.test('a literal is the string it was made from', async (t) => {
  const checks = HOSTILE.map((string) => {
    return `#assert.eq(${literal(string)}.codepoints().map(str.to-unicode), (${codePoints(string).join(',')}${string.length > 0 ? ',' : ''}))`;
  });
  t.doesNotThrow(() => compiler.compile(plain(checks.join('\n'))));
});

t.test('a literal is one token of visible characters', async (t) => {
  const odd = HOSTILE.filter((string) => {
    const code = literal(string);
    return code.replace(LITERAL, '') !== '' || /[\p{C}\u2028\u2029]/u.test(code);
  });
  t.strictSame(odd, []);
});

t.test('text adds no name, number or sign to a source outside its literals', async (t) => {
  const tokens = (string: string, language = string) => {
    const { text: source } = emitTypst(list(everywhere(string), { metadata: titled(`t${string}`), language }));
    const code = source.replace(LITERAL, '""').replace(/\bs\d+\b/g, 's0');
    return new Set(code.match(/[A-Za-z][\w.-]*|[\d.]+|\S/g));
  };
  const known = new Set([...tokens('harmless', 'en-US'), ...tokens('', 'en-US')]);
  for (const string of HOSTILE) {
    const added = [...tokens(string)].filter((token) => !known.has(token));
    if (added.length > 0) t.fail(`${JSON.stringify(string).slice(0, 60)} adds ${added}`);
  }
  t.ok(known.size > 50);
});

t.test('font features that are none are left out', async (t) => {
  const documents = HOSTILE.map((string) =>
    emitTypst(list([text('x', { features: [`${string}=1`, string, 'kern=0'] })])),
  );
  for (const source of documents) {
    t.match(source.text, 'features:("kern":0)'.slice(-9));
    compiler.compile(source);
  }
});

t.test('documents of hostile text compile', async (t) => {
  const documents = HOSTILE.map((string) =>
    emitTypst(list(everywhere(string), { metadata: titled(string), language: string })),
  );
  for (const [index, source] of documents.entries()) {
    try {
      compiler.compile(source);
    } catch (error) {
      t.fail(`${JSON.stringify(HOSTILE[index]).slice(0, 60)}: ${error}`);
    }
  }
  t.pass(`all ${documents.length}`);
});

/** Guarantees of the instances of Typst; those of the compiler are in compiler.test.ts. */

import { Worker } from 'node:worker_threads';
import t from 'tap';
import { createWasmCompiler, loadWasmModule } from '../../../native/typst/wasm.js';
import { withMaxMemory } from '../../../native/wasm-module.js';
import { loadFonts, shareFonts } from '../../../src/fonts/fonts.js';
import { pageCount, source } from './helpers.js';

const fonts = loadFonts({ packages: ['@expo-google-fonts/arimo', '@expo-google-fonts/noto-color-emoji'] });
const module = await loadWasmModule();
const MB = 1024 * 1024;

t.test('the module is compiled once per process', async (t) => {
  t.equal(await loadWasmModule(), module);
});

t.test('an error tells the line of the source', async (t) => {
  const compiler = createWasmCompiler({ module, fonts });
  try {
    compiler.compile({ text: '#{"x"}\n\n#{panic()}', files: new Map(), fonts: new Set() });
    t.fail('no error');
  } catch (error) {
    t.match(error, { diagnostics: [{ severity: 'error', line: 2 }] });
  }
});

t.test('an instance that traps is replaced, and says why', async (t) => {
  const compiler = createWasmCompiler({ module, fonts });
  t.throws(() => compiler.compile(source('#{"x" * 3000000000}')), {
    name: 'CompileError',
    message: 'Typst stopped: capacity overflow',
  });
  t.equal(compiler.memory, 0, 'the instance is gone');
  t.equal(pageCount(compiler.compile(source('#{"x"}')).pdf), 1);
});

t.test('an instance past its memory limit is replaced', async (t) => {
  const compiler = createWasmCompiler({ module, fonts, memoryLimit: 20 * MB });
  compiler.compile(source('#{"x"}', { face: 'Arimo-Regular' }));
  t.ok(compiler.memory > 0, 'kept below the limit');
  compiler.compile(source('#{"😀"}', { face: 'NotoColorEmoji' }));
  t.equal(compiler.memory, 0, 'dropped once the emoji font, 25 MB, was in it');
  t.equal(pageCount(compiler.compile(source('#{"x"}', { face: 'Arimo-Regular' })).pdf), 1);
});

t.test('an instance is replaced before it has to forget former documents', async (t) => {
  const compiler = createWasmCompiler({ module, fonts, maxCompiles: 2 });
  const first = compiler.compile(source('#{"x"}', { face: 'Arimo-Regular' })).pdf;
  t.ok(compiler.memory > 0, 'kept');
  compiler.compile(source('#{"y"}', { face: 'Arimo-Regular' }));
  t.equal(compiler.memory, 0, 'dropped');
  t.same(compiler.compile(source('#{"x"}', { face: 'Arimo-Regular' })).pdf, first);
});

t.test('an instance with memory to spare is set back instead', async (t) => {
  const compiler = createWasmCompiler({ module, fonts, maxCompiles: 2, reserved: 40 * MB });
  const texts = ['x', 'yz', 'x', 'yz', 'x'].map((text) => source(`#{"${text}"}`, { face: 'Arimo-Regular' }));
  const pdfs = texts.map((text) => {
    const { pdf } = compiler.compile(text);
    return { pdf, memory: compiler.memory };
  });
  const { memory } = pdfs[0]!;
  t.ok(
    pdfs.every((one) => one.memory === memory),
    'no other was made',
  );
  t.same(pdfs[2]!.pdf, pdfs[0]!.pdf);
  t.same(pdfs[3]!.pdf, pdfs[1]!.pdf);
  t.same(pdfs[4]!.pdf, pdfs[0]!.pdf);
});

t.test('an instance that had to take more memory is not set back', async (t) => {
  const compiler = createWasmCompiler({ module, fonts, maxCompiles: 2, reserved: MB });
  const emoji = () => compiler.compile(source('#{"😀"}', { face: 'NotoColorEmoji' }));
  emoji();
  t.ok(compiler.memory > 0, 'grown by the font');
  emoji();
  t.equal(compiler.memory, 0, 'dropped');
  t.equal(pageCount(emoji().pdf), 1);
});

t.test('an instance is set back before it has to take memory for a large document', async (t) => {
  const compiler = createWasmCompiler({ module, fonts, reserved: 40 * MB });
  const large = (letter: string) => source(`#{"${letter}"}${' '.repeat(70_000)}`, { face: 'Arimo-Regular' });
  const [first] = ['x', 'y', 'z'].map((letter) => compiler.compile(large(letter)).pdf);
  const { memory } = compiler;
  t.same(compiler.compile(large('x')).pdf, first);
  t.equal(compiler.memory, memory);
});

t.test('a document for which there may not be enough memory is tried nonetheless', async (t) => {
  const compiler = createWasmCompiler({ module: await loadWasmModule(64 * MB), fonts });
  t.equal(pageCount(compiler.compile(source(`#{"x"}${' '.repeat(500_000)}`)).pdf), 1);
});

t.test('an instance cannot grow past what its module allows', async (t) => {
  const small = await loadWasmModule(64 * MB);
  t.equal(await loadWasmModule(64 * MB), small);
  const compiler = createWasmCompiler({ module: small, fonts });
  t.throws(() => compiler.compile(source('#{range(20000000).len()}')), { name: 'OutOfMemoryError' });
  t.equal(pageCount(compiler.compile(source('#{"x"}')).pdf), 1, 'and is replaced');
});

t.test('a binary whose memory is declared otherwise is refused', async (t) => {
  const magic = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const limited = withMaxMemory(Uint8Array.from([...magic, 5, 3, 1, 0, 17]), 300 * 65536);
  t.strictSame([...limited], [...magic, 5, 5, 1, 1, 17, 0xac, 2], 'no maximum before, one after');
  const sixtyFourBit = Uint8Array.from([...magic, 5, 3, 1, 4, 17]);
  t.throws(() => withMaxMemory(sixtyFourBit, MB), { message: /unexpected memory section/ });
  t.throws(() => withMaxMemory(Uint8Array.from(magic), MB), { message: /unexpected memory section/ });
});

t.test('a font enters an instance only when text is set in it', async (t) => {
  const asked: string[] = [];
  const watched = fonts.map((face) => ({
    ...face,
    data: () => {
      asked.push(face.id);
      return face.data();
    },
  }));
  const compiler = createWasmCompiler({ module, fonts: watched });
  compiler.compile(source('#{"x"}', { face: 'Arimo-Regular', fonts: ['NotoColorEmoji'] }));
  compiler.compile(source('#{"y"}', { face: 'Arimo-Regular' }));
  t.strictSame(asked, ['Arimo-Regular'], 'and once');
});

t.test('a font file that is gone is an error, not a page without text', async (t) => {
  const gone = fonts.map((face) => ({
    ...face,
    data: (): Uint8Array => {
      throw new Error('no such file');
    },
  }));
  const compiler = createWasmCompiler({ module, fonts: gone });
  t.throws(() => compiler.compile(source('#{"x"}', { face: 'Arimo-Regular' })), {
    message: 'a font could not be read',
  });
  t.equal(compiler.memory, 0, 'the instance, which took the font for empty, is gone');
});

t.test('two faces of one id are refused', async (t) => {
  t.throws(() => createWasmCompiler({ module, fonts: [fonts[0]!, fonts[0]!] }), { message: /same id/ });
});

t.test('a thread compiles with the module and the font bytes of the process', async (t) => {
  const document = source('#{"Hello"}', { face: 'Arimo-Regular' });
  const here = createWasmCompiler({ module, fonts }).compile(document).pdf;
  const workerData = { module, fonts: shareFonts(fonts), source: document };
  const worker = new Worker(new URL('./fixtures/compile-thread.js', import.meta.url), { workerData });
  const there = await new Promise<Uint8Array>((done, failed) => worker.once('message', done).once('error', failed));
  t.equal(Buffer.compare(here, there), 0, 'it gives the same bytes');
});

t.test('a runaway compile ends with its thread', async (t) => {
  const runaway = source('#{for a in range(100000) { for b in range(100000) { [] } }}');
  const workerData = { module, fonts: shareFonts(fonts), source: runaway, announce: true };
  const worker = new Worker(new URL('./fixtures/compile-thread.js', import.meta.url), { workerData });
  await new Promise((done) => worker.once('message', done));
  t.equal(await worker.terminate(), 1);
});

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { glueFactory, loadGlue, Settled, wasmPath } from '../../../native/typst/glue.js';
import { loadWasmModule } from '../../../native/typst/wasm.js';

const source = readFileSync(join(dirname(wasmPath()), 'typst_ts_web_compiler.mjs'), 'utf8');

t.test('the installed glue has the shape the factory knows', async (t) => {
  t.doesNotThrow(() => loadGlue());
  const { glue } = loadGlue()();
  t.type(glue.initSync, 'function');
});

t.test('a glue of another shape is refused when it is read, not when it runs', async (t) => {
  const refusals = {
    'an import': `import x from './x.js';\n${source}`,
    'another kind of export': `${source}\nexport default 1;`,
    'another use of import.meta': `${source}\nconst m = import.meta;`,
    'another way to take memory': source.replaceAll('passArray8ToWasm0', 'passBytes'),
    'another way to keep objects': source.replaceAll('heap_next', 'next_free'),
    'a missing class': source.replaceAll('TypstCompilerBuilder', 'TypstBuilder'),
  };
  for (const [what, text] of Object.entries(refusals)) {
    t.throws(() => glueFactory(text), { message: /WebAssembly glue of @myriaddreamin\/typst-ts-web-compiler/ }, what);
  }
});

t.test('each copy of the glue has an instance of its own', async (t) => {
  const module = await loadWasmModule();
  const newGlue = loadGlue();
  const [one, other] = [newGlue(), newGlue()].map((copy) => copy.glue.initSync({ module }).memory);
  t.not(one, other);
});

t.test('memory that is reserved is there, and free for what comes', async (t) => {
  const module = await loadWasmModule();
  const { glue } = loadGlue()();
  const { memory } = glue.initSync({ module });
  const before = memory.buffer.byteLength;
  glue.reserve(50_000_000);
  const after = memory.buffer.byteLength;
  t.ok(after >= before + 49_000_000, `${before} and ${after} bytes`);
  glue.reserve(40_000_000);
  t.equal(memory.buffer.byteLength, after);
});

t.test('a dropped instance is garbage', async (t) => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const module = await loadWasmModule();
  const newGlue = loadGlue();
  const makeAndDrop = () => {
    const copy = newGlue();
    const { memory } = copy.glue.initSync({ module });
    const builder = new copy.glue.TypstCompilerBuilder();
    builder.set_dummy_access_model();
    copy.settle(builder.build()).add_source('/main.typ', 'text');
    return new WeakRef(memory);
  };
  const memory = makeAndDrop();
  await new Promise((done) => setImmediate(done)); // a WeakRef holds its target until the end of the task
  collectGarbage();
  t.equal(memory.deref(), undefined);
});

t.test('an instance sees no clock and leaves the console alone', async (t) => {
  const glue = [
    'class TypstCompilerBuilder {}',
    'class TypstFontResolverBuilder {}',
    'let heap = new Array(1).fill(undefined);',
    'let heap_next = heap.length;',
    'function initSync() {',
    "  console.error('noise');",
    '  return [Date.now(), +new Date(), typeof fetch, typeof process];',
    '  passArray8ToWasm0(bytes, wasm.allocate); wasm.release(r0, r1 * 1, 1);',
    '}',
  ];
  const seen = glueFactory(glue.join('\n'))();
  const consoleError = t.capture(console, 'error');
  t.same(seen.glue.initSync({} as never), [0, 0, 'undefined', 'undefined']);
  t.equal(consoleError().length, 0);
  t.strictSame(seen.takeErrors(), ['noise']);
  t.strictSame(seen.takeErrors(), [], 'messages are handed over once');
});

t.test('what would have to wait is an error', async (t) => {
  const { settle } = loadGlue()();
  t.equal(settle(Settled.resolve(1)), 1);
  t.throws(() => settle(new Settled(() => {})), { message: 'Typst did not start synchronously' });
  const failed = new Settled((_, reject) => reject(new Error('no')));
  t.throws(() => settle(failed), { message: 'no' });
});

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { createWasmCompiler, loadWasmModule } from '../../native/typst/wasm.js';
import { type FontProblem, loadFonts, receiveFonts, shareFonts } from '../../src/fonts/fonts.js';
import { baseFonts, source } from '../native/typst/helpers.js';
import { arimo, collection, patched, thai, thaiBold } from './font-files.js';

const installed = loadFonts();
const ARIMO = ['@expo-google-fonts/arimo'];
const isRead = (face: (typeof installed)[number]) => new Int32Array(face.shared().memory, 0, 1)[0] === 1;

t.test('the packages give the families that stand for those of every Linux browser, and more scripts', async (t) => {
  const families = new Set(installed.map(({ family }) => family));
  const expected = ['Arimo', 'Tinos', 'Cousine', 'Noto Sans', 'Noto Sans Arabic', 'Noto Sans Hebrew'];
  expected.push('Noto Sans Devanagari', 'Noto Sans Thai', 'Noto Sans Symbols 2', 'Noto Color Emoji');
  t.strictSame([...families].slice(0, expected.length), expected);
  const weights = installed.filter(({ family, style }) => family === 'Noto Sans' && style === 'normal');
  t.strictSame(weights.map(({ weight }) => weight).sort(), [100, 200, 300, 400, 500, 600, 700, 800, 900]);
  t.strictSame(
    installed.filter(({ color }) => color).map(({ family }) => family),
    ['Noto Color Emoji'],
  );
});

t.test('all packaged fonts are sound, and none is read before it is needed', async (t) => {
  const problems: FontProblem[] = [];
  const faces = loadFonts({ onProblem: (problem) => problems.push(problem) });
  t.strictSame(problems, []);
  t.notOk(faces.some(isRead));
  const face = faces[0]!;
  t.equal(Buffer.compare(face.data(), arimo), 0, 'then it is the whole file');
  t.ok(isRead(face));
});

t.test('fonts are the same on every load', async (t) => {
  const ids = installed.map(({ id }) => id);
  t.strictSame(
    loadFonts().map(({ id }) => id),
    ids,
  );
  t.equal(new Set(ids.map((id) => id.toLowerCase())).size, ids.length, 'and no id is used twice');
});

t.test('packages that are not installed are passed over', async (t) => {
  t.strictSame(loadFonts({ packages: ['@expo-google-fonts/no-such-font'] }), []);
});

t.test('a PDF tells the height of a font as lines have it', async (t) => {
  const compiler = createWasmCompiler({ module: await loadWasmModule(), fonts: installed });
  const tinos = installed.find(
    ({ family, weight, style }) => family === 'Tinos' && weight === 400 && style === 'normal',
  )!;
  t.equal(tinos.ascent, 1825, 'unlike its typo metrics');
  const { pdf } = compiler.compile(source('x', { face: tinos.id }));
  const [, ascent, descent] = /\/Ascent ([\d.]+)\s*\/Descent (-[\d.]+)/.exec(Buffer.from(pdf).toString('latin1')) ?? [];
  t.strictSame([Math.round(Number(ascent)), Math.round(Number(descent))], [891, -216]);
  compiler.close();
});

t.test('each installed face is the one Typst takes for it', async (t) => {
  const compiler = createWasmCompiler({ module: await loadWasmModule(), fonts: installed });
  for (const face of installed) {
    const text = `#{text(font: "${face.uniqueFamily}", weight: ${face.weight}, style: "${face.style}", "1")}`;
    const { pdf } = compiler.compile(source(text, { fonts: installed.map(({ id }) => id) }));
    if (face.color) t.match(Buffer.from(pdf).toString('latin1'), '/Type3', `${face.id} is drawn in colour`);
    else t.strictSame(baseFonts(pdf), [face.id]);
  }
  compiler.close();
});

t.test("the operator's folders", async (t) => {
  const problems: FontProblem[] = [];
  const load = (folder: string, packages: string[] = []) => {
    problems.length = 0;
    return loadFonts({ folders: [folder], packages, onProblem: (problem) => problems.push(problem) });
  };
  const described = (faces: typeof installed) => faces.map(({ id, family, weight }) => `${id}: ${family} ${weight}`);

  t.test('are searched with their subfolders and links, each folder once', async (t) => {
    const folder = t.testdir({ deep: { er: { 'thai.TTF': thai } }, 'read me.txt': 'no font' });
    mkdirSync(join(folder, 'linked'));
    writeFileSync(join(folder, 'linked', 'arimo.otf'), arimo);
    symlinkSync(join(folder, 'linked'), join(folder, 'again'));
    symlinkSync(folder, join(folder, 'deep', 'loop'));
    symlinkSync(join(folder, 'nothing.ttf'), join(folder, 'broken.ttf'));
    t.strictSame(described(load(folder)), ['Arimo-Regular: Arimo 400', 'NotoSansThai-Regular: Noto Sans Thai 400']);
    t.strictSame(problems, []);
  });

  t.test('replace a packaged face by one of the same family, weight and style', async (t) => {
    const own = patched(arimo, { 'OS/2': (table) => table.setInt16(68, 1900) });
    const folder = t.testdir({ 'arimo.ttf': own, 'second.ttf': arimo });
    const faces = load(folder, ARIMO);
    t.equal(faces.length, loadFonts({ packages: ARIMO }).length);
    t.equal(faces.find(({ id }) => id === 'Arimo-Regular')?.ascent, 1900);
    t.match(problems, [
      { file: join(folder, 'second.ttf'), message: /^skipped: another file provides Arimo 400 normal$/ },
    ]);
  });

  t.test('have a second face of the same family, weight and style reported', async (t) => {
    const folder = t.testdir({ 'a.ttf': thai, 'b.ttf': thai });
    t.equal(load(folder).length, 1);
    t.strictSame(problems, [
      { file: join(folder, 'b.ttf'), message: 'skipped: another file provides Noto Sans Thai 400 normal' },
    ]);
  });

  t.test('have bad files reported and the others used', async (t) => {
    const folder = t.testdir({
      'bad.ttf': 'nonsense, but long enough',
      'cut.ttf': arimo.subarray(0, 5000),
      'ok.ttf': thai,
    });
    t.strictSame(described(load(folder)), ['NotoSansThai-Regular: Noto Sans Thai 400']);
    t.match(problems, [
      { file: join(folder, 'bad.ttf'), message: /^not usable: not a TrueType/ },
      { file: join(folder, 'cut.ttf'), message: /^not usable: table .* is truncated/ },
    ]);
  });

  t.test('have variable fonts reported: only the default instance is used', async (t) => {
    const folder = t.testdir({ 'variable.ttf': patched(thai, { fvar: new Uint8Array(16) }) });
    t.equal(load(folder).length, 1);
    t.match(problems, [{ message: /variable font/ }]);
  });

  t.test('have to exist', async (t) => {
    t.throws(() => load(join(t.testdirName, 'nowhere')), { code: 'ENOENT' });
  });

  t.test('give a face without a usable PostScript name an id made of what is in it', async (t) => {
    const nameless = (weight: number) =>
      patched(weight > 400 ? thaiBold : thai, {
        name: (table) => {
          for (let at = 6; at < 6 + table.getUint16(2) * 12; at += 12) {
            if (table.getUint16(at + 6) === 6) table.setUint16(at + 6, 300); // another id
          }
        },
      });
    const folder = t.testdir({ 'a.ttf': nameless(400), 'b.ttf': nameless(700) });
    const [first, second] = load(folder).map(({ id }) => id);
    t.match(first, /^NotoSansThai-[0-9a-f]{8}$/);
    t.match(second, /^NotoSansThai-[0-9a-f]{8}$/);
    t.not(first, second);
  });

  t.test('may hold collections: each face is a font of its own', async (t) => {
    const folder = t.testdir({ 'both.ttc': collection([thai, thaiBold]) });
    const faces = load(folder);
    t.strictSame(described(faces), [
      'NotoSansThai-Regular: Noto Sans Thai 400',
      'NotoSansThai-Bold: Noto Sans Thai 700',
    ]);
    t.ok(faces.every(({ index }) => index === 0));
    const compiler = createWasmCompiler({ module: await loadWasmModule(), fonts: faces });
    for (const { id } of faces) {
      t.strictSame(baseFonts(compiler.compile(source('#{"ก"}', { face: id })).pdf), [id]);
    }
  });
});

t.test('a thread gets faces whose bytes it shares', async (t) => {
  const folder = t.testdir({ 'thai.ttf': thai });
  const [face] = loadFonts({ packages: [], folders: [folder] });
  const worker = new Worker(new URL('./fixtures/read-fonts-thread.js', import.meta.url), {
    workerData: shareFonts([face!]),
  });
  const length = await new Promise((done, failed) => worker.once('message', done).once('error', failed));
  t.equal(length, thai.length);
  rmSync(join(folder, 'thai.ttf'));
  t.equal(Buffer.compare(face!.data(), thai), 0, 'read there, here without a file');
});

t.test('a file that is gone or shorter when its bytes are needed is an error', async (t) => {
  const folder = t.testdir({ 'thai.ttf': thai, 'bold.ttf': thaiBold });
  const [bold, regular] = loadFonts({ packages: [], folders: [folder] });
  rmSync(join(folder, 'thai.ttf'));
  writeFileSync(join(folder, 'bold.ttf'), thaiBold.subarray(0, 1000));
  t.throws(() => regular!.data(), { code: 'ENOENT' });
  t.throws(() => bold!.data(), { message: /was truncated while it was read/ });
  writeFileSync(join(folder, 'bold.ttf'), thaiBold);
  t.equal(Buffer.compare(receiveFonts(shareFonts([bold!]))[0]!.data(), thaiBold), 0, 'until it is there again');
});

/** Guarantees of the native binding only; common ones are in compiler.test.ts. */

import { Worker } from 'node:worker_threads';
import t from 'tap';
import { createAddonCompiler } from '../../native/addon.js';
import { loadFonts } from '../../src/fonts/fonts.js';
import { renameFont } from '../../src/fonts/name-table.js';
import { parseFace } from '../../src/fonts/parse-face.js';
import { faceOffsets, fileOf, readTables } from '../../src/fonts/table-directory.js';
import { arimo, collection, thai } from '../fonts/font-files.js';
import { pageCount, source } from './helpers.js';

const fonts = loadFonts({ packages: ['@expo-google-fonts/arimo'] });
const compiler = await createAddonCompiler({ fonts });
const text = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1');

t.test('tags can be left out', async (t) => {
  const document = source('#{"x"}', { face: 'Arimo-Regular' });
  t.match(text(compiler.compile(document).pdf), '/StructTreeRoot', 'they are written unless asked otherwise');
  t.notMatch(text(compiler.compile(document, { tags: false }).pdf), '/StructTreeRoot');
});

t.test('PDF standards are written', async (t) => {
  const rules = '#set document(title: "Title")'; // and a date: PDF/A wants one
  const document = source('#{"x"}', { face: 'Arimo-Regular', preamble: rules });
  t.match(text(compiler.compile(document).pdf), /^%PDF-1\.7/);
  t.match(text(compiler.compile(document, { standard: '2.0' }).pdf), /^%PDF-2\.0/);
  t.match(text(compiler.compile(document, { standard: 'a-2b' }).pdf), /<pdfaid:part>2<\/pdfaid:part>/);
  t.match(text(compiler.compile(document, { standard: 'a-3b' }).pdf), /<pdfaid:part>3<\/pdfaid:part>/);
  t.match(text(compiler.compile(document, { standard: 'ua-1' }).pdf), /<pdfuaid:part>1<\/pdfuaid:part>/);
});

t.test('what keeps a document from a standard is told', async (t) => {
  t.throws(() => compiler.compile(source('#{"x"}'), { standard: 'ua-1' }), {
    name: 'CompileError',
    message: 'PDF/UA-1 error: missing document title',
  });
});

t.test('sources that load something never reach Typst, which would ask the network', async (t) => {
  for (const word of ['import "@preview/cetz:0.3.0"', 'include "a.typ"', 'eval("1")', 'plugin("a.wasm")']) {
    t.throws(() => compiler.compile(source(`#{${word}}`)), {
      message: `a source may not use ${word.match(/\w+/)![0]}`,
    });
  }
  const { pdf } = compiler.compile(source('#{"import \\"eval\\" plugin"}', { face: 'Arimo-Regular' }));
  t.equal(pageCount(pdf), 1, 'text may say those words');
});

t.test('a renamed font is the same font under another name', async (t) => {
  const before = parseFace(fileOf(arimo), readTables(fileOf(arimo), 0));
  const renamed = fileOf(renameFont(arimo, 0, 'New-Name.face'));
  const after = parseFace(renamed, readTables(renamed, 0));
  t.same(after, { ...before, family: 'New-Name.face', postScriptName: 'New-Name.face' });
});

t.test('a face of a collection is renamed by its index', async (t) => {
  const both = collection([arimo, thai]);
  const renamed = fileOf(renameFont(both, 1, 'Second'));
  t.strictSame(faceOffsets(renamed), [0]);
  t.match(parseFace(renamed, readTables(renamed, 0)), { family: 'Second', unitsPerEm: 1000 });
  t.throws(() => renameFont(both, 2, 'Third'), { message: 'no face with index 2' });
});

t.test('it works in several threads at a time', async (t) => {
  const threads = [1, 2].map(() => new Worker(new URL('./fixtures/addon-thread.js', import.meta.url)));
  const pages = threads.map(
    (thread) => new Promise((done, failed) => thread.once('message', done).once('error', failed)),
  );
  t.strictSame(await Promise.all(pages), [1, 1]);
});

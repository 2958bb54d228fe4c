/** PDFs in other programs, where they are installed: qpdf, Poppler and MuPDF open them without complaint. */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createRenderer, type DocumentInput } from '../../src/index.js';
import { ENGINES } from '../support/engines.js';
import { png } from '../support/images.js';
import { sample } from '../support/sample.js';
import { suiteSample } from '../support/suite.js';

/** Commands that read all of a file. None prints to stderr for a sound one. */
const READERS: Readonly<Record<string, (file: string) => string[]>> = {
  qpdf: (file) => ['--check', file],
  pdftotext: (file) => [file, '-'],
  pdftoppm: (file) => ['-r', '20', file],
  mutool: (file) => ['draw', '-q', '-r', '20', '-F', 'pnm', '-o', '/dev/null', file],
};
const installed = Object.entries(READERS).filter(([name]) => existsSync(`/usr/bin/${name}`));

/** A warning of Debian's MuPDF about itself. */
const OF_THE_PROGRAM = 'warning: ICC support is not available\n';

function complaints(program: string, args: readonly string[]): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(program, args, { maxBuffer: 1e9 });
  return { status, stderr: stderr.toString().replace(OF_THE_PROGRAM, '') };
}

const read = (path: string) => readFileSync(path, 'utf8');
const examples = readdirSync('examples')
  .filter((name) => name.endsWith('.html'))
  .map((name) => ({
    name,
    html: read(`examples/${name}`),
    data: JSON.parse(read(`examples/${name}`.replace(/html$/, 'json'))),
  }));
const fixtures = suiteSample('readers');

const HTML = `<html lang=en><title>All</title><h1>Heading</h1><p>Text <a href="https://example.com">link</a>
  <form><input name=f value=v></form><img alt=a src=i.png>`;
const assets = () => png(8, 8);
const OPTIONS: readonly (Partial<DocumentInput> & { readonly name: string })[] = [
  { name: 'forms', forms: true },
  { name: 'pdf/a-2a + pdf/ua-1', standard: ['pdf/a-2a', 'pdf/ua-1'] },
  { name: 'attachments', standard: 'pdf/a-3b', attachments: [{ name: 'a.txt', data: Buffer.from('a') }] },
  { name: 'pages', pages: '1' },
];

for (const engine of ENGINES)
  t.test(`${engine}: other programs open what is written`, { skip: installed.length === 0 }, async (t) => {
    const renderer = createRenderer({ engine });
    t.teardown(() => renderer.close());
    const file = join(t.testdir(), 'written.pdf');
    const options = OPTIONS.map((option) => ({ html: HTML, assets, ...option }));
    for (const { name, ...input } of [...sample(examples, 'readers'), ...fixtures, ...options]) {
      const { pdf } = await renderer.render(input);
      writeFileSync(file, pdf);
      for (const [program, command] of installed) {
        t.strictSame(complaints(program, command(file)), { status: 0, stderr: '' }, `${program}: ${name}`);
      }
    }
  });

t.test('a file with a wrong cross-reference table is complained of', { skip: installed.length === 0 }, async (t) => {
  const renderer = createRenderer();
  t.teardown(() => renderer.close());
  const { pdf } = await renderer.render({ html: '<p>a' });
  const file = join(t.testdir(), 'damaged.pdf');
  writeFileSync(file, pdf.subarray(0, pdf.length - 300));
  const complaints = installed.map(([program, command]) => spawnSync(program, command(file)).stderr.length);
  t.ok(
    complaints.every((length) => length > 0),
    `${complaints}`,
  );
});

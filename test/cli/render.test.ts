/** `platen render`, by its arguments. */

import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import t from 'tap';
import { COMMANDS } from '../../src/cli/commands.js';
import type { Name, PdfString } from '../../src/pdf/syntax/objects.js';
import { readPdf as readObjects } from '../../src/pdf/syntax/read.js';
import { arimo } from '../fonts/font-files.js';
import { binary, platen } from '../support/cli.js';
import { cutPng, png } from '../support/images.js';
import { readPdf, textOf } from '../support/pdf.js';
import { shell } from '../support/shell.js';

const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8'));

const HELLO = '<title>Greeting</title><h1>Hello {{name}}</h1>';

t.test('a file and its data become a PDF beside the file', async (t) => {
  const cwd = t.testdir({ 'letter.html': HELLO, 'data.json': '{"name": "Ada"}' });
  const { exitCode, stdout, stderr } = await binary(['render', 'letter.html', '--data', 'data.json'], { cwd });
  t.match({ exitCode, stdout: stdout.toString(), stderr }, { exitCode: 0, stdout: '', stderr: '' });
  const pdf = await readPdf(readFileSync(join(cwd, 'letter.pdf')));
  t.match(pdf, { pages: [{ text: 'Hello Ada', width: 595.2756, height: 841.8898 }], title: 'Greeting' });
  t.strictSame(pdf.outline, ['Hello Ada']);
});

t.test('--no-template renders finished HTML, in which braces are text', async (t) => {
  const cwd = t.testdir({ 'page.html': '<p>{{ a | b }}' });
  t.match(await platen(['render', 'page.html'], { cwd }), { exitCode: 1, stderr: /--no-template/ });
  t.match(await platen(['render', 'page.html', '--no-template'], { cwd }), { exitCode: 0, stderr: '' });
  t.equal(await textOf(readFileSync(join(cwd, 'page.pdf'))), '{{ a | b }}');
});

t.test('--limit sets a limit of the document', async (t) => {
  const cwd = t.testdir({ 'a.html': '<h1>x</h1>\n<pre>1\n2\n3\n4</pre>' });
  t.match(await platen(['render', 'a.html', '--limit', 'maxPages=5', '--limit', 'maxLines=4'], { cwd }), {
    exitCode: 1,
    stderr: /more than 4 lines \(maxLines\), the last of them in html > body > pre.*line 2/s,
  });
  t.match(await platen(['render', 'a.html', '--limit', 'maxLines=5'], { cwd }), { exitCode: 0, stderr: '' });
  for (const wrong of ['maxWords=5', 'maxLines=0', 'maxLines=many', 'maxLines'])
    t.match(await platen(['render', 'a.html', '--limit', wrong], { cwd }), { exitCode: 2, stderr: /--limit/ }, wrong);
});

t.test('--attach puts files into the PDF', async (t) => {
  const cwd = t.testdir({ 'a.html': 'x', data: { 'values=1.csv': 'a,b', 'notes.txt': 'Note' } });
  const attach = ['--attach', 'data/values=1.csv=data', '--attach', 'data/notes.txt'];
  const { exitCode, stderr } = await platen(['render', 'a.html', ...attach], { cwd });
  t.equal(exitCode, 0, stderr);
  const file = readObjects(readFileSync(join(cwd, 'a.pdf')));
  const found = file.array(file.catalog.get('AF'))!.map((entry) => {
    const specification = file.dict(entry)!;
    return [specification.get('UF') as PdfString, specification.get('AFRelationship') as Name] as const;
  });
  t.strictSame(
    found.map(([name, relationship]) => [Buffer.from(name.bytes).toString(), relationship.text]),
    [
      ['values=1.csv', 'Data'],
      ['notes.txt', 'Unspecified'],
    ],
  );
  t.match(await platen(['render', 'a.html', '--attach', 'gone.csv=data'], { cwd }), {
    exitCode: 2,
    stderr: /cannot read the attachment gone.csv: there is no such file/,
  });
});

t.test('--facturx-template makes an invoice of the data', async (t) => {
  const cwd = t.testdir({ 'a.html': 'x', 'a.xml': readFileSync('examples/e-invoice.xml', 'utf8') });
  const data = ['--data', resolve('examples/e-invoice.json')];
  const { exitCode, stderr } = await platen(['render', 'a.html', ...data, '--facturx-template', 'a.xml'], { cwd });
  t.equal(exitCode, 0, stderr);
  t.match(readFileSync(join(cwd, 'a.pdf'), 'latin1'), '<fx:DocumentFileName>factur-x.xml<');
  t.match(await platen(['render', 'a.html', '--facturx', 'a.xml'], { cwd }), {
    exitCode: 1,
    stderr: /facturx: the XML is not well-formed/,
  });
});

t.test('--owner-password-file encrypts the PDF', async (t) => {
  const cwd = t.testdir({ 'a.html': 'secret', owner: 'sesame\n', user: 'open' });
  const files = ['--owner-password-file', 'owner', '--user-password-file', 'user', '--permissions', 'print,copy'];
  const { exitCode, stderr } = await platen(['render', 'a.html', ...files], { cwd });
  t.equal(exitCode, 0, stderr);
  const pdf = readFileSync(join(cwd, 'a.pdf'));
  t.equal(await textOf(pdf, 'sesame'), 'secret');
  t.equal(await textOf(pdf, 'open'), 'secret');
  await t.rejects(textOf(pdf), { name: 'PasswordException' });
  const alone = await platen(['render', 'a.html', '--user-password-file', 'user'], { cwd });
  t.match(alone, { exitCode: 2, stderr: /need --owner-password-file/ });
});

t.test('-o names the file to write', async (t) => {
  const cwd = t.testdir({ 'a.html': 'x' });
  const { exitCode } = await platen(['render', 'a.html', '-o', 'out.pdf'], { cwd });
  t.equal(exitCode, 0);
  t.equal(await textOf(readFileSync(join(cwd, 'out.pdf'))), 'x');
  t.notOk(existsSync(join(cwd, 'a.pdf')));
});

t.test('standard input and output', async (t) => {
  const cwd = t.testdir({ 'a.html': HELLO });
  const piped = await platen(['render', '-'], { cwd, input: '<p>from a pipe' });
  t.equal(piped.exitCode, 0, piped.stderr);
  t.equal(await textOf(piped.stdout), 'from a pipe');
  const data = await platen(['render', 'a.html', '--data', '-', '-o', '-'], { cwd, input: '\ufeff{"name": "BOM"}' });
  t.equal(await textOf(data.stdout), 'Hello BOM');
});

t.test('a document is read in the encoding it names, and refused in any other', async (t) => {
  const cwd = t.testdir({
    'latin.html': Buffer.from(
      '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">caf\xe9',
      'latin1',
    ),
    'windows.html': Buffer.from('<meta charset="latin1">\x80 \x93q\x94 \x96', 'latin1'),
    'sixteen.html': Buffer.from('\ufeff<meta charset="x">Zürich', 'utf16le'),
    'none.html': Buffer.from('caf\xe9', 'latin1'),
    'odd.html': '<meta charset="ebcdic">x',
    'latin.json': Buffer.from('{"name": "caf\xe9"}', 'latin1'),
  });
  const run = (...args: string[]) => platen(['render', ...args, '-o', '-'], { cwd });
  t.equal(await textOf((await run('latin.html')).stdout), 'café');
  t.equal(await textOf((await run('windows.html')).stdout), '€ “q” –');
  t.equal(await textOf((await run('sixteen.html')).stdout), 'Zürich');
  t.match(await run('none.html'), {
    exitCode: 2,
    stderr: /^platen: cannot read the document none\.html: it is not UTF-8/,
  });
  t.match(await run('odd.html'), { exitCode: 2, stderr: /unknown encoding "ebcdic"/ });
  t.match(await run('latin.html', '--data', 'latin.json'), {
    exitCode: 2,
    stderr: /the data latin\.json: it is not UTF-8/,
  });
});

t.test('a reader that goes away ends it in silence, a full disk is told', async (t) => {
  const cwd = t.testdir({ 'a.html': '{{#each (range 1 3000)}}<img alt="" src="{{this}}.png">{{/each}}' });
  const cli = binary.command.join(' ');
  const piped = `{ ${cli} validate a.html; echo "code $?" >&2; } | head -c 20`;
  t.equal(await shell(`(${piped}) 2>&1`, { cwd }), '{\n  "ok": false,\n  "code 0\n');
  await t.rejects(shell(`${cli} render a.html -o - >/dev/full`, { cwd }), {
    code: 2,
    stderr: /^platen: cannot write to standard output: ENOSPC/,
  });
});

t.test('--locale and --title', async (t) => {
  const cwd = t.testdir({ 'a.html': `<title>No</title>{{currency 1234.5 "EUR"}}` });
  const args = ['render', 'a.html', '-o', '-', '--locale', 'de-DE', '--title', 'Rechnung „7“'];
  const { pages, title } = await readPdf((await platen(args, { cwd })).stdout);
  t.equal(pages[0]?.text, '1.234,50 €');
  t.equal(title, 'Rechnung „7“');
});

t.test('--json tells pages, bytes, milliseconds by stage and diagnostics', async (t) => {
  const cwd = t.testdir({ 'a.html': '<p style="backdrop-filter: blur(1px)">x<p style="break-before: page">y' });
  const toFile = await platen(['render', 'a.html', '--json'], { cwd });
  const bytes = readFileSync(join(cwd, 'a.pdf')).length;
  const summary = JSON.parse(toFile.stdout.toString());
  t.strictSame(Object.keys(summary), ['pages', 'bytes', 'milliseconds', 'diagnostics']);
  t.match(summary, {
    pages: 2,
    bytes,
    diagnostics: [{ kind: 'UnsupportedProperty', text: 'backdrop-filter', count: 1 }],
  });
  t.strictSame(
    Object.keys(summary.milliseconds),
    ['template', 'html', 'css', 'box', 'layout', 'paint', 'encode', 'compile'],
    'every stage has its time',
  );
  const toPipe = await platen(['render', 'a.html', '--json', '-o', '-'], { cwd });
  t.equal(toPipe.stdout.length, bytes, 'the PDF has standard output to itself');
  t.equal(JSON.parse(toPipe.stderr).pages, 2);
});

t.test('what is not supported is told on standard error, and refused with --strict', async (t) => {
  const cwd = t.testdir({ 'a.html': '<p style="backdrop-filter: blur(1px)">x' });
  const lenient = await platen(['render', 'a.html'], { cwd });
  t.equal(lenient.exitCode, 0);
  t.match(lenient.stderr, /^warning: UnsupportedProperty: backdrop-filter.* — /);
  const strict = await platen(['render', 'a.html', '--strict', '-o', 'strict.pdf'], { cwd });
  t.equal(strict.exitCode, 1);
  t.match(
    strict.stderr,
    /^warning: UnsupportedProperty: backdrop-filter.*\nplaten: The document is not fully supported: /s,
  );
  t.notOk(existsSync(join(cwd, 'strict.pdf')));
});

t.test('--partials: each template of a folder is a partial by its name', async (t) => {
  const cwd = t.testdir({
    'a.html': '{{> head}} {{> letter/foot name="Ada"}}',
    'b.html': '{{> logo}}',
    parts: {
      'head.html': 'Dear',
      '.head.html.swp': 'x',
      'logo.png': 'no template',
      letter: { 'foot.hbs': Buffer.from('<meta charset="latin1">{{name}}, adi\xf3s', 'latin1') },
    },
    twice: { 'head.html': 'a', 'head.hbs': 'b' },
  });
  const { stdout, stderr } = await platen(['render', 'a.html', '--partials', 'parts', '-o', '-'], { cwd });
  t.equal(stderr, '');
  t.equal(await textOf(stdout), 'Dear Ada, adiós');
  t.match(await platen(['validate', 'a.html', '--partials', 'parts'], { cwd }), { exitCode: 0 });
  t.match(await platen(['render', 'b.html', '--partials', 'parts'], { cwd }), { exitCode: 1, stderr: /logo/ });
  t.match(await platen(['render', 'a.html', '--partials', 'none'], { cwd }), {
    exitCode: 2,
    stderr: 'platen: --partials none: there is no such folder\n',
  });
  t.match(await platen(['render', 'a.html', '--partials', 'twice'], { cwd }), {
    exitCode: 2,
    stderr: 'platen: --partials twice: two files are the partial head\n',
  });
});

t.test('an empty document is one empty page', async (t) => {
  const { exitCode, stdout } = await platen(['render', '-'], { input: '' });
  t.equal(exitCode, 0);
  t.match(await readPdf(stdout), { pages: [{ text: '' }] });
});

t.test('wrong use', async (t) => {
  const cwd = t.testdir({
    'a.html': 'x',
    'bad.json': '{\n  "a": 1,\n}',
    'list.json': '[]',
    folder: {},
  });
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [[], /^platen: HTML templates/],
    [['rendr'], /there is no command "rendr"/],
    [['render'], /name the HTML file/],
    [['render', ''], /name the HTML file/],
    [['render', 'missing.html'], /cannot read the document missing\.html: there is no such file/],
    [['render', 'folder'], /cannot read the document folder: it is a folder/],
    [['validate', 'a.html', 'b.html'], /one HTML file at a time/],
    [
      ['render', 'a.html', '--colour'],
      /^platen: there is no option --colour; platen render --help lists the options\n$/,
    ],
    [['render', 'a.html', '-x'], /^platen: there is no option -x; /],
    [['render', 'a.html', '--data'], /^platen: --data needs a value; /],
    [
      ['render', 'a.html', '--data', '-o', 'x.pdf'],
      /^platen: --data needs a value; one that begins with a dash is written --data=/,
    ],
    [['render', 'a.html', '--strict=no'], /^platen: --strict takes no value; /],
    [['validate', 'a.html', '--colour'], /; platen validate --help lists/],
    [['fonts', 'a.html'], /^platen: unexpected argument "a\.html"; /],
    [['render', 'a.html', '--data', 'missing.json'], /cannot read the data missing\.json: there is no such file/],
    [['render', 'a.html', '--data', 'bad.json'], /bad\.json is not JSON: line 3, column 1: "}" is not expected here/],
    [['render', 'a.html', '--data', 'list.json'], /list\.json must hold a JSON object/],
    [['render', '-', '--data', '-'], /only one of the document and the data/],
    [['render', 'a.html', '--engine', 'steam'], /--engine is one of auto, core, wasm, typst, not "steam"/],
    [['render', 'a.html', '--locale', 'not a tag'], /"not a tag" is not a BCP 47 language tag/],
    [['render', 'a.html', '--fonts', 'nowhere'], /--fonts nowhere: there is no such folder/],
    [['render', 'a.html', '-o', './a.html'], /\.\/a\.html is the document itself/],
    [['render', 'a.html', '-o', 'nowhere/a.pdf'], /cannot write nowhere\/a\.pdf: there is no such folder/],
    [['render', 'a.html', '-o', 'folder'], /cannot write folder: it is a folder/],
    [['validate', 'a.html', '-o', 'x.pdf'], /this command writes no file/],
  ];
  for (const [args, message] of cases) {
    const { exitCode, stdout, stderr } = await platen(args, { cwd });
    t.equal(exitCode, 2, args.join(' '));
    t.match(stderr || stdout.toString(), message);
    t.notMatch(stderr, /\n {4}at /, 'no stack');
  }
});

t.test('a template that is wrong is refused with its place', async (t) => {
  const cases: readonly (readonly [source: string, message: RegExp])[] = [
    ['<p>\n  {{#if a}}x', /^platen: Line 2, column \d+: .*\n$/],
    ['<p>\n\n {{shout name}}', /^platen: Line 3, column 2: There is no helper “shout”.*\n$/],
    ['<p>{{date "soon"}}', /^platen: Line 1, column 4: “soon” is not a date.*\n$/],
    ['<p>{{> header}}', /^platen: Line 1, column \d+: There is no partial “header”.*\n$/],
  ];
  for (const [input, message] of cases) {
    const { exitCode, stderr, stdout } = await platen(['render', '-'], { input });
    t.equal(exitCode, 1, input);
    t.match(stderr, message);
    t.equal(stdout.length, 0);
  }
});

t.test('nesting without end is refused, not crashed on', async (t) => {
  const { exitCode, stderr } = await platen(['render', '-'], { input: '<div>'.repeat(100_000) });
  t.equal(exitCode, 1);
  t.match(stderr, /^platen: More than [\d,]+ elements are open at line 1, .*\n$/);
});

const LINKS = ['there', 'nowhere', 'twice', 'folder/there.png', 'folder/nowhere.png', 'here', 'gone', 'cycle'];

// The addon is not part of the test's build.
for (const engine of ['wasm', 'typst']) {
  t.test(`images, with --engine ${engine}`, async (t) => {
    const cwd = t.testdir({
      'outside.png': png(4, 4),
      docs: {
        'a.html': `<style>body { background: url(cut.png) }</style><p>before
          <img src="img/good%20one.png" alt="good"><img src="cut.png" alt="cut"><img src="noise.png" alt="noise">
          <img src="../outside.png" alt="outside"><img src="link.png" alt="link"><img src="/etc/hostname">
          <img src="missing.png"><img src="https://example.com/x.png"><p>after`,
        'cut.png': cutPng(40, 40),
        'noise.png': Buffer.from('not an image at all'),
        img: { 'good one.png': png(8, 8) },
      },
    });
    symlinkSync('../outside.png', join(cwd, 'docs/link.png'));
    const { exitCode, stdout, stderr } = await platen(['render', 'docs/a.html', '-o', '-', '--engine', engine], {
      cwd,
    });
    t.equal(exitCode, 0, stderr);
    const [page] = (await readPdf(stdout)).pages;
    t.match(page?.text, /^before.*after$/, 'the rest is there');
    t.strictSame(
      page?.alternatives.filter((text) => text === 'good'),
      ['good'],
    );
    const reports = stderr.trim().split('\n');
    const reported = (kind: string, url: string) =>
      t.equal(
        reports.filter((line) => line.startsWith(`warning: ${kind}: ${url} — `)).length > 0,
        true,
        `${kind} ${url}`,
      );
    for (const url of ['cut.png', 'noise.png', 'missing.png']) reported('MissingAsset', url);
    for (const url of ['../outside.png', 'link.png', '/etc/hostname', 'https://example.com/x.png'])
      reported('BlockedResource', url);
    t.notMatch(stderr, /good/);
  });
}

t.test('symbolic links do not tell whether files outside of the folder exist', async (t) => {
  const cwd = t.testdir({
    'there.png': png(4, 4),
    docs: { 'a.html': `<img src="${LINKS.join('"><img src="')}">`, 'here.png': png(4, 4) },
  });
  const link = (target: string, name: string) => symlinkSync(target, join(cwd, 'docs', name));
  link('../there.png', 'there');
  link('../nowhere.png', 'nowhere');
  link('nowhere', 'twice');
  link('..', 'folder');
  link('here.png', 'here');
  link('gone.png', 'gone');
  link('cycle', 'cycle');
  const { stdout } = await platen(['validate', 'docs/a.html'], { cwd });
  const { diagnostics } = JSON.parse(stdout.toString()) as { diagnostics: { kind: string; text: string }[] };
  const kinds = LINKS.map((url) => diagnostics.find(({ text }) => text === url)?.kind);
  t.strictSame(kinds, [...Array(5).fill('BlockedResource'), undefined, 'MissingAsset', 'MissingAsset']);
});

t.test('style sheets beside the file are used, others are not', async (t) => {
  const cwd = t.testdir({
    'a.html': '<link rel="stylesheet" href="a.css"><link rel="stylesheet" href="../b.css"><p>x',
    'a.css': 'p { break-before: page; } body::before { content: "first" }',
  });
  const { stdout, stderr } = await platen(['render', 'a.html', '-o', '-'], { cwd });
  t.match((await readPdf(stdout)).pages, [{ text: 'first' }, { text: 'x' }]);
  t.match(stderr, /\.\.\/b\.css/);
});

t.test('a site in folders renders without a diagnostic, and its URLs do not lead out of the folder', async (t) => {
  const site = () => ({
    css: {
      'print.css': '@import "parts/type.css"; p { background: url(../img/paper.png) }',
      parts: {
        'type.css': '@font-face { font-family: House; src: url(../../fonts/house.ttf) } p { font-family: House }',
      },
    },
    img: { 'paper.png': png(4, 4), 'my logo.png': png(4, 4) },
    fonts: { 'house.ttf': arimo },
  });
  const page = '<link rel="stylesheet" href="css/print.css"><p>text<img src="img/my%20logo.png" alt="logo">';
  const cwd = t.testdir({
    'plain.html': page,
    'based.html': `<base href="theme/">${page}`,
    'out.html': `<base href="../">${page}`,
    ...site(),
    theme: site(),
  });
  for (const file of ['plain.html', 'based.html']) {
    const { exitCode, stdout, stderr } = await platen(['render', file, '--strict', '-o', '-'], { cwd });
    t.match({ exitCode, stderr }, { exitCode: 0, stderr: '' }, file);
    t.match((await readPdf(stdout)).pages, [{ text: 'text', alternatives: ['logo'] }]);
  }
  const { stderr } = await platen(['render', 'out.html', '-o', '-'], { cwd });
  t.match(stderr, /^warning: BlockedResource: css\/print\.css — .*may read: \.\.\/css\/print\.css$/m);
});

t.test('--help and --version', async (t) => {
  const general = await platen(['--help']);
  t.equal(general.exitCode, 0);
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const { help } = await load();
    t.match(general.stdout.toString(), summary);
    for (const args of [
      [name, '--help'],
      ['help', name],
    ]) {
      const { exitCode, stdout } = await platen(args);
      t.match({ exitCode, stdout: stdout.toString() }, { exitCode: 0, stdout: help }, args.join(' '));
    }
    t.match(help, new RegExp(`^Usage: platen ${name}`));
  }
  t.equal((await platen(['--version'])).stdout.toString(), `${PACKAGE.version}\n`);
});

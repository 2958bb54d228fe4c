/**
 * A document reads nothing from the network or the disk: the system calls of a process that renders documents with URLs in
 * every place where one can stand.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { built, ROOT } from './support/build.js';

/** Of the disk, of this machine, of private networks, and of the web. */
const HOSTS = [
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '017700000001',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::]',
  '0.0.0.0',
  '169.254.169.254',
  '[fe80::1]',
  '[fec0::1]',
  '[2002:7f00:1::]',
  '[64:ff9b::7f00:1]',
  '[2001:0:7f00:1::]',
  '10.0.0.1',
  '192.168.0.1',
  'user:password@127.0.0.1',
  '127.0.0.1.nip.io',
  'metadata.google.internal',
  'example.com',
];
const FORMS = [
  ...HOSTS.map((host) => `http://${host}/latest/meta-data/`),
  ...HOSTS.slice(0, 8).map((host) => `https://${host}:8443/x.png`),
  ...HOSTS.slice(0, 6).map((host) => `//${host}/x.css`),
  'file:///etc/passwd',
  'FILE:///etc/passwd',
  'fIlE:/etc/passwd',
  'file://localhost/etc/passwd',
  'file:etc/passwd',
  '/etc/passwd',
  '../../../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '\\\\localhost\\share\\x',
  '\\etc\\passwd',
  '/proc/self/environ',
  '/dev/tcp/127.0.0.1/80',
  'ftp://127.0.0.1/x',
  'gopher://127.0.0.1:6379/_PING',
  'dict://127.0.0.1:11211/stat',
  'ldap://127.0.0.1/',
  'jar:file:///etc/passwd!/x',
  'php://filter/resource=/etc/passwd',
  'expect://id',
  'view-source:file:///etc/passwd',
  'blob:http://127.0.0.1/x',
  'ws://127.0.0.1/x',
  'javascript:fetch("http://127.0.0.1/")',
  'data:text/css,@import "http://127.0.0.1/x.css";',
  'data:text/css,@font-face{font-family:x;src:url(http://127.0.0.1/x.woff)}',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1/x.png"/></svg>',
  'asset:../../etc/passwd',
];

const attribute = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const css = (url: string) => `url("${url.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}")`;
const ATTRIBUTES = (url: string) => `
<link rel=stylesheet href="${url}"><link rel=icon href="${url}"><link rel=preload as=image href="${url}">
<meta http-equiv=refresh content="0;url=${url}"><script src="${url}"></script>
<body background="${url}"><img src="${url}"><img srcset="${url} 2x"><img longdesc="${url}" usemap="${url}">
<picture><source srcset="${url}"><img src="${url}"></picture><input type=image src="${url}">
<object data="${url}"></object><embed src="${url}"><iframe src="${url}"></iframe><video poster="${url}" src="${url}"></video>
<audio src="${url}"></audio><track src="${url}"><table background="${url}"><tr><td background="${url}">x</table>
<a href="${url}" ping="${url}">link</a><form action="${url}"><button formaction="${url}">b</button></form>
<blockquote cite="${url}">q</blockquote><del cite="${url}">d</del><applet code="${url}"></applet>
<svg width=9 height=9><image href="${url}" xlink:href="${url}"/><use href="${url}#a"/><a href="${url}"><text>t</text></a>
<filter id=f><feImage href="${url}"/></filter><script href="${url}"/><foreignObject><img src="${url}"></foreignObject></svg>`;
const STYLES = (url: string) => `@import ${url}; @import ${url} print;
@font-face { font-family: far; src: ${url}, ${url} format("woff2") }
@page { background: ${url}; @top-left { content: ${url} } }
p { font-family: far; background: ${url}; list-style: ${url}; border-image: ${url} 1; cursor: ${url}, auto; filter: ${url};
  clip-path: ${url}; mask: ${url}; mask-image: ${url}; shape-outside: ${url}; --far: ${url}; background-image: var(--far) }
p::before { content: ${url} "x" } li { list-style-image: image-set(${url} 1x) } li::marker { content: ${url} }
q { background: image-set(${url} 1x), cross-fade(${url}, ${url}) } circle { fill: ${url}; stroke: ${url}; marker: ${url} }`;

const documentOf = (form: string) =>
  `<!doctype html><style>${STYLES(css(form))}</style>${ATTRIBUTES(attribute(form))}<p style='background: ${css(form)}'>text` +
  `<ul><li>item</ul><q>quote</q><svg><circle r=3 /></svg><base href="${attribute(form)}"><img src="relative.png">`;

/** The calls are those between two that look for these files. */
const [BEGIN, END] = ['/platen-begin', '/platen-end'];
const PROGRAM = `
import { accessSync, readFileSync } from 'node:fs';
const { createRenderer } = await import(process.argv[2]);
const { EngineError } = await import(process.argv[3]);
const documents = JSON.parse(readFileSync(process.argv[4], 'utf8'));
const mark = (path) => { try { accessSync(path); } catch {} };
const renderer = createRenderer();
const run = async (html) => {
  try { return (await renderer.render({ html })).pages; }
  catch (error) { if (error instanceof EngineError) return 0; throw error; }
};
// Code and fonts of Platen itself are loaded when they are first needed.
await run(documents[0].replaceAll('127.0.0.1', 'nowhere.example'));
mark(${JSON.stringify(BEGIN)});
let pages = 0;
for (const html of documents) pages += await run(html);
mark(${JSON.stringify(END)});
console.log(pages);
`;

/** A network of its own whose only interface takes every packet, and counts it, before `$@`; what it counted after. */
const OWN_NETWORK = `
  ip link set lo up && ip route add default dev lo && ip -6 route add default dev lo && "$0" "$@" && grep lo: /proc/net/dev`;
const inOwnNetwork = (...command: string[]) =>
  spawnSync('unshare', ['--net', 'sh', '-c', OWN_NETWORK, ...command], { encoding: 'utf8' });
const canSeparate = inOwnNetwork('true').status === 0;

/** @returns how many packets the interface has received and sent */
function packets(output: string): number[] {
  const counts = /lo:\s*(.*)/.exec(output)![1]!.trim().split(/\s+/).map(Number);
  return [counts[1]!, counts[9]!];
}

t.test(
  'no packet in a network of its own, whatever a document names',
  { skip: !canSeparate && 'needs root, unshare and ip' },
  async (t) => {
    const folder = t.testdir({
      'program.mjs': PROGRAM,
      'connect.mjs': `import { connect } from 'node:net'; connect(80, '192.0.2.1').on('error', () => {}).setTimeout(100, process.exit);`,
    });
    const documents = join(folder, 'documents.json');
    writeFileSync(documents, JSON.stringify(FORMS.map(documentOf)));
    const modules = ['src/renderer.js', 'src/engine/errors.js'].map((name) => pathToFileURL(built(name)).href);
    const control = inOwnNetwork(process.execPath, join(folder, 'connect.mjs'));
    t.ok(packets(control.stdout)[1]! > 0, 'a connection would be seen');
    const { stdout, stderr } = inOwnNetwork(process.execPath, join(folder, 'program.mjs'), ...modules, documents);
    t.ok(Number.parseInt(stdout, 10) >= FORMS.length, `${stdout}${stderr}`);
    t.strictSame(packets(stdout), [0, 0]);
  },
);

const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;

t.test(
  'no packet and no file of the machine, whatever a document names',
  { skip: !canTrace && 'needs strace' },
  async (t) => {
    const folder = t.testdir({ 'program.mjs': PROGRAM });
    const [documents, trace] = [join(folder, 'documents.json'), join(folder, 'trace')];
    writeFileSync(documents, JSON.stringify(FORMS.map(documentOf)));
    const modules = ['src/renderer.js', 'src/engine/errors.js'].map((name) => pathToFileURL(built(name)).href);
    const node = [process.execPath, join(folder, 'program.mjs'), ...modules, documents];
    const pages = execFileSync('strace', ['-f', '-e', 'trace=%network,%file', '-o', trace, ...node], {
      encoding: 'utf8',
    });
    t.ok(Number(pages) >= FORMS.length, `${pages.trim()} pages of ${FORMS.length} documents`);
    const lines = readFileSync(trace, 'utf8').split('\n');
    const [begin, end] = [BEGIN, END].map((mark) => lines.findIndex((line) => line.includes(`"${mark}"`)));
    t.ok(begin! > 0 && end! > begin!, 'the marks are in the trace');
    const calls = lines.slice(begin! + 1, end).map((line) => line.replace(/^\d+\s+/, ''));
    const paths = calls.flatMap((call) => /"([^"]*)"/.exec(call)?.[1] ?? []);
    t.strictSame(
      paths.filter((path) => !path.startsWith(ROOT)),
      [],
      'files outside the project',
    );
    const network = calls.filter((call) => /^(?:socket|connect|send\w*|bind|getaddrinfo)\(/.test(call));
    t.strictSame(network, [], 'sockets');
    t.ok(FORMS.length >= 60);
  },
);

// Tries a built checkout with the Node.js that runs this script: library, command line, and the service with a render, a
// batch and the portal's first page. The PDFs have the same bytes with each Node.js, which the printed digest tells.
//
//   node .ci/smoke.mjs

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const PROGRAM = 'dist/src/cli.js';
const EXAMPLE = 'examples/annual-report.html';
const DATA = 'examples/annual-report.json';

const folder = mkdtempSync(join(tmpdir(), 'platen-smoke-'));
try {
  const byLibrary = await library();
  assert.equal(commandLine(), byLibrary, 'library and command line write the same bytes');
  const server = await service();
  console.log(`${process.version}: ${byLibrary.slice(0, 16)}, the service by ${server}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function library() {
  const { createRenderer } = await import('../dist/src/index.js');
  const renderer = createRenderer();
  const [html, data] = [readFileSync(EXAMPLE, 'utf8'), JSON.parse(readFileSync(DATA, 'utf8'))];
  const { pdf } = await renderer.render({ html, data });
  await renderer.close();
  return digest(pdf);
}

function commandLine() {
  const file = join(folder, 'cli.pdf');
  execFileSync(process.execPath, [PROGRAM, 'render', EXAMPLE, '--data', DATA, '-o', file]);
  return digest(readFileSync(file));
}

/** @returns which HTTP server served */
async function service() {
  const env = { PATH: process.env.PATH, PLATEN_DATA_DIR: folder, PORT: '0', ADMIN_PORT: '0', THREADS: '1' };
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  try {
    let output = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += text;
      if (output.includes('hello.pdf\n')) break;
    }
    const url = /^Platen serves (\S+)$/m.exec(output)[1];
    const authorization = `Bearer ${/pk_\w+/.exec(output)[0]}`;
    const post = (path, body) => {
      const headers = { authorization, 'content-type': 'application/json' };
      return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    const rendered = await post('/v1/render', { html: '<h1>Hello {{name}}', data: { name: 'world' } });
    assert.equal(rendered.status, 200);
    assert.match(Buffer.from(await rendered.arrayBuffer()).toString('latin1'), /^%PDF-/);
    const batch = await post('/v1/batches', { html: '<p>{{n}}', data: [{ n: 1 }, { n: 2 }, { n: 3 }] });
    assert.equal(batch.status, 202);
    const { id } = await batch.json();
    for (;;) {
      const { status, succeeded } = await (
        await fetch(`${url}/v1/batches/${id}`, { headers: { authorization } })
      ).json();
      if (status !== 'done') continue;
      assert.equal(succeeded, 3);
      break;
    }
    const page = await fetch(`${url}/sign-in`);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<title>/);
    return output.includes('node:http') ? 'node:http' : 'uWebSockets.js';
  } finally {
    child.kill('SIGTERM');
    await closed;
  }
}

function digest(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

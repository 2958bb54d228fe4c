import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fontConfigFile } from '../../scripts/chromium.js';
import type { BenchEngine } from './engine.js';

/** Prints its version, then reads documents (length, HTML) and writes PDFs (length, PDF). */
const LOOP = `
def answer(data):
    sys.stdout.buffer.write(len(data).to_bytes(4, 'big') + data)
    sys.stdout.buffer.flush()
answer(version.encode())
while True:
    size = sys.stdin.buffer.read(4)
    if len(size) < 4: break
    answer(render(sys.stdin.buffer.read(int.from_bytes(size, 'big')).decode()))
`;

const PROGRAMS = {
  weasyprint: `
import sys, weasyprint
version = weasyprint.__version__
def render(html): return weasyprint.HTML(string=html).write_pdf()
`,
  plutoprint: `
import io, sys, plutoprint
version = plutoprint.__version__
def render(html):
    book = plutoprint.Book(plutoprint.PAGE_SIZE_A4)
    book.load_html(html)
    out = io.BytesIO()
    book.write_to_pdf_stream(out)
    return out.getvalue()
`,
};

/** One warm interpreter. */
export async function python(name: keyof typeof PROGRAMS, rivals: string): Promise<BenchEngine> {
  const executable = join(rivals, 'venv/bin/python');
  if (!existsSync(executable)) throw new Error(`${executable} is not there`);
  const child = spawn(executable, ['-u', '-c', PROGRAMS[name] + LOOP], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, FONTCONFIG_FILE: fontConfigFile() },
  });
  const answers = answersOf(child.stdout);
  const next = async () => {
    const { value, done } = await answers.next();
    if (done) throw new Error(`${name} ended`);
    return value;
  };
  return {
    version: (await next()).toString(),
    async render(html) {
      const text = Buffer.from(html);
      const size = Buffer.alloc(4);
      size.writeUInt32BE(text.length);
      child.stdin.write(size);
      child.stdin.write(text);
      return { pdf: await next() };
    },
    async close() {
      child.kill();
    },
  };
}

async function* answersOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let parts: Buffer[] = [];
  let received = 0;
  for await (const part of stream) {
    parts.push(part);
    received += part.length;
    if (received < 4) continue;
    const size = 4 + (parts[0]!.length < 4 ? Buffer.concat(parts) : parts[0]!).readUInt32BE();
    if (received < size) continue;
    const all = Buffer.concat(parts);
    yield all.subarray(4, size);
    parts = [all.subarray(size)];
    received = all.length - size;
  }
  return undefined;
}

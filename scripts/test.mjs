// Runs the test suite and ends with one line: N passed, N failed.
//   node scripts/test.mjs [FILE…]     default: all of test/
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const named = process.argv.slice(2);
const files =
  named.length > 0
    ? named
    : readdirSync('test', { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => `test/${name}`)
        .sort();

const tap = spawn(
  process.execPath,
  [
    'node_modules/tap/dist/esm/run.mjs',
    'run',
    '--disable-coverage',
    '--reporter=tap',
    `--jobs=${Math.min(4, availableParallelism())}`,
    '--timeout=900', // seconds a file may take: ends a test that hangs, also on slow machines
    ...files,
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);

let rest = '';
let summary;
/** The output of the running test, shown only if it fails. */
let file = [];
tap.stdout.setEncoding('utf8');
tap.stdout.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    file.push(line);
    summary = /^# \{ total: \d+, pass: (\d+)(?:, fail: (\d+))?/.exec(line) ?? summary;
    const end = /^(not )?ok \d+ - (\S+)/.exec(line);
    if (!end) continue;
    if (end[1]) console.log(file.join('\n'));
    else console.log(line.replace(/ \{$/, ''));
    file = [];
  }
});
tap.on('close', (code) => {
  if (!summary) {
    console.log(`${file.join('\n')}\n${rest}`);
    console.error('The test runner ended without a summary');
    process.exitCode = code || 1;
    return;
  }
  const [, passed, failed = '0'] = summary;
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = code === 0 && failed === '0' ? 0 : code || 1;
});

// Carries out the Dockerfile without a container daemon, then runs its command as its user with a read-only file system and
// without capabilities, and has it render. Each stage is the system of this machine under a layer of its own, in place of the
// images that the Dockerfile names: what those have or lack is not tried.
// Needs root, overlay mounts and Debian with Node 20 and Rust.
// Usage: node .ci/dockerfile.mjs FOLDER      some 5 GB, which stay there
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const folder = resolve(process.argv[2]);
const MACHINE = { PATH: process.env.PATH, HOME: '/root' };
/** Makes `$1` the root: `$0` is the file system, `$1` its layer, `$2` whether it is read-only, `$3` its data. */
const ENTER = `
  mount -t overlay overlay -o "lowerdir=/,upperdir=$1,workdir=$1.work" "$0" &&
  mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev" &&
  if [ "$2" = ro ]; then
    mount --bind "$3" "$0/data" && mount -o remount,bind,ro "$0" || exit 1
  fi
  root=$0; shift 3; exec chroot "$root" "$@"`;
const CONFINED = [
  ...['setpriv', '--reuid=node', '--regid=node', '--clear-groups'],
  ...['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'],
];

const lines = readFileSync('Dockerfile', 'utf8')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.trim() && !line.startsWith('#'));
const context = join(folder, 'context');
copyContext();

const stages = new Map();
let stage;
for (const line of lines) {
  const [, instruction, rest] = /^(\w+) (.*)$/.exec(line);
  console.log(line);
  if (instruction === 'FROM') stage = openStage(...rest.split(' AS '));
  else if (instruction === 'WORKDIR') enter(rest);
  else if (instruction === 'ENV')
    Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((one) => one.split('='))));
  else if (instruction === 'COPY') copy(rest.split(' '));
  else if (instruction === 'RUN') run(stage, ['sh', '-c', rest]);
  else if (instruction === 'CMD') stage.command = JSON.parse(rest);
  else if (instruction === 'HEALTHCHECK') stage.check = JSON.parse(rest.replace(/^.* CMD /, ''));
  else if (instruction === 'USER') stage.user = rest;
  else if (instruction === 'VOLUME') stage.volume = rest;
  else if (instruction !== 'EXPOSE') throw new Error(`unknown: ${line}`);
}
await tryOut(stage);

/** The files of the repository that .dockerignore leaves. */
function copyContext() {
  const rules = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((rule) => rule && !rule.startsWith('#'));
  const parents = (path) => (path === '.' ? [] : [path, ...parents(dirname(path))]);
  const isSent = (path) =>
    rules.reduce((sent, rule) => {
      const pattern = new RegExp(`^${rule.replace(/^!/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
      return parents(path).some((each) => pattern.test(each)) ? rule.startsWith('!') : sent;
    }, true);
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files.filter(isSent)) cpSync(file, join(context, file));
}

function openStage(image, name = 'last') {
  const layer = join(folder, name);
  if (existsSync(layer)) throw new Error(`${folder} is not empty`);
  for (const path of [layer, `${layer}.work`, `${layer}.root`]) mkdirSync(path, { recursive: true });
  const opened = { image, layer, env: {}, workdir: '/' };
  stages.set(name, opened);
  // The images of Node have it.
  if (image.startsWith('node:')) run(opened, ['sh', '-c', 'id node 2> /dev/null || useradd node']);
  return opened;
}

function enter(path) {
  stage.workdir = path;
  mkdirSync(join(stage.layer, path), { recursive: true });
}

function copy(words) {
  const from = words[0].startsWith('--from=') ? stages.get(words.shift().slice(7)).layer : context;
  const target = words.pop();
  const to = join(stage.layer, target.startsWith('/') ? target : join(stage.workdir, target));
  const isFolder = target.endsWith('/');
  for (const source of words) {
    const path = join(from, source);
    // Of a folder, what it contains is copied.
    const into = isFolder && statSync(path).isFile() ? join(to, basename(source)) : to;
    cpSync(path, into, { recursive: true, verbatimSymlinks: true });
  }
}

/** The program and arguments of a command inside a stage. */
function inside({ layer, workdir }, command, data) {
  const entry = ['sh', '-c', ENTER, `${layer}.root`, layer, data ? 'ro' : 'rw', data ?? ''];
  const there = ['sh', '-c', 'cd "$0" && exec "$@"', workdir, ...command];
  return ['unshare', ['--mount', '--propagation=private', ...entry, ...there]];
}

function run(of, command) {
  execFileSync(...inside(of, command), { env: { ...MACHINE, ...of.env }, stdio: ['ignore', 'inherit', 'inherit'] });
}

async function tryOut({ user, volume, command, check, env, ...image }) {
  if (user !== 'node' || volume !== '/data') throw new Error('another user or volume');
  const data = join(folder, 'data');
  cpSync(join(image.layer, volume), data, { recursive: true });
  execFileSync('chown', ['-R', '--reference', join(image.layer, volume), data]);
  const port = await freePort();
  const options = { env: { PATH: MACHINE.PATH, ...env, PORT: String(port), ADMIN_PORT: '0' }, encoding: 'utf8' };
  const service = spawn(...inside(image, [...CONFINED, ...command], data), {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'exit');
  let output = '';
  service.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const inContainer = (words) => execFileSync(...inside(image, [...CONFINED, ...words], data), options);
  for (let tries = 0; ; tries += 1) {
    try {
      inContainer(check);
      break;
    } catch (error) {
      if (tries === 60 || service.exitCode !== null) throw error;
      await delay(1000);
    }
  }
  console.log('healthy');
  inContainer(['platen', 'account', 'create', '--email', 'a@example.com', '--plan', 'pro']);
  const key = inContainer(['platen', 'key', 'create', '--email', 'a@example.com']).trim();
  const answer = await fetch(`http://127.0.0.1:${port}/v1/render`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ html: '<h1>{{a}}</h1>', data: { a: 1 } }),
  });
  const pdf = Buffer.from(await answer.arrayBuffer());
  console.log(answer.status, answer.headers.get('content-type'), pdf.length, pdf.subarray(0, 8).toString());
  const files = inContainer([
    'sh',
    '-c',
    'ls native/core && find dist -name "*.map" | wc -l && touch /app/a /tmp/a 2>&1 || true',
  ]);
  console.log(files);
  service.kill('SIGTERM');
  const [code] = await ended;
  console.log(`ended with ${code}`);
  const complaints = output.split('\n').filter((line) => /"level":"(warn|error)"|EROFS|EACCES|EPERM/.test(line));
  console.log(complaints.join('\n'));
  if (answer.status !== 200 || code !== 0 || complaints.length > 0) process.exitCode = 1;
}

/** One that no outgoing connection takes: those of Linux begin at 32,768. */
async function freePort() {
  const port = randomInt(10_000, 20_000);
  const server = createServer();
  const isFree = await new Promise((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await once(server.close(), 'close');
  return port;
}

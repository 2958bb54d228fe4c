/** `platen serve` */

import { basename, relative, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Config, loadConfig, SETTINGS } from '../config.js';
import type { Server } from '../server.js';
import { checkBucket } from './bucket.js';
import { prepareDataFolder } from './data-folder.js';
import { parseOptionsOnly } from './options.js';
import { CLI_EXIT, OperatorError, UsageError } from './outcome.js';
import { explain, reachable, signInUrl } from './service.js';
import { outliveReaders, type Streams } from './streams.js';

export const serveCommand = {
  help: `Usage: platen serve

Settings are environment variables; docs/service.md lists them all:
  HOST, PORT        where it listens (default 127.0.0.1 and 8080)
  DATABASE_URL      Postgres (default: one of its own, in PLATEN_DATA_DIR)
  PLATEN_DATA_DIR   folder of its data (default ./data)
  REDIS_URL         Redis that several hosts share for rate limits

Without DATABASE_URL the first start makes the account demo@localhost and prints its API key, a command to try and a
link that signs in to the portal once.
SIGTERM and Ctrl-C let it finish what is being rendered and end it; SIGHUP replaces its HTTP processes one by one.
`,
  async run(args: readonly string[], streams: Streams): Promise<number> {
    parseOptionsOnly('serve', args, {});
    outliveReaders(streams);
    const terminated = terminationRequested(); // early, so that a starting database is stopped too
    const config = checkedConfig();
    const server = await startedOrStopped(config, terminated, streams);
    streams.stdout.write(welcome(server, config));
    onHangUp(server, streams);
    await terminated;
    streams.stdout.write(`Ending; what is being rendered is finished first, within ${config.shutdownTimeout} s\n`);
    await server.stop();
    return CLI_EXIT.done;
  },
};

let termination: Promise<void> | undefined;

/**
 * Resolves on the first SIGTERM or SIGINT to this process. Later ones are ignored, as Ctrl-C arrives twice, from the
 * terminal and from npm.
 */
export function terminationRequested(): Promise<void> {
  termination ??= new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
  return termination;
}

/** SIGHUP: in a terminal it means that the terminal was closed; otherwise an operator requests a rolling restart. */
function onHangUp(server: Server, { stdin, stdout }: Streams): void {
  const hasTerminal = stdin.isTTY || stdout.isTTY;
  process.on('SIGHUP', () => {
    if (hasTerminal) process.kill(process.pid, 'SIGTERM');
    else void server.roll().catch(() => undefined); // the failure is in the log
  });
}

/** @throws UsageError */
export function checkedConfig(): Config {
  try {
    return loadConfig();
  } catch (error) {
    throw explain(error);
  }
}

/** Milliseconds for ending what has been started when the start is given up. */
const GIVE_UP_MS = 4000;

/** Ends this process when it is asked to before it serves, whatever hangs. @throws UsageError, OperatorError */
async function startedOrStopped(config: Config, terminated: Promise<void>, streams: Streams): Promise<Server> {
  const stop = new AbortController();
  const starting = start(config, stop.signal, streams);
  const first = await Promise.race([starting, terminated]);
  if (first) return first;
  stop.abort();
  const ended = starting.then((server) => server.stop()).catch(() => undefined);
  await Promise.race([ended, delay(GIVE_UP_MS)]);
  process.exit(CLI_EXIT.done);
}

/** @throws UsageError, OperatorError */
async function start(config: Config, signal: AbortSignal, { stdout }: Streams): Promise<Server> {
  if (config.embedded || config.fileStore === 'folder') await prepareDataFolder(config);
  if (config.fileStore === 's3') await checkBucket(config, stdout);
  const { startServer } = await import('../server.js'); // here, as other commands do not need it
  const { StartError } = await import('../service/cluster/member.js');
  const { AdminError } = await import('../service/observe/admin.js');
  try {
    return await startServer(config, signal);
  } catch (error) {
    if (error instanceof AdminError) throw new UsageError(describeAdmin(error, config), { cause: error });
    if (!(error instanceof StartError)) throw explain(error, config);
    const Failure = error.isRepeated ? OperatorError : UsageError;
    throw new Failure(describeStart(error, config), { cause: error });
  }
}

function describeStart(error: Error, { host, port }: Config): string {
  switch ((error.cause as NodeJS.ErrnoException | undefined)?.code) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is in use: end what listens there, or choose another port, as in PORT=${otherPort(port)}`;
    case 'EACCES':
      return `this user may not listen on port ${port}: choose a port from 1024 on, as in PORT=8080`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST=${host} is no address of this machine: use 127.0.0.1 for this machine only, 0.0.0.0 for every interface`;
    default:
      return error.message;
  }
}

function describeAdmin(error: Error, { adminHost, adminPort }: Config): string {
  if ((error.cause as NodeJS.ErrnoException | undefined)?.code !== 'EADDRINUSE') return error.message;
  return (
    `port ${adminPort} of ${adminHost}, for /metrics, is in use: end what listens there, ` +
    `or choose another port, as in ADMIN_PORT=${otherPort(adminPort)}`
  );
}

const MAX_PORT = 65535;

const otherPort = (port: number): number => (port < MAX_PORT ? port + 1 : port - 1);

function welcome({ url, demo }: Server, { dataDir, publicUrl }: Config): string {
  const serving = `Platen serves ${url}\n`;
  if (!demo) return serving;
  const { email, key, linkToken } = demo;
  const data = `Data: ${dataDir} (PLATEN_DATA_DIR)\n`;
  if (key === undefined) {
    const again = `${dataDirAssignment(dataDir)}${commandName()} key create --email ${email}`;
    return `${serving}${data}Account: ${email}; its key was shown at the first start, another one is made by

${again}

and a link that signs in to the portal by

${again.replace(' key create ', ' account link ')}

`;
  }
  const headers = `-H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json'`;
  const body = '{"html": "<h1>Hello {{name}}</h1>", "data": {"name": "world"}}';
  return `${serving}${data}Account: ${email}
API key (shown this once): ${key}
Portal (this link signs in once, within 24 hours): ${signInUrl(publicUrl ?? reachable(url), linkToken!)}

Try it; this writes hello.pdf:

curl -fsS ${reachable(url)}/v1/render ${headers} -d '${body}' -o hello.pdf

`;
}

function dataDirAssignment(dataDir: string): string {
  return dataDir === resolve(SETTINGS.dataDir.default!) ? '' : `PLATEN_DATA_DIR='${dataDir.replaceAll("'", `'\\''`)}' `;
}

/** The command by which this program was started. */
function commandName(): string {
  const script = process.argv[1] ?? '';
  if (script.endsWith('.js')) return `node ${relative('', script)}`;
  return script.includes(`node_modules${sep}.bin${sep}`) ? `npx ${basename(script)}` : basename(script);
}

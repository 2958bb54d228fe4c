/** `platen serve` */

import { loadConfig } from '../config.js';
import type { Server } from '../server.js';
import { CLI_EXIT } from './arguments.js';
import { explain, OperatorError, parseOptions, write } from './service.js';

export const serveCommand = {
  summary: 'run the HTTP service',
  help: `Usage: platen serve

Settings are environment variables: HOST and PORT (127.0.0.1:8080), DATABASE_URL (default: a Postgres of its own in
PLATEN_DATA_DIR), REDIS_URL, and more in the documentation. SIGTERM and SIGINT let it finish what is being rendered and
end it; SIGHUP replaces its HTTP processes one by one.
`,
  async run(args: readonly string[]): Promise<number> {
    parseOptions(args, []);
    const server = await start();
    write(welcome(server));
    process.on('SIGHUP', () => void server.roll().catch(() => undefined)); // the log says what failed
    await new Promise<void>((resolve) => {
      process.once('SIGTERM', resolve);
      process.once('SIGINT', resolve);
    });
    await server.stop();
    return CLI_EXIT.done;
  },
};

/** @throws OperatorError */
async function start(): Promise<Server> {
  const { startServer } = await import('../server.js'); // here: the other commands start without it
  const { StartError } = await import('../service/cluster/member.js');
  try {
    return await startServer(loadConfig());
  } catch (error) {
    throw error instanceof StartError ? new OperatorError(error.message, { cause: error }) : explain(error);
  }
}

function welcome({ url, demo }: Server): string {
  const serving = `Platen serves ${url}\n`;
  if (!demo) return serving;
  const { email, key } = demo;
  if (key === undefined) {
    const again = `platen key create --email ${email}`;
    return `${serving}Account ${email}: its key was shown at the first start; "${again}" makes another\n`;
  }
  const headers = `-H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json'`;
  const body = '{"html": "<h1>Hello {{name}}</h1>", "data": {"name": "world"}}';
  return `${serving}Account ${email}, API key (shown this once): ${key}

Try it, it writes hello.pdf:

curl -sS ${url}/v1/render ${headers} -d '${body}' -o hello.pdf

`;
}

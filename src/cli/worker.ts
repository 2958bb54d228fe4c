/** `platen worker` */

import { checkBucket } from './bucket.js';
import { parseOptionsOnly } from './options.js';
import { CLI_EXIT, OperatorError, UsageError } from './outcome.js';
import { checkedConfig, terminationRequested } from './serve.js';
import { explain } from './service.js';
import { outliveReaders, type Streams } from './streams.js';

export const workerCommand = {
  help: `Usage: platen worker

Renders batches of a service that runs elsewhere, on as many threads as this machine has processors. It needs the
service's DATABASE_URL and its file store: FILE_STORE=s3 or postgres, or PLATEN_DATA_DIR on a folder that all share.
Settings are those of platen serve.

SIGTERM and Ctrl-C end it; what it was rendering is rendered again elsewhere. So it is when the process is killed.
`,
  async run(args: readonly string[], streams: Streams): Promise<number> {
    parseOptionsOnly('worker', args, {});
    outliveReaders(streams);
    const terminated = terminationRequested();
    const config = checkedConfig();
    const { databaseUrl } = config;
    if (databaseUrl === undefined)
      throw new UsageError('DATABASE_URL is missing: a worker uses the database of a service that runs elsewhere');
    if (config.fileStore === 's3') await checkBucket(config, streams.stdout);
    const { openWorkerProcess } = await import('../server/worker-process.js'); // here, as other commands do not need it
    let fail: (error: unknown) => void = () => undefined;
    const broken = new Promise<unknown>((resolve) => {
      fail = resolve;
    });
    try {
      const worker = await Promise.race([openWorkerProcess(config, { databaseUrl, onBroken: fail }), terminated]);
      if (!worker) process.exit(CLI_EXIT.done); // whatever the start waits for
      streams.stdout.write(`Rendering batches on ${worker.threads} ${worker.threads === 1 ? 'thread' : 'threads'}\n`);
      const failure = await Promise.race([terminated, broken]);
      await worker.stop();
      if (failure) throw new OperatorError('the render threads ended and cannot be replaced', { cause: failure });
      return CLI_EXIT.done;
    } catch (error) {
      throw explain(error, config);
    }
  },
};

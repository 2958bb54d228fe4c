#!/usr/bin/env node
/** The command line as a process: runs a command and exits with its code. */

import { CLI_EXIT } from './cli/outcome.js';
import { run } from './cli/run.js';

/** A closed pipe, as of `head`, is no error; a full disk is. */
function endWithoutReader({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit(CLI_EXIT.done);
  process.stderr.write(`platen: cannot write to standard output: ${message}\n`);
  process.exit(CLI_EXIT.usage);
}

process.stdout.on('error', endWithoutReader);
process.exitCode = await run(process.argv.slice(2), process);

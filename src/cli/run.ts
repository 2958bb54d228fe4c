/** Runs a command of `platen` by its arguments. */

import { createRequire } from 'node:module';
import { COMMANDS } from './commands.js';
import { CLI_EXIT, describeFailure, UsageError } from './outcome.js';
import type { Streams } from './streams.js';

const HELP = `platen: HTML templates and JSON data in, PDF out, without a browser

Usage: platen COMMAND [OPTIONS]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

platen COMMAND --help lists the options of a command, platen --version prints the version.
Exit codes: 0 done, 1 document, template or operation rejected, 2 incorrect usage or settings, 3 internal error.
`;

/** @returns the exit code */
export async function run(args: readonly string[], streams: Streams): Promise<number> {
  try {
    return await runCommand(args, streams);
  } catch (error) {
    const { exitCode, text } = describeFailure(error);
    streams.stderr.write(`platen: ${text}\n`);
    return exitCode;
  }
}

async function runCommand(args: readonly string[], streams: Streams): Promise<number> {
  const isHelp = args[0] === 'help';
  const [name, ...rest] = isHelp ? [...args.slice(1), '--help'] : args;
  if (name === undefined || name === '--help' || name === '-h') {
    (name === undefined ? streams.stderr : streams.stdout).write(HELP);
    return name === undefined ? CLI_EXIT.usage : CLI_EXIT.done;
  }
  if (name === '--version' || name === '-v') {
    streams.stdout.write(`${version()}\n`);
    return CLI_EXIT.done;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`there is no command "${name}"; platen --help lists them`);
  await import('../requirements.js'); // here, so that a missing package is reported like any other failure
  const program = await command.load();
  if (rest.includes('--help') || rest.includes('-h')) {
    streams.stdout.write(program.help);
    return CLI_EXIT.done;
  }
  return program.run(rest, streams);
}

/** The version of the package, which is in a folder above. */
function version(): string {
  const { version } = createRequire(import.meta.url)('platen/package.json') as { version: string };
  return version;
}

#!/usr/bin/env node
/** The command line: runs a command and exits with its code. */

import { createRequire } from 'node:module';
import type { Command } from './cli/commands.js';
import { CLI_EXIT, describeFailure, UsageError } from './cli/outcome.js';

const help = (
  commands: Readonly<Record<string, Command>>,
) => `platen: HTML templates and JSON data in, PDF out, without a browser

Usage: platen COMMAND [OPTIONS]

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

platen COMMAND --help lists the options of a command, platen --version prints the version.
Exit codes: 0 done, 1 document, template or operation rejected, 2 incorrect usage or settings, 3 internal error.
`;

async function main(args: readonly string[]): Promise<number> {
  // Imported here, so that a missing package is reported like any other failure.
  const { COMMANDS } = await import('./cli/commands.js');
  const isHelp = args[0] === 'help';
  const [name, ...rest] = isHelp ? [...args.slice(1), '--help'] : args;
  if (name === undefined || name === '--help' || name === '-h') {
    (name === undefined ? process.stderr : process.stdout).write(help(COMMANDS));
    return name === undefined ? CLI_EXIT.usage : CLI_EXIT.done;
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${version()}\n`);
    return CLI_EXIT.done;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`there is no command "${name}"; platen --help lists them`);
  await import('./requirements.js');
  const program = await command.load();
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(program.help);
    return CLI_EXIT.done;
  }
  if (!command.isService) process.stdout.on('error', endWithoutReader);
  return program.run(rest);
}

/** A closed pipe, as of `head`, is no error; a full disk is. */
function endWithoutReader({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit(CLI_EXIT.done);
  process.stderr.write(`platen: cannot write to standard output: ${message}\n`);
  process.exit(CLI_EXIT.usage);
}

/** The version of the package, which is in this folder or above. */
function version(): string {
  const { version } = createRequire(import.meta.url)('platen/package.json') as { version: string };
  return version;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { exitCode, text } = describeFailure(error);
  process.stderr.write(`platen: ${text}\n`);
  process.exitCode = exitCode;
}

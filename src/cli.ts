#!/usr/bin/env node
/** The command line: the table of commands, and what every command's failure looks like. */

import { accountCommand } from './cli/account.js';
import { CLI_EXIT, UsageError } from './cli/arguments.js';
import { fontsCommand } from './cli/fonts.js';
import { keyCommand } from './cli/key.js';
import { migrateCommand } from './cli/migrate.js';
import { renderCommand } from './cli/render.js';
import { serveCommand } from './cli/serve.js';
import { OperatorError } from './cli/service.js';
import { validateCommand } from './cli/validate.js';
import { EngineError } from './engine/errors.js';

interface Command {
  readonly summary: string;
  readonly help: string;
  run(args: readonly string[]): Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  render: renderCommand,
  validate: validateCommand,
  serve: serveCommand,
  fonts: fontsCommand,
  account: accountCommand,
  key: keyCommand,
  migrate: migrateCommand,
};

const HELP = `platen: HTML templates and JSON data in, PDF out, without a browser

Usage: platen COMMAND [OPTIONS]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

platen COMMAND --help tells a command's options.
Exit codes: 0 done, 1 document, template or operation refused, 2 wrong use, 3 internal error.
`;

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(HELP);
    return name === undefined ? CLI_EXIT.usage : CLI_EXIT.done;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`there is no command "${name}"; platen --help lists them`);
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(command.help);
    return CLI_EXIT.done;
  }
  return command.run(rest);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`platen: ${error.message}\n`);
    process.exitCode = CLI_EXIT.usage;
  } else if (error instanceof OperatorError) {
    process.stderr.write(`platen: ${error.message}\n`);
    process.exitCode = CLI_EXIT.refused;
  } else if (error instanceof EngineError && error.code !== 'compile_failed') {
    const place = error.line === undefined || /\bline \d/i.test(error.message) ? '' : ` (line ${error.line})`;
    process.stderr.write(`platen: ${error.message}${place}\n`);
    process.exitCode = CLI_EXIT.refused;
  } else {
    process.stderr.write(
      `platen: internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = CLI_EXIT.internal;
  }
}

/** The table of commands. */

import { accountCommand } from './account.js';
import { fontsCommand } from './fonts.js';
import { keyCommand } from './key.js';
import { migrateCommand } from './migrate.js';
import { renderCommand } from './render.js';
import { serveCommand } from './serve.js';
import { validateCommand } from './validate.js';

export interface Command {
  /** One line. */
  readonly summary: string;
  /** Starts with the usage. */
  readonly help: string;
  /** Whether it keeps running when its output is closed. */
  readonly isService?: boolean;
  run(args: readonly string[]): Promise<number>;
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  render: renderCommand,
  validate: validateCommand,
  serve: serveCommand,
  fonts: fontsCommand,
  account: accountCommand,
  key: keyCommand,
  migrate: migrateCommand,
};

/** The table of commands. A command is loaded when it is used: `serve` needs no engine, `render` no database. */

import type { Streams } from './streams.js';

interface Command {
  /** One line. */
  readonly summary: string;
  readonly load: () => Promise<Program>;
}

export interface Program {
  /** Starts with the usage. */
  readonly help: string;
  /** @returns the exit code */
  run(args: readonly string[], streams: Streams): Promise<number>;
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  render: {
    summary: 'render an HTML template to PDF',
    load: async () => (await import('./render.js')).renderCommand,
  },
  validate: {
    summary: 'report what of a document is not supported or does not fit',
    load: async () => (await import('./validate.js')).validateCommand,
  },
  sign: {
    summary: 'sign a PDF',
    load: async () => (await import('./sign.js')).signCommand,
  },
  preview: {
    summary: 'edit a template in the browser, with its pages beside it',
    load: async () => (await import('./preview.js')).previewCommand,
  },
  batch: {
    summary: 'render a template to one PDF for each record of a file',
    load: async () => (await import('./batch.js')).batchCommand,
  },
  serve: {
    summary: 'run the HTTP service',
    load: async () => (await import('./serve.js')).serveCommand,
  },
  worker: {
    summary: 'render batches for a service that runs on other machines',
    load: async () => (await import('./worker.js')).workerCommand,
  },
  tune: {
    summary: 'find the fastest settings of the service for your documents',
    load: async () => (await import('./tune.js')).tuneCommand,
  },
  fonts: {
    summary: 'list the fonts that documents can use',
    load: async () => (await import('./fonts.js')).fontsCommand,
  },
  account: {
    summary: 'create, list, change and delete accounts of the service',
    load: async () => (await import('./account.js')).accountCommand,
  },
  key: {
    summary: "create, list and revoke API keys of the service's accounts",
    load: async () => (await import('./key.js')).keyCommand,
  },
  migrate: {
    summary: 'bring the database of the service up to date',
    load: async () => (await import('./migrate.js')).migrateCommand,
  },
};

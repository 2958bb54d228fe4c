/** `platen validate` */

import { createRenderer } from '../index.js';
import { DOCUMENT_HELP, readDocumentArguments } from './arguments.js';
import { CLI_EXIT } from './outcome.js';

export const validateCommand = {
  summary: 'tell what of a document would not render, without rendering it',
  help: `Usage: platen validate FILE.html [OPTIONS]

Prints JSON: whether nothing was found (ok), the number of pages, and the diagnostics.

${DOCUMENT_HELP}`,
  async run(args: readonly string[]): Promise<number> {
    const { input, renderer: options } = await readDocumentArguments('validate', args);
    const renderer = createRenderer(options);
    try {
      const { ok, pages, diagnostics } = await renderer.validate({ ...input, strict: false });
      process.stdout.write(`${JSON.stringify({ ok, pages, diagnostics }, undefined, 2)}\n`);
      return input.strict && !ok ? CLI_EXIT.refused : CLI_EXIT.done;
    } finally {
      await renderer.close();
    }
  },
};

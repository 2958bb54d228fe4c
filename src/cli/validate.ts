/** `platen validate` */

import { createRenderer } from '../renderer.js';
import { DOCUMENT_HELP, parseDocumentArguments, readInput } from './arguments.js';
import { CLI_EXIT } from './outcome.js';
import { openProgress } from './progress.js';
import type { Streams } from './streams.js';

export const validateCommand = {
  help: `Usage: platen validate FILE.html [OPTIONS]

Prints JSON: whether nothing was found (ok), the number of pages, and the diagnostics.

${DOCUMENT_HELP}`,
  async run(args: readonly string[], { stdin, stdout, stderr }: Streams): Promise<number> {
    const parsed = await parseDocumentArguments('validate', args, stderr);
    const input = await readInput(parsed, stdin);
    const progress = openProgress(stderr);
    const renderer = createRenderer({ ...parsed.renderer, ...(progress && { onStage: progress.onStage }) });
    try {
      progress?.begin();
      const validated = renderer.validate({ ...input, strict: false });
      const { ok, pages, diagnostics, notices } = await validated.finally(() => progress?.end());
      stdout.write(`${JSON.stringify({ ok, pages, diagnostics, notices }, undefined, 2)}\n`);
      return input.strict && !ok ? CLI_EXIT.refused : CLI_EXIT.done;
    } finally {
      await renderer.close();
      await progress?.close();
    }
  },
};

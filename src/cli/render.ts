/** `platen render` */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EngineError } from '../engine/errors.js';
import { createRenderer } from '../index.js';
import { DOCUMENT_HELP, describeDiagnostics, readDocumentArguments } from './arguments.js';
import { CLI_EXIT, UsageError } from './outcome.js';

export const renderCommand = {
  summary: 'render an HTML template to PDF',
  help: `Usage: platen render FILE.html [OPTIONS]

FILE.html is read as a Handlebars template; - reads standard input. Images, fonts and style sheets that it names are
taken from its own folder and nowhere above it.

  -o, --output OUT.pdf  where to write; - is standard output (default: FILE.pdf)
${DOCUMENT_HELP}  --json                print pages, bytes, milliseconds by stage and diagnostics as JSON
`,
  async run(args: readonly string[]): Promise<number> {
    const { file, input, renderer: options, output, json } = await readDocumentArguments('render', args);
    const target = output || (file === '-' ? '-' : file.replace(/\.html?$/i, '').concat('.pdf'));
    if (target === '-' && output !== '-' && process.stdout.isTTY)
      throw new UsageError(
        'standard output is a terminal: name a file with --output, or - to write to it all the same',
      );
    if (target !== '-' && file !== '-' && resolve(target) === resolve(file))
      throw new UsageError(`${target} is the document itself: name another file to write with --output`);
    const renderer = createRenderer(options);
    try {
      const { pdf, pages, diagnostics, times } = await renderer.render(input);
      await write(target, pdf);
      const summary = { pages, bytes: pdf.length, milliseconds: rounded(times), diagnostics };
      if (json) (target === '-' ? process.stderr : process.stdout).write(`${JSON.stringify(summary, undefined, 2)}\n`);
      else process.stderr.write(describeDiagnostics(diagnostics));
      return CLI_EXIT.done;
    } catch (error) {
      if (error instanceof EngineError && error.diagnostics)
        process.stderr.write(describeDiagnostics(error.diagnostics));
      throw error;
    } finally {
      await renderer.close();
    }
  },
};

/** @throws UsageError */
async function write(target: string, pdf: Uint8Array): Promise<void> {
  // It may be a pipe that takes its time; what fails there is told for all commands alike.
  if (target === '-') return new Promise((done) => process.stdout.write(pdf, () => done()));
  try {
    writeFileSync(target, pdf);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such folder' : code === 'EISDIR' ? 'it is a folder' : message;
    throw new UsageError(`cannot write ${target}: ${reason}`);
  }
}

function rounded(times: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(times).map(([stage, ms]) => [stage, Math.round(ms * 100) / 100]));
}

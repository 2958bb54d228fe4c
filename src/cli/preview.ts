/** `platen preview` */

import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { PORTAL_FOLDER } from '../entry-points.js';
import { DOCUMENT_HELP, documentSettings, PREVIEW_OPTIONS } from './arguments.js';
import { interruptible } from './interruption.js';
import { parseOptions } from './options.js';
import { CLI_EXIT, UsageError } from './outcome.js';
import { openStudio, type StudioOptions } from './preview/studio.js';
import type { Streams } from './streams.js';

/** Seconds: somebody waits for the page. */
const DEFAULT_TIME = 10;
const MAX_PORT = 65_535;

export const previewCommand = {
  help: `Usage: platen preview FILE.html [OPTIONS]

Opens the editor of the portal on a template of the disk, without an account: prints an address for a browser on this
machine. What changes on the disk (template, data, partials, images, fonts, style sheets) shows at once, and edits in
the browser can be saved to the files. Ctrl-C ends it.

  --port PORT           port on 127.0.0.1 (default: any free one)
${DOCUMENT_HELP.replace('default 60', `default ${DEFAULT_TIME}`)
  .replace('; - reads standard input', '')
  .replace(/ {2}--no-template.*\n/, '')}`,
  async run(args: readonly string[], { stderr }: Streams): Promise<number> {
    return interruptible(async (interrupted) => {
      const studio = await openStudio(await parseArguments(args, stderr));
      stderr.write(`Preview at ${studio.url}\nCtrl-C ends it\n`);
      if (!interrupted.aborted) await once(interrupted, 'abort');
      await studio.close();
      return CLI_EXIT.done;
    });
  },
};

/** @throws UsageError */
async function parseArguments(args: readonly string[], stderr: Writable): Promise<StudioOptions> {
  const { values, positionals } = parseOptions('preview', args, PREVIEW_OPTIONS);
  const [template, ...more] = positionals;
  if (template === undefined) throw new UsageError('name the HTML file to preview');
  if (more.length > 0) throw new UsageError(`only one HTML file at a time; unexpected argument "${more[0]}"`);
  if (template === '-' || values.data === '-') throw new UsageError('preview needs files, not standard input');
  const { fromOptions, renderer } = await documentSettings(values, stderr);
  const { locale, strict, standard, title } = fromOptions;
  return {
    template,
    data: values.data,
    setup: {
      partials: values.partials,
      assetFolder: dirname(resolve(template)),
      title: title ?? undefined,
      engine: renderer.engine,
      fontFolders: renderer.fontFolders ?? [],
      maxTime: renderer.limits?.maxTime ?? DEFAULT_TIME,
    },
    settings: {
      ...(locale && { locale }),
      strict,
      ...(standard && { standard: typeof standard === 'string' ? [standard] : standard }),
    },
    port: portOf(values.port),
    portalFolder: PORTAL_FOLDER,
  };
}

/** @throws UsageError */
function portOf(text = '0'): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  throw new UsageError(`--port "${text}" is not a port number, 0 to ${MAX_PORT}`);
}

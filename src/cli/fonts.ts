/** `platen fonts` */

import { parseArgs } from 'node:util';
import { loadFonts } from '../../native/fonts.js';
import { CLI_EXIT, checkedFolders, UsageError, warnOfFont } from './arguments.js';

export const fontsCommand = {
  summary: 'list the fonts that documents can use',
  help: `Usage: platen fonts [--fonts DIR]... [--json]

Lists family, weight and style of every face, those of the given folders included.
`,
  async run(args: readonly string[]): Promise<number> {
    const { fonts, json } = options(args);
    const faces = loadFonts({ folders: checkedFolders(fonts), onProblem: warnOfFont }).map(
      ({ family, weight, style, stretch }) => ({ family, weight, style, stretch }),
    );
    if (json) process.stdout.write(`${JSON.stringify(faces, undefined, 2)}\n`);
    else for (const { family, weight, style } of faces) process.stdout.write(`${family} ${weight} ${style}\n`);
    return CLI_EXIT.done;
  },
};

function options(args: readonly string[]): { fonts?: string[]; json?: boolean } {
  try {
    return parseArgs({
      args: [...args],
      options: { fonts: { type: 'string', multiple: true }, json: { type: 'boolean' } },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

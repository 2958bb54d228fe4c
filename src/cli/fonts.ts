/** `platen fonts` */

import { loadFonts } from '../fonts/fonts.js';
import { checkedFolders, warnOfFonts } from './arguments.js';
import { parseOptionsOnly } from './options.js';
import { CLI_EXIT } from './outcome.js';
import type { Streams } from './streams.js';

const OPTIONS = { fonts: { type: 'string', multiple: true }, json: { type: 'boolean' } } as const;

export const fontsCommand = {
  help: `Usage: platen fonts [--fonts DIR]... [--json]

Lists family, weight and style of every face, those of the given folders included.
`,
  async run(args: readonly string[], { stdout, stderr }: Streams): Promise<number> {
    const { fonts, json } = parseOptionsOnly('fonts', args, OPTIONS);
    const faces = loadFonts({ folders: checkedFolders(fonts), onProblem: warnOfFonts(stderr) }).map(
      ({ family, weight, style, stretch }) => ({ family, weight, style, stretch }),
    );
    if (json) stdout.write(`${JSON.stringify(faces, undefined, 2)}\n`);
    else for (const { family, weight, style } of faces) stdout.write(`${family} ${weight} ${style}\n`);
    return CLI_EXIT.done;
  },
};

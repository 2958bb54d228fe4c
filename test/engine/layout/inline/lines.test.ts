/** Compares the text positions of the fixtures in test/suite/text and inline with geometry recorded in Chromium. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { ROOT } from '../../../support/build.js';
import { layOut } from '../lay-out.js';
import { type Line, linesOf } from './lines.js';

/** px. Offsets are multiples of 1/64, and every part of text in synthesized small capitals is rounded up. */
const TOLERANCE = 0.05;

for (const area of ['text', 'inline']) {
  const folder = pathToFileURL(join(ROOT, `test/suite/${area}/`));
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.html')) continue;
    const recorded = JSON.parse(readFileSync(new URL(name.replace('.html', '.json'), folder), 'utf8')) as {
      readonly lines: readonly Line[];
    };
    t.test(name.replace('.html', '').replaceAll('-', ' '), async (t) => {
      const lines = linesOf(layOut(readFileSync(new URL(name, folder), 'utf8')).layout);
      t.strictSame(lines.map(letters), recorded.lines.map(letters), 'the same text on each line');
      t.strictSame(differences(lines, recorded.lines), [], 'at the same place');
    });
  }
}

/** Normalizes white space, order (runs are in visual order) and case (small capitals). */
function letters([, , , text]: Line): string {
  return [...text.toUpperCase().replace(/[\s\u00ad\u200b\u2060]/g, '')].sort().join('');
}

function differences(lines: readonly Line[], expected: readonly Line[]): string[] {
  return expected.flatMap(([x, y, width, text], index) => {
    const mine = lines[index];
    if (!mine) return [];
    const same = [x - mine[0], y - mine[1], width - mine[2]].every((difference) => Math.abs(difference) <= TOLERANCE);
    return same ? [] : [`"${text}" at ${mine.slice(0, 3).join(' ')} instead of ${x} ${y} ${width}`];
  });
}

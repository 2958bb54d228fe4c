/** Long texts are shaped segment by segment, and have the lines that they have otherwise. */

import t from 'tap';
import { RecentShapes, ShapedLater } from '../../../../src/engine/text/shaped-later.js';
import type { ShapedText } from '../../../../src/engine/text/types.js';
import { layOut } from '../lay-out.js';
import { linesOf } from './lines.js';

/** Units of a content from which on it is long. */
const LONG = 100_000;

const linesIn = (html: string) => linesOf(layOut(html, { maxPages: 10_000 }).layout);

t.test('the lines of a log are where each of them is alone', async (t) => {
  const records = Array.from(
    { length: 3_000 },
    (_, i) => `2026-11-28 ${i} AVAST “Öl” – took ${i % 97} ms, <b>wrote</b>`,
  );
  const style = '<style>body { margin: 0; font: 10px/12px Arimo } pre { font: inherit; margin: 0 }</style>';
  const together = linesIn(`${style}<pre>${records.join('\n')}</pre>`);
  const apart = linesIn(`${style}${records.map((record) => `<pre>${record}</pre>`).join('')}`);
  t.equal(together.map(([, , , text]) => text).join('').length > LONG, true);
  t.strictSame(together, apart);
});

for (const [name, word] of Object.entries({
  words: 'one long paragraph, ',
  'Arabic without spaces': 'سلامعليكم',
  'words between zero width spaces': 'a\u200b',
  'emoji of several characters': '👩‍🚀',
  'Japanese text': '日本語、',
})) {
  t.test(`all characters of ${name} are on lines, in their order and none too long`, async (t) => {
    const text = word.repeat(Math.ceil((LONG + 10_000) / word.length));
    const lines = linesIn(`<style>p { width: 600px; font-size: 8px; overflow-wrap: anywhere }</style><p>${text}`);
    const shown = lines.map(([, , , text]) => text).join('');
    t.equal(shown.replaceAll(/[\s\u200b]/g, '').length, text.replaceAll(/[\s\u200b]/g, '').length);
    t.strictSame(
      lines.filter(([, , width]) => width > 600.1),
      [],
    );
  });
}

t.test('of the shape results of a long text few are kept, and others are made again', async (t) => {
  let made = 0;
  const recent = new RecentShapes();
  const make = (text: string): ShapedText => {
    made += 1;
    return { text, runs: [], advances: [text.length], unsafe: new Uint8Array(1), ligatures: undefined };
  };
  const texts = Array.from({ length: 100 }, (_, i) => String(i).repeat(1_000));
  const all = texts.map((text) => new ShapedLater(text, undefined, { recent, make }));
  for (const later of all) t.equal(later.advances[0], later.text.length);
  t.equal(made, 100);
  t.equal(all.at(-1)?.advances[0], texts.at(-1)?.length);
  t.equal(made, 100, 'the last one is kept');
  t.equal(all[0]?.advances[0], texts[0]?.length);
  t.equal(made, 101, 'the first one is not');
});

/** The progress line on a terminal, for slow documents. */

import t from 'tap';
import { ERASE_LINE } from '../../src/cli/progress.js';
import { binary } from '../support/cli.js';
import { onTerminal } from '../support/terminal.js';

t.test('on a terminal a document that takes its time tells how far it is, and the line is erased', async (t) => {
  const cwd = t.testdir({ 'a.html': '{{#each (range 1 12)}}<p>{{#each (range 1 60000)}}word {{/each}}{{/each}}' });
  const terminal = onTerminal([...binary.command, 'render', 'a.html'], { cwd });
  await terminal.printed(/(?:Laying out|Painting|Writing the PDF): \d+\.\d s/);
  const { code, output } = await terminal.ended;
  t.equal(code, 0);
  t.ok(output.endsWith(` s\x1b[K${ERASE_LINE}`), 'nothing of it is left');
  const dumb = onTerminal([...binary.command, 'render', 'a.html'], { cwd, env: { TERM: 'dumb' } });
  t.strictSame(await dumb.ended, { code: 0, output: '' }, 'and none on one that cannot erase it');
});

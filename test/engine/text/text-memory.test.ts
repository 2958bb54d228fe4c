import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { Engine } from '../../../src/engine/render.js';
import { openFont } from '../../../src/fonts/document-fonts.js';
import { loadFonts } from '../../../src/fonts/fonts.js';
import { loadPatterns } from '../../../src/hyphenation.js';

t.test('shaped texts that are kept do not keep the sources of their documents in memory', async (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const engine = new Engine({ fonts: loadFonts(), openFont, loadPatterns });
  const validate = (n: number) =>
    engine.validate({ html: `<p>A long enough text of document ${n}</p><!-- ${`padding ${n} `.repeat(300_000)} -->` });
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  validate(0);
  const before = used();
  for (let n = 1; n <= 15; n += 1) validate(n);
  t.ok(used() - before < 20e6, 'fifteen documents of 3 MB');
});

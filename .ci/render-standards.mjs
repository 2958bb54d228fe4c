// Renders the examples, signed, and a tenth of the suite (all of it with TEST_FULL) with what it lacks, in the standards,
// with forms.
// Usage: node .ci/render-standards.mjs ENGINE STANDARD[,STANDARD] FOLDER
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRenderer } from '../dist/src/index.js';
import { FOLDER, translate } from '../scripts/translate.mjs';

await translate();
const { signingKey } = await import(join(FOLDER, 'test/support/signing-key.js'));
const { sample } = await import(join(FOLDER, 'test/support/sample.js'));

const [engine, standards, folder] = process.argv.slice(2);
const htmlIn = (root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort()
    .map((name) => join(root, name));

/** PDF/A takes no buttons that reset a form. */
const withoutReset = (html) => html.replace(/<(button|input) type="?reset"?/g, '<$1 type="button"');

/** A language and alternative texts, which fixtures of layout leave out. */
function completed(html) {
  const described = html
    .replace(/<img(?![^>]*\balt=)/g, '<img alt="An image"')
    .replace(/<svg/g, '<svg aria-label="A drawing"');
  return /<html[^>]*\blang=/.test(described)
    ? described
    : described.replace(/<html|^(?:<!doctype[^>]*>)?/i, (head) =>
        head === '<html' ? '<html lang="en"' : `${head}<html lang="en">`,
      );
}

mkdirSync(folder, { recursive: true });
const renderer = createRenderer({ engine });
const signature = { pkcs12: signingKey('key'), password: 'key' };
const suite = sample(htmlIn('test/suite'), `${engine} ${standards}`);
for (const file of [...htmlIn('examples'), ...suite]) {
  const data = file.replace(/html$/, 'json');
  const isExample = file.startsWith('examples');
  const html = readFileSync(file, 'utf8');
  const { pdf } = await renderer.render({
    html: withoutReset(isExample ? html : completed(html)),
    forms: true,
    ...(isExample && existsSync(data) && { data: JSON.parse(readFileSync(data, 'utf8')) }),
    ...(!isExample && { title: basename(file) }),
    ...(isExample && { signature }),
    standard: standards.split(','),
  });
  writeFileSync(join(folder, `${file.replace(/\.html$/, '').replaceAll('/', '.')}.pdf`), pdf);
}
await renderer.close();

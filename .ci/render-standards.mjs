// Renders the examples, signed, and every n-th document of the suite with what it lacks, in the standards, with forms.
// Usage: node --import tsx .ci/render-standards.mjs ENGINE STANDARD[,STANDARD] FOLDER N
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRenderer } from '../dist/src/index.js';
import { signingKey } from '../test/support/signing-key.ts';

const [engine, standards, folder, share] = process.argv.slice(2);
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
const suite = htmlIn('test/suite').filter((_, index) => index % Number(share) === 0);
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

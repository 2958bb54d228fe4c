// Renders the electronic invoice of the examples.
// Usage: node .ci/render-invoices.mjs ENGINE FOLDER
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRenderer } from '../dist/src/index.js';

const [engine, folder] = process.argv.slice(2);
const read = (extension) => readFileSync(`examples/e-invoice.${extension}`, 'utf8');

mkdirSync(folder, { recursive: true });
const renderer = createRenderer({ engine });
const { pdf } = await renderer.render({
  html: read('html'),
  data: JSON.parse(read('json')),
  facturx: { template: read('xml'), profile: 'EN 16931' },
  standard: ['pdf/a-3a', 'pdf/ua-1'],
  strict: true,
});
writeFileSync(join(folder, 'e-invoice.pdf'), pdf);
await renderer.close();

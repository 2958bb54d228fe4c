/** docs/service.md names what there is: no more, no less. */

import { readFileSync } from 'node:fs';
import t from 'tap';
import { SETTINGS } from '../../src/config.js';
import { SERVICE_ERRORS } from '../../src/service/errors.js';
import { ROUTES } from '../../src/service/http/routes/index.js';

const text = readFileSync('docs/service.md', 'utf8');

/** Cells of the table below a heading, without the marks of code. */
function table(heading: string): string[][] {
  const section = text.split(/^## /m).find((part) => part.startsWith(heading))!;
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row]) => row!.split(' | ').map(plain));
  return rows.slice(2);
}

const plain = (cell: string) => cell.trim().replace(/^`(.*)`$/, '$1');

t.test('every endpoint is named', async (t) => {
  t.strictSame(
    table('Endpoints'),
    ROUTES.map(({ method, path, summary }) => [`${method} ${path}`, summary]),
  );
});

t.test('every error is named with its status', async (t) => {
  t.strictSame(
    table('Errors'),
    Object.entries(SERVICE_ERRORS).map(([code, { status, title }]) => [String(status), code, title]),
  );
});

t.test('every setting is named with its default', async (t) => {
  t.strictSame(
    table('Settings'),
    Object.values(SETTINGS).map(({ variable, default: byDefault = '', doc }) => [variable, byDefault, doc]),
  );
});

/** "Nothing is ignored silently": every property either changes what is rendered or yields a diagnostic naming it. */

import t from 'tap';
import { NOT_IMPLEMENTED } from '../../src/engine/css/properties/others.js';
import { PROPERTIES, type PropertyName } from '../../src/engine/css/properties/table.js';
import { Engine } from '../../src/engine/render.js';
import { openFont } from '../../src/fonts/document-fonts.js';
import { loadFonts } from '../../src/fonts/fonts.js';
import { loadPatterns } from '../../src/hyphenation.js';
import { PROPERTY_FIXTURES } from './property-fixtures.js';

const engine = new Engine({
  openFont,
  loadPatterns,
  fonts: loadFonts({ packages: ['arimo', 'cousine', 'noto-sans-jp'].map((name) => `@expo-google-fonts/${name}`) }),
});

interface Outcome {
  readonly source: string;
  readonly diagnostics: readonly string[];
  readonly notices: readonly string[];
}

function render(html: string): Outcome {
  let source = '';
  const { diagnostics, notices = [] } = engine.render(
    { notices: true, html: `<!DOCTYPE html><title>t</title><body style="font-family: Arimo">${html}` },
    {
      compile: (typst) => {
        source =
          typst.text +
          [...typst.files].map(([path, bytes]) => `${path}${Buffer.from(bytes).toString('latin1')}`).join('');
        return new Uint8Array();
      },
      finish: (pdf) => ({ pdf, addedPages: 0 }),
    },
  );
  const described = (list: typeof diagnostics) => list.map(({ kind, text }) => `${kind} ${text}`);
  return { source, diagnostics: described(diagnostics), notices: described(notices) };
}

/** undefined: it shows, or is reported. */
function silence(name: string, value: string, html: string): string | undefined {
  const without = render(html.replace('@@', ''));
  // Most stand in an attribute.
  const declared = render(html.replace('@@', `${name}: ${value.replaceAll('"', "'")}`));
  if (declared.source !== without.source) return undefined;
  const word = name.split('-')[0]!;
  const said = declared.diagnostics.filter((line) => !without.diagnostics.includes(line));
  return said.some((line) => line.includes(word) && !line.startsWith('InvalidCss')) ? undefined : `${name}: ${value}`;
}

t.test('every property of the table shows or is reported', async (t) => {
  for (const name of Object.keys(PROPERTIES) as PropertyName[]) {
    const { values, html } = PROPERTY_FIXTURES[name] ?? { values: [], html: '' };
    t.ok(values.length > 0 && html.includes('@@'), `${name} has a fixture`);
    t.strictSame(values.map((value) => silence(name, value, html)).filter(Boolean), [], name);
  }
});

t.test('every other property that Chromium knows is reported by its name', async (t) => {
  for (const name of Object.keys(NOT_IMPLEMENTED)) {
    const { diagnostics } = render(`<p style="transform: rotate(1deg); ${name}: some-value">text`);
    t.ok(
      diagnostics.some((line) => line.includes(name)),
      name,
    );
  }
});

t.test('a property that nobody knows gets a notice', async (t) => {
  const { diagnostics, notices } = render('<p style="colour: red">text');
  t.strictSame(diagnostics, []);
  t.match(notices, ['UnsupportedProperty colour: red']);
});

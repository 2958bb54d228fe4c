/** "Nothing is ignored silently": every property either changes what is rendered or yields a diagnostic naming it. */

import t from 'tap';
import { NOT_IMPLEMENTED } from '../../src/engine/css/properties/others.js';
import { PROPERTIES, type PropertyName } from '../../src/engine/css/properties/table.js';
import { encodedListWriter } from '../../src/engine/encode/display-list-writer.js';
import { Engine } from '../../src/engine/render.js';
import { typstListWriter } from '../../src/engine/typst/display-list-writer.js';
import { openFont } from '../../src/fonts/document-fonts.js';
import { loadFonts } from '../../src/fonts/fonts.js';
import { loadPatterns } from '../../src/hyphenation.js';
import { PROPERTY_FIXTURES } from './property-fixtures.js';

const engine = new Engine({
  openFont,
  loadPatterns,
  fonts: loadFonts({
    packages: ['arimo', 'cousine', 'noto-sans', 'noto-sans-jp', 'stix-two-math'].map(
      (name) => `@expo-google-fonts/${name}`,
    ),
  }),
});

interface Outcome {
  readonly inputs: { readonly encoded: string; readonly markup: string };
  readonly diagnostics: readonly string[];
  readonly notices: readonly string[];
}

const NO_PDF = new Uint8Array();
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Renders a document: the inputs of both writers, and its findings. */
function render(html: string): Outcome {
  const inputs = { encoded: '', markup: '' };
  const encoded = encodedListWriter(({ lists, fonts, images }) => {
    const pictures = images.map(({ bytes, ...others }) => `${JSON.stringify(others)}${latin1(bytes)}`);
    inputs.encoded = [
      ...Array.from(lists, ({ bytes }) => latin1(bytes)),
      fonts.map(({ id }) => id).join(),
      ...pictures,
    ].join('\n');
    return NO_PDF;
  });
  const markup = typstListWriter(({ text, files }) => {
    inputs.markup = [text, ...[...files].map(([path, bytes]) => `${path}${latin1(bytes)}`)].join('\n');
    return NO_PDF;
  });
  const { diagnostics, notices = [] } = engine.render(
    { notices: true, html: `<!DOCTYPE html><title>t</title><body style="font-family: Arimo">${html}` },
    {
      prepare(list, writing) {
        markup.prepare(list, writing).write();
        return encoded.prepare(list, writing);
      },
      finish: (pdf) => ({ pdf, addedPages: 0 }),
    },
  );
  const described = (list: typeof diagnostics) => list.map(({ kind, text }) => `${kind} ${text}`);
  return { inputs, diagnostics: described(diagnostics), notices: described(notices) };
}

/** undefined: it shows, or is reported. */
function silence(name: string, value: string, html: string): string | undefined {
  const without = render(html.replace('@@', ''));
  // Most stand in an attribute.
  const declared = render(html.replace('@@', `${name}: ${value.replaceAll('"', "'")}`));
  const shows = (writer: 'encoded' | 'markup') => declared.inputs[writer] !== without.inputs[writer];
  if (shows('encoded') && shows('markup')) return undefined;
  if (shows('encoded') || shows('markup')) return `${name}: ${value}, with one writer only`;
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

/** The engines by name. The first is the reference of comparisons. */

import { forme, turboHtml2pdf } from './addons.js';
import { chromium } from './chromium.js';
import type { EngineEntry } from './engine.js';
import { platen, platenValidate } from './platen.js';
import { python } from './python.js';

export const ENGINES: Readonly<Record<string, EngineEntry>> = {
  platen: { title: 'Platen, native core', start: () => platen('core') },
  'platen-wasm': { title: 'Platen, WebAssembly', start: () => platen('wasm') },
  'platen-typst': { title: 'Platen, Typst', start: () => platen('typst') },
  'platen-validate': {
    title: 'Platen, validate',
    note: 'reports without writing a PDF',
    start: () => platenValidate(),
  },
  chromium: { title: 'Chromium, page reused', start: () => chromium(true) },
  'chromium-new-page': { title: 'Chromium, new page each', start: () => chromium(false) },
  plutoprint: { title: 'PlutoPrint', start: (rivals) => python('plutoprint', rivals) },
  weasyprint: { title: 'WeasyPrint', start: (rivals) => python('weasyprint', rivals) },
  'turbo-html2pdf': { title: 'turbo-html2pdf, tagged', start: turboHtml2pdf },
  forme: { title: 'Forme', start: forme },
};

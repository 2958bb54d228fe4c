/** The gallery: templates to begin with, each loaded when it is shown. */

interface StarterSource {
  readonly source: string;
  readonly data: Record<string, unknown>;
}

const sources = import.meta.glob<string>('../starters/*.html', { query: '?raw', import: 'default' });
const data = import.meta.glob<Record<string, unknown>>('../starters/*.json', { import: 'default' });

export const STARTERS = [
  { id: 'invoice', name: 'Invoice', about: 'Items, taxes, a QR code to pay' },
  { id: 'quote', name: 'Quote', about: 'Options and terms, to be signed' },
  { id: 'receipt', name: 'Receipt', about: 'For 80 mm rolls' },
  { id: 'statement', name: 'Statement', about: 'Account activity over several pages' },
  { id: 'report', name: 'Report', about: 'Cover, contents, charts, footnotes' },
  { id: 'letter', name: 'Letter', about: 'DIN 5008, for window envelopes' },
  { id: 'certificate', name: 'Certificate', about: 'Landscape, with a seal' },
  { id: 'labels', name: 'Label sheet', about: '3 × 8 labels with barcodes' },
  { id: 'ticket', name: 'Ticket', about: 'With a stub and a code to scan' },
  { id: 'resume', name: 'Résumé', about: 'One page, two columns' },
] as const;

export async function loadStarter(id: string): Promise<StarterSource> {
  const [source, values] = await Promise.all([sources[`../starters/${id}.html`]!(), data[`../starters/${id}.json`]!()]);
  return { source, data: values };
}

export const BLANK: StarterSource = {
  source: `<!doctype html>
<html lang="en">
<head>
  <title>{{title}}</title>
  <style>
    @page { size: A4; margin: 2cm }
    body { margin: 0; font: 11pt/1.5 sans-serif }
  </style>
</head>
<body>
  <h1>{{title}}</h1>
</body>
</html>
`,
  data: { title: 'Hello' },
};

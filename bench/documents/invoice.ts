import { Words } from './words.js';

const STYLE = `@page { size: A4; margin: 15mm 14mm 18mm }
body { margin: 0; font: 10pt Arial, sans-serif; color: #1f2933 }
h1 { margin: 0 0 4mm; font-size: 20pt; color: #12476b }
header { display: flex; justify-content: space-between; margin-bottom: 8mm }
header p { margin: 0 0 1mm }
.quiet { color: #6b7785 }
table { width: 100%; border-collapse: collapse }
th { padding: 2mm; background: #12476b; color: white; font-size: 8pt; text-align: left }
td { padding: 1.6mm 2mm; border-bottom: .3mm solid #d5dfe6; vertical-align: top }
tr { break-inside: avoid }
tbody tr:nth-child(even) td { background: #f6f9fb }
.number { text-align: right }
.totals { width: 60mm; margin: 6mm 0 0 auto }
.totals td { padding: 1mm 2mm; border: 0; background: none }
.totals .due td { border-top: .5mm solid #12476b; font-weight: bold }`;

/** An invoice with a table of five columns, whose header repeats on every page. */
export function invoice(items: number, seed: number): string {
  const words = new Words(seed);
  const rows = Array.from(
    { length: items },
    (_, i) =>
      `<tr><td>${i + 1}</td><td>${words.phrase(3)}</td><td class="number">${1 + words.below(20)}</td>` +
      `<td class="number">€${words.money()}</td><td class="number">€${words.money()}</td></tr>`,
  );
  const number = words.below(1_000_000);
  const total = (label: string, kind = '') =>
    `<tr${kind}><td>${label}</td><td class="number">€${words.money()}</td></tr>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Invoice ${number}</title><style>${STYLE}</style></head>
<body><header><div><h1>Invoice ${number}</h1><p class="quiet">Issued ${words.date()}</p><p>Due in ${10 + words.below(40)} days</p></div>
<div><p><b>${words.phrase(2)} Ltd</b></p><p>${words.below(200)} ${words.phrase(2)} street</p><p>${words.phrase(1)} ${words.below(99_999)}</p></div></header>
<p>Dear ${words.phrase(2)}, thank you for your order. ${words.sentences(2)}</p>
<table><thead><tr><th>#</th><th>Item</th><th class="number">Quantity</th><th class="number">Price</th><th class="number">Amount</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
<table class="totals">${total('Net')}${total('VAT 20%')}${total('Total', ' class="due"')}</table>
<p class="quiet">Payment to ${words.below(100_000_000)} by transfer. ${words.sentences(1)}</p></body></html>`;
}

/** The documents of `platen tune` without `--template`: invoices of 5 to 40 rows. */

export const SAMPLE_TEMPLATE = `<!doctype html><html lang="en"><title>Invoice {{number}}</title><style>
@page { size: A4; margin: 18mm 16mm; @bottom-right { content: "Page " counter(page) " of " counter(pages) } }
body { margin: 0; font: 10pt/1.4 Arial, sans-serif }
header { display: flex; justify-content: space-between; margin-bottom: 8mm }
h1 { margin: 0; font-size: 20pt } p { margin: 0 0 2mm }
table { width: 100%; border-collapse: collapse }
th { padding: 2mm; background: #12476b; color: white; text-align: left }
td { padding: 1.6mm 2mm; border-bottom: 1px solid #d5dfe6; vertical-align: top }
tr { break-inside: avoid } tr:nth-child(even) td { background: #f6f9fb } .number { text-align: right }
</style>
<header><div><h1>Invoice {{number}}</h1><p>Due in {{days}} days</div><div><p><b>{{customer}}</b><p>{{street}}</div></header>
<table><thead><tr><th>Item<th>Description<th class=number>Quantity<th class=number>Price<th class=number>Amount</thead>
{{#each items}}<tr><td>{{code}}<td>{{text}}<td class=number>{{number quantity}}<td class=number>{{currency price "EUR"}}<td class=number>{{currency (mul price quantity) "EUR"}}
{{/each}}</table><p>Please pay within {{days}} days. Thank you for your order.</html>`;

const TEXTS = [
  'Paper, white, 80 g/m²',
  'Envelopes with window',
  'Printing in two colours, folded and bound',
  'Delivery',
];

/** @param number  from 1 */
export function sampleData(number: number): object {
  const rows = 5 + ((number * 7) % 36);
  const items = Array.from({ length: rows }, (_, row) => ({
    code: `A-${number * 100 + row}`,
    text: TEXTS[(number + row) % TEXTS.length],
    quantity: 1 + ((number * row) % 19),
    price: 0.5 + ((number * 31 + row * 17) % 1000) / 10,
  }));
  const street = `${1 + (number % 80)} Station Road`;
  return { number, days: 10 + (number % 20), customer: `Customer ${number * 13} Ltd`, street, items };
}

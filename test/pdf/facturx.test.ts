/** Invoices and orders with XML inside. */

import { readFileSync } from 'node:fs';
import t from 'tap';
import { createRenderer, type Facturx, type FacturxProfile } from '../../src/index.js';
import { decodedStream } from '../../src/pdf/syntax/filters.js';
import type { Name, PdfString } from '../../src/pdf/syntax/objects.js';
import { readPdf } from '../../src/pdf/syntax/read.js';
import { CORE } from '../support/engines.js';

const HTML = '<html lang="en"><title>Invoice</title><h1>Invoice</h1>';
const renderer = createRenderer({ engine: CORE });
t.teardown(() => renderer.close());

const message = (root: string, namespace: string, guideline: string, rest = '') =>
  `<?xml version="1.0" encoding="utf-8"?><m:${root} xmlns:m="${namespace}" xmlns:r="urn:r"><m:ExchangedDocumentContext>
    <r:GuidelineSpecifiedDocumentContextParameter><r:ID> ${guideline} </r:ID></r:GuidelineSpecifiedDocumentContextParameter>
  </m:ExchangedDocumentContext><m:ExchangedDocument>${rest}</m:ExchangedDocument></m:${root}>`;
const invoice = (guideline: string, rest?: string) =>
  message('CrossIndustryInvoice', 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100', guideline, rest);
const order = (guideline: string, type: string) =>
  message(
    'SCRDMCCBDACIOMessageStructure',
    'urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100',
    guideline,
    `<r:TypeCode>${type}</r:TypeCode>`,
  );

async function factsOf(facturx: Facturx, data = {}) {
  const { pdf, diagnostics } = await renderer.render({ html: HTML, data, facturx });
  const file = readPdf(pdf);
  const metadata = Buffer.from(decodedStream(file.stream(file.catalog.get('Metadata'))!)).toString();
  const specification = file.dict(file.array(file.catalog.get('AF'))![0])!;
  const stream = file.stream(file.dict(specification.get('EF'))!.get('F'))!;
  const modified = file.dict(stream.dict.get('Params'))!.get('ModDate') as PdfString | undefined;
  const property = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(metadata)?.[1];
  return {
    diagnostics,
    properties: ['DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel'].map((name) =>
      property(`fx:${name}`),
    ),
    namespace: /xmlns:fx="(.*?)"/.exec(metadata)?.[1],
    described: property('pdfaSchema:namespaceURI'),
    level: `${property('pdfaid:part')}${property('pdfaid:conformance')}`,
    file: Buffer.from((specification.get('UF') as PdfString).bytes).toString(),
    relationship: (specification.get('AFRelationship') as Name).text,
    modified: modified && Buffer.from(modified.bytes).toString(),
    xml: Buffer.from(decodedStream(stream)).toString(),
  };
}

t.test('the guideline of an invoice decides on profile, file name and relationship', async (t) => {
  const en16931 = 'urn:cen.eu:en16931:2017';
  for (const [guideline, profile, file, relationship, version] of [
    ['urn:factur-x.eu:1p0:minimum', 'MINIMUM', 'factur-x.xml', 'Data', '1.0'],
    ['urn:factur-x.eu:1p0:basicwl', 'BASIC WL', 'factur-x.xml', 'Data', '1.0'],
    [`${en16931}#compliant#urn:factur-x.eu:1p0:basic`, 'BASIC', 'factur-x.xml', 'Alternative', '1.0'],
    [en16931, 'EN 16931', 'factur-x.xml', 'Alternative', '1.0'],
    [`${en16931}#conformant#urn:factur-x.eu:1p0:extended`, 'EXTENDED', 'factur-x.xml', 'Alternative', '1.0'],
    [`${en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`, 'XRECHNUNG', 'xrechnung.xml', 'Alternative', '3.0'],
  ] as const) {
    const xml = invoice(guideline);
    const facts = await factsOf({ xml, profile });
    t.strictSame(facts.properties, ['INVOICE', file, version, profile]);
    t.match(facts, { file, relationship, xml, level: '3B', diagnostics: [], modified: undefined }, profile);
    t.equal(facts.namespace, 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#');
    t.equal(facts.described, facts.namespace, 'the schema is described, as PDF/A wants');
  }
});

t.test('orders have names and properties of their own', async (t) => {
  for (const [code, type] of [
    ['220', 'ORDER'],
    ['230', 'ORDER_CHANGE'],
    ['231', 'ORDER_RESPONSE'],
  ] as const) {
    const facts = await factsOf({ xml: order('urn:order-x.eu:1p0:comfort', code) });
    t.strictSame(facts.properties, [type, 'order-x.xml', '1.0', 'COMFORT']);
    t.equal(facts.namespace, 'urn:factur-x:pdfa:CrossIndustryDocument:1p0#');
  }
});

t.test('the example makes page and XML of the same data', async (t) => {
  const read = (extension: string) => readFileSync(`examples/e-invoice.${extension}`, 'utf8');
  const data = JSON.parse(read('json'));
  const facturx = { template: read('xml') };
  const { diagnostics } = await renderer.render({
    html: read('html'),
    data,
    facturx,
    standard: ['pdf/a-3a', 'pdf/ua-1'],
    strict: true,
  });
  t.strictSame(diagnostics, []);
  const { xml, modified } = await factsOf(facturx, data);
  t.match(xml, '<ram:Name>Kontor &amp; Söhne KG</ram:Name>');
  t.match(xml, '<ram:DuePayableAmount>2299.08</ram:DuePayableAmount>');
  t.equal(modified, 'D:20260914000000Z', 'the date of the invoice');
  const lines = [...xml.matchAll(/<ram:LineTotalAmount>([\d.]+)</g)].map(([, amount]) => Number(amount));
  t.strictSame(lines, [...data.items.map(({ total }: { total: number }) => total), data.net]);
  t.equal(
    data.items.reduce((sum: number, item: { total: number }) => sum + item.total, 0),
    data.net,
  );
});

t.test('XML that a PDF must not have is refused with the reason', async (t) => {
  const good = invoice('urn:factur-x.eu:1p0:minimum');
  const cases: [Facturx, RegExp][] = [
    [{ xml: '' }, /not well-formed/],
    [{ xml: good.slice(0, -3) }, /not well-formed: 3:\d+: unclosed tag/],
    [{ xml: good.replace('xmlns:r="urn:r"', '') }, /not well-formed.*unbound namespace prefix/],
    [{ xml: `<!DOCTYPE a [<!ENTITY b "c">]>${good.replace(/^.*?\?>/, '')}` }, /document type declaration/],
    [{ xml: good.replace('utf-8', 'iso-8859-1') }, /it is iso-8859-1: write it in UTF-8/],
    [{ xml: Buffer.from('<a>\xe9</a>', 'latin1') }, /the XML is not UTF-8/],
    [{ xml: '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>' }, /its root is Invoice/],
    [{ xml: good.replaceAll('r:ID>', 'r:Id>') }, /names no guideline/],
    [{ xml: invoice('urn:example') }, /"urn:example" of the XML is that of no known profile/],
    [{ xml: order('urn:order-x.eu:1p0:basic', '380') }, /type code "380"/],
    [{ xml: good, profile: 'BASIC' }, /profile is BASIC, but the XML is MINIMUM/],
    [{ xml: good, profile: 'COMFY' as FacturxProfile }, /it is one of MINIMUM/],
    [{} as Facturx, /give either xml or template/],
  ];
  for (const [facturx, message] of cases) {
    const expected = { name: 'EngineError', code: 'invalid_option', message };
    await t.rejects(renderer.render({ html: HTML, facturx }), expected, String(message));
  }
  const second = renderer.render({ html: HTML, facturx: { xml: good }, standard: ['pdf/ua-1', 'pdf/a-2u'] });
  await t.rejects(second, { message: /pdf\/a-2u takes no XML file; set standard to pdf\/a-3u/ });
  const twice = { html: HTML, facturx: { xml: good }, attachments: [{ name: 'factur-x.xml', data: Buffer.from('') }] };
  await t.rejects(renderer.render(twice), { message: /two files have the name "factur-x.xml"/ });
  const broken = renderer.render({ html: HTML, facturx: { template: 'a\n{{nope 1}}' } });
  await t.rejects(broken, { code: 'template_invalid', message: /^facturx\.template: /, line: 2 });
});

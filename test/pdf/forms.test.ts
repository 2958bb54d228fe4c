/** Forms, read and filled in by pdf.js and, where it is installed, checked by qpdf. */

import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { type Dict, isName, Name, type PdfObject, type PdfString } from '../../src/pdf/syntax/objects.js';
import { pagesOf } from '../../src/pdf/syntax/pages.js';
import { type PdfObjects, readPdf as readObjects } from '../../src/pdf/syntax/read.js';
import { ENGINES } from '../support/engines.js';
import { textOf } from '../support/pdf.js';

const QPDF = '/usr/bin/qpdf';
const document = (body: string) => `<html lang="en"><title>Form</title><style>@page { size: A5 }</style>${body}`;

/** A field as pdf.js reads it. */
interface Field {
  readonly id: string;
  readonly fieldName: string;
  readonly fieldType: string;
  readonly fieldValue: unknown;
  readonly alternativeText: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly rect: readonly [number, number, number, number];
  readonly [other: string]: unknown;
}

/** The widgets of all pages in their order. */
async function fieldsOf(pdf: Uint8Array): Promise<Field[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const read = await loading.promise;
  const fields: Field[] = [];
  for (let page = 1; page <= read.numPages; page += 1) {
    const annotations = (await (await read.getPage(page)).getAnnotations()) as (Field & { subtype: string })[];
    fields.push(...annotations.filter(({ subtype }) => subtype === 'Widget'));
  }
  await loading.destroy();
  return fields;
}

/** The file with new values by name. */
async function filled(pdf: Uint8Array, values: Readonly<Record<string, unknown>>): Promise<Uint8Array> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const read = await loading.promise;
  for (const { id, fieldName, buttonValue } of await fieldsOf(pdf)) {
    if (!Object.hasOwn(values, fieldName)) continue;
    const value = values[fieldName];
    read.annotationStorage.setValue(id, { value: buttonValue === undefined ? value : buttonValue === value });
  }
  const saved = await read.saveDocument();
  await loading.destroy();
  return saved;
}

const byName = async (pdf: Uint8Array) => new Map((await fieldsOf(pdf)).map((field) => [field.fieldName, field]));

/** Types of the structure elements with their texts: the tooltip of a form field. */
function structureOf(file: PdfObjects): string[] {
  const found: string[] = [];
  const visit = (object: PdfObject | undefined, parents: readonly string[]): void => {
    const element = file.dict(object);
    for (const kid of element ? [] : (file.array(object) ?? [])) visit(kid, parents);
    if (!element) return;
    if (isName(element.get('Type'), 'OBJR')) {
      const widget = file.dict(element.get('Obj'))!;
      const tip = file.resolve(widget.get('TU') ?? file.dict(widget.get('Parent'))?.get('TU')) as PdfString;
      found.push(`${parents.join('/')}: ${Buffer.from(tip.bytes).toString('latin1')}`);
    }
    const role = element.get('S');
    visit(element.get('K'), role instanceof Name ? [...parents, role.text] : parents);
  };
  visit(file.dict(file.catalog.get('StructTreeRoot'))?.get('K'), []);
  return found;
}

/** The content of its normal appearance. */
function appearance(file: PdfObjects, widget: Dict): string {
  const { dict, data } = file.stream(file.dict(widget.get('AP'))?.get('N'))!;
  return (dict.has('Filter') ? inflateSync(data) : Buffer.from(data)).toString('latin1');
}

const widgetsIn = (file: PdfObjects): Dict[] =>
  pagesOf(file).flatMap(({ dict }) =>
    (file.array(dict.get('Annots')) ?? [])
      .map((one) => file.dict(one)!)
      .filter((one) => isName(one.get('Subtype'), 'Widget')),
  );

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());
  const render = (body: string, options: object = {}) =>
    renderer.render({ html: document(body), forms: true, ...options });

  t.test(`${engine}: controls become fields with their names, values and rules`, async (t) => {
    const { pdf, diagnostics } = await render(`
      <p><label for="n">Full name</label> <input id="n" name="person.name" value="Ada" maxlength="40" required>
      <p><label>Notes <textarea name="notes" title="ignored">one\ntwo</textarea></label>
      <p><input type="password" name="pin" value="1234" aria-label="PIN"> <input type="date" name="born" value="1815-12-10" title="Born">
      <p><label><input type="number" name="count" value="3" readonly> Count</label> <input name="off" value="x" disabled>
      <p><label><input type="checkbox" name="terms" value="yes" checked> Terms</label>
      <fieldset><legend>Plan</legend><label><input type="radio" name="plan" value="a"> A</label>
        <label><input type="radio" name="plan" value="b" checked> B</label></fieldset>
      <p><select name="land"><option value="de">Deutschland<option value="fr" selected>France</select>
        <select name="tongues" multiple><option selected>English<option>German<option selected>French</select>
      <p><button type="button">Press</button> <input type="reset" name="again">`);
    t.strictSame(diagnostics, []);
    const fields = await byName(pdf);
    t.match(fields.get('person.name'), {
      fieldType: 'Tx',
      fieldValue: 'Ada',
      maxLen: 40,
      required: true,
      alternativeText: 'Full name',
    });
    t.match(fields.get('notes'), { fieldValue: 'one\ntwo', multiLine: true, alternativeText: 'Notes' });
    t.match(fields.get('pin'), { fieldValue: '', password: true, alternativeText: 'PIN' });
    t.match(fields.get('born'), { fieldValue: '1815-12-10', alternativeText: 'Born' });
    t.match(fields.get('count'), { fieldValue: '3', readOnly: true, required: false, alternativeText: 'Count' });
    t.match(fields.get('off'), { fieldValue: 'x', readOnly: true, alternativeText: 'off' });
    t.match(fields.get('terms'), { checkBox: true, fieldValue: 'yes', exportValue: 'yes', alternativeText: 'Terms' });
    t.match(fields.get('land'), {
      combo: true,
      fieldValue: ['fr'],
      options: [
        { exportValue: 'de', displayValue: 'Deutschland' },
        { exportValue: 'fr', displayValue: 'France' },
      ],
    });
    t.match(fields.get('tongues'), { combo: false, multiSelect: true, fieldValue: ['English', 'French'] });
    t.match(fields.get('button'), { pushButton: true, alternativeText: 'Press' });
    t.match(fields.get('again'), { pushButton: true, resetForm: {}, alternativeText: 'Reset' });
    const plan = (await fieldsOf(pdf)).filter(({ fieldName }) => fieldName === 'plan');
    t.match(plan, [
      { radioButton: true, buttonValue: 'a', fieldValue: 'b', alternativeText: 'A' },
      { radioButton: true, buttonValue: 'b', fieldValue: 'b', alternativeText: 'B' },
    ]);
    t.notMatch(Buffer.from(pdf).toString('latin1'), '1234');
  });

  t.test(`${engine}: a form that is filled in has the new values and shows them`, async (t) => {
    const { pdf } = await render(`<input name="city" value="Old"> <input type="checkbox" name="ok" value="y">
      <input type="radio" name="size" value="s" checked> <input type="radio" name="size" value="m">
      <select name="land"><option>Spain<option>Italy</select>`);
    const changed = await filled(pdf, { city: 'Genoa', ok: 'y', size: 'm', land: 'Italy' });
    const fields = await byName(changed);
    t.match(fields.get('city'), { fieldValue: 'Genoa' });
    t.match(fields.get('ok'), { fieldValue: 'y' });
    t.match(fields.get('size'), { fieldValue: 'm' });
    t.match(fields.get('land'), { fieldValue: ['Italy'] });
    const file = readObjects(changed);
    const city = widgetsIn(file).find((widget) => (file.resolve(widget.get('T')) as PdfString)?.bytes.length === 4)!;
    const shown = appearance(file, city);
    t.match(shown, /\(Genoa\)|<47656e6f61>/);
    t.match(shown, /\/F0 [\d.]+ Tf/);
  });

  t.test(`${engine}: fields are elements of the structure tree, in the order of the document`, async (t) => {
    const { pdf } = await render(
      `<h1>Head <input name="a"></h1><p>Text <label>B <input name="b"></label> text <button>C</button>
       <table><tr><td><input type="checkbox" name="d"></table><ul><li><select name="e"><option>x</select></ul>
       <p aria-hidden="true"><input name="f">`,
      { standard: 'pdf/ua-1' },
    );
    const file = readObjects(pdf);
    t.strictSame(structureOf(file), [
      'Document/H1/Form: a',
      'Document/P/Form: B',
      'Document/P/Form: C',
      'Document/Table/TR/TD/Form: d',
      'Document/L/LI/LBody/Form: e',
      'Document/Form: f',
    ]);
    for (const { dict } of pagesOf(file)) t.ok(isName(dict.get('Tabs'), 'S'));
    t.equal(await textOf(pdf), 'Head Text B text C');
  });

  t.test(`${engine}: forms conform to PDF/A and PDF/UA, but for buttons that reset`, async (t) => {
    const standard = ['pdf/a-2a', 'pdf/ua-1'];
    const body = '<p><input name="a" value="x"> <input type="checkbox" name="b"> <button type="button">B</button>';
    const { pdf } = await render(body, { standard, strict: true });
    t.match(Buffer.from(pdf).toString('latin1'), '<pdfuaid:part>1<');
    const file = readObjects(pdf);
    const button = widgetsIn(file).at(-1)!;
    t.notOk(button.has('A'));
    t.ok(file.dict(file.dict(button.get('AP'))?.get('N'))?.has('Off'), 'buttons have appearances by state');
    const { diagnostics } = await render(`${body}<input type="reset" name="r">`, { standard });
    t.match(diagnostics, [{ kind: 'NotConformant', text: 'pdf/a-2a: a button that resets the form', context: /"r"/ }]);
  });

  t.test(`${engine}: qpdf finds no errors`, { skip: !existsSync(QPDF) && 'qpdf is not installed' }, async (t) => {
    const file = join(t.testdir(), 'form.pdf');
    const { pdf } = await render(
      '<p><input name="a.b" value="Ü"> <input name="a.c" value="Ω"> <input type="radio" name="r">',
    );
    writeFileSync(file, pdf);
    t.match(String(execFileSync(QPDF, ['--check', file], { stdio: 'pipe' })), /No syntax or stream encoding errors/);
  });
}

const [engine] = ENGINES;
const renderer = createRenderer({ engine: engine! });
t.teardown(() => renderer.close());
const render = (body: string, options: object = {}) =>
  renderer.render({ html: document(body), forms: true, ...options });
const names = async (body: string) => (await fieldsOf((await render(body)).pdf)).map(({ fieldName }) => fieldName);

t.test('names differ, and none is a level of another', async (t) => {
  t.strictSame(
    await names('<input name="a"><input name="a"><input name="a.b"><input name=".."><input><input id="i">'),
    ['a', 'a-2', 'a-b', 'text', 'text-2', 'i'],
  );
});

t.test('many fields of one name, and names of many levels, take no longer for it', async (t) => {
  const many = await names('<input name="a">'.repeat(3000));
  t.equal(new Set(many).size, 3000);
  t.equal(many.at(-1), 'a-3000');
  t.strictSame(await names(`<input name="${'b.'.repeat(5000)}">`), ['b-'.repeat(500).slice(0, -1)]);
});

t.test('buttons of one name form a group in each form', async (t) => {
  const radio = '<input type="radio" name="r" value="1"><input type="radio" name="r" value="2">';
  t.strictSame(await names(`<form>${radio}</form><form>${radio}</form>`), ['r', 'r', 'r-2', 'r-2']);
});

t.test('values that are no names are options of the field', async (t) => {
  const { pdf } =
    await render(`<input type="radio" name="r" value="größer"><input type="radio" name="r" value="" checked>
    <input type="checkbox" name="c" value="two words" checked>`);
  const file = readObjects(pdf);
  const fields = file.array(file.dict(file.catalog.get('AcroForm'))?.get('Fields'))!.map((one) => file.dict(one)!);
  const options = fields.map((field) => file.array(field.get('Opt'))?.map((one) => (one as PdfString).bytes.length));
  t.strictSame(options, [[14, 0], [9]]);
  t.strictSame(
    fields.map((field) => (field.get('V') as Name).text),
    ['1', '0'],
  );
});

t.test('what a field shows is in its appearance, not on the page', async (t) => {
  const { pdf } = await render(
    '<p>Label <input name="a" value="Value"> <input name="b" placeholder="Hint"> <textarea>Text</textarea>',
  );
  t.equal(await textOf(pdf), 'Label');
  const file = readObjects(pdf);
  const [first, second] = widgetsIn(file);
  t.match(appearance(file, first!), `<${Buffer.from('Value').toString('hex')}> Tj`);
  t.notMatch(appearance(file, second!), 'Tj');
});

t.test('text that the font of the field cannot encode is a path', async (t) => {
  const { pdf } = await render(
    '<input name="a" value="Ελληνικά"><input name="b" value="שלום"><input name="c" value="Œuvre €">',
  );
  const file = readObjects(pdf);
  const shown = widgetsIn(file).map((widget) => appearance(file, widget));
  t.notMatch(shown[0], 'Tj');
  t.match(shown[0], /c h|l h/);
  t.notMatch(shown[1], 'Tj');
  t.match(shown[2], '<8c757672652080> Tj');
  t.strictSame(
    (await fieldsOf(pdf)).map(({ fieldValue }) => fieldValue),
    ['Ελληνικά', 'שלום', 'Œuvre €'],
  );
});

t.test('a widget covers the border box, on the page and at the scale of its control', async (t) => {
  const at = async (style: string) => {
    const body = `<style>@page { size: 400px; margin: 0 } body { margin: 0 } input { position: absolute; left: 40px; top: 80px; width: 100px; height: 20px; box-sizing: border-box }</style><input name="a" style="${style}">`;
    const [{ rect } = { rect: [] }] = await fieldsOf((await render(body)).pdf);
    return rect.map((value) => Math.round(value * 100) / 100);
  };
  t.strictSame(await at(''), [30, 225, 105, 240]);
  t.strictSame(await at('transform: scale(2); transform-origin: 0 0'), [30, 210, 180, 240]);
});

t.test('what cannot be a field is drawn and reported', async (t) => {
  const { diagnostics, pdf } = await render(`<input type="range"><input type="file">
    <input name="r" style="transform: rotate(10deg)">
    <input type="checkbox" checked style="appearance: none; width: 9px; height: 9px">
    <input type="radio" name="g" value="1"><input type="radio" name="g" value="2" disabled>`);
  t.match(diagnostics, [
    { kind: 'UnsupportedElement', text: '<input type="range">', context: /PDF has no such field/ },
    { kind: 'UnsupportedElement', text: '<input type="file">' },
    { kind: 'UnsupportedValue', text: 'appearance: none', context: /keeps the look/ },
    { kind: 'UnsupportedValue', text: 'disabled', context: /all buttons of a group/ },
    { kind: 'UnsupportedValue', text: 'transform', context: /upright/ },
  ]);
  t.equal(diagnostics.length, 5);
  t.match(await textOf(pdf), 'Choose File');
});

t.test('hidden controls, repeated heads and other pages have no fields', async (t) => {
  const rows = '<tr style="height: 300px"><td>x'.repeat(4);
  t.strictSame(
    await names(`<input name="a" style="visibility: hidden"><input name="b" style="display: none"><input type="hidden" name="c">
      <table><thead><tr><th><input name="head" value="H"></thead>${rows}</table>`),
    ['head'],
  );
  const body = '<input name="one" value="1"><p style="break-before: page"><input name="two" value="2">';
  t.strictSame(
    (await fieldsOf((await render(body, { pages: '2' })).pdf)).map(({ fieldName }) => fieldName),
    ['two'],
  );
});

t.test('without the option controls are drawn, and the same input gives the same bytes', async (t) => {
  const html = document('<input name="a" value="Value">');
  const { pdf } = await renderer.render({ html });
  t.equal(await textOf(pdf), 'Value');
  t.strictSame(await fieldsOf(pdf), []);
  t.strictSame((await renderer.render({ html, forms: false })).pdf, pdf);
  const [first, second] = [await renderer.render({ html, forms: true }), await renderer.render({ html, forms: true })];
  t.strictSame(first.pdf, second.pdf);
  const plain = document('<p>No controls');
  t.strictSame((await renderer.render({ html: plain, forms: true })).pdf, (await renderer.render({ html: plain })).pdf);
});

import t from 'tap';
import type { PageQuery } from '../../../../src/engine/css/compute/styled-document.js';
import { style, valueText } from '../styling.js';

const FIRST: PageQuery = { index: 0, name: '', blank: false, side: 'right' };
const SECOND: PageQuery = { index: 1, name: '', blank: false, side: 'left' };
const mm = (length: number) => (length * 96) / 25.4;

function page(css: string, query: PageQuery = FIRST) {
  return style(css, '<p>x').styled.page(query);
}

function size(css: string, query?: PageQuery): string {
  const { width, height } = page(css, query);
  return `${Math.round((width / 96) * 25.4)}x${Math.round((height / 96) * 25.4)}`;
}

t.test('marks, bleed and page-orientation make the sheet', async (t) => {
  /** Lengths in pt. */
  const sheet = (css: string, query?: PageQuery) => {
    const { marks, bleed, margin, rotation } = page(`@page { ${css}`, query).sheet!;
    const shown = [marks.crop && 'crop', marks.cross && 'cross'].filter(Boolean).join(' ');
    return [shown, ...[bleed, margin].map((length) => Math.round(length * 0.75)), rotation];
  };
  t.equal(page('@page { marks: none; bleed: auto; page-orientation: upright }').sheet, undefined);
  t.strictSame(sheet('marks: crop }'), ['crop', 6, 30, 0]);
  t.strictSame(sheet('marks: cross }'), ['cross', 0, 30, 0]);
  t.strictSame(sheet('marks: cross crop; bleed: 10pt }'), ['crop cross', 10, 34, 0]);
  t.strictSame(sheet('bleed: 1in }'), ['', 72, 72, 0]);
  t.strictSame(sheet('page-orientation: rotate-left }'), ['', 0, 0, 270]);
  t.strictSame(sheet('page-orientation: rotate-right }'), ['', 0, 0, 90]);
  const cascade = 'marks: crop !important; bleed: 1in } @page :first { marks: none; bleed: initial }';
  t.strictSame(sheet(cascade), ['crop', 6, 30, 0]);
  t.strictSame(sheet(cascade, SECOND), ['crop', 72, 96, 0]);
});

t.test('descriptors of pages that are invalid, and a page without size, are reported', async (t) => {
  const reported = (css: string) => {
    const styled = style(css, '<p>x');
    styled.styled.page({ index: 0, name: '', blank: false, side: 'right' });
    return styled.findings.map((line) => line.split(' @ ')[0]);
  };
  t.strictSame(reported('@page { marks: crop crop; bleed: 3%; page-orientation: rotate-up }'), [
    'InvalidCss marks: crop crop',
    'InvalidCss bleed: 3%',
    'InvalidCss page-orientation: rotate-up',
  ]);
  t.strictSame(reported('@page { bleed: -3mm }'), ['UnsupportedValue bleed: -3mm']);
  t.strictSame(reported('p { marks: crop; bleed: 3mm; page-orientation: rotate-left }').sort(), [
    'UnsupportedProperty bleed',
    'UnsupportedProperty marks',
    'UnsupportedProperty page-orientation',
  ]);
  t.strictSame(reported('@page { marks: none; bleed: auto; page-orientation: upright }'), []);
  t.strictSame(reported('@page { size: 0 0 }'), ['UnsupportedValue size: 0 0']);
});

t.test('the default page is A4 with 1cm', async (t) => {
  t.equal(size(''), '210x297');
  t.equal(Math.round((page('').style['margin-left'] as number) * 1000), Math.round(mm(10) * 1000));
});

t.test('page sizes', async (t) => {
  t.equal(size('@page { size: A5 }'), '148x210');
  t.equal(size('@page { size: a3 landscape }'), '420x297');
  t.equal(size('@page { size: landscape }'), '297x210');
  t.equal(size('@page { size: landscape letter }'), '279x216');
  t.equal(size('@page { size: 100mm }'), '100x100');
  t.equal(size('@page { size: 10cm 200mm }'), '100x200');
  t.equal(size('@page { size: auto }'), '210x297');
  t.equal(size('@page { size: A5; size: banana }'), '148x210');
  t.match(style('@page { size: banana }', '').findings, ['InvalidCss size: banana @ <style> 1, line 1, column 1']);
});

t.test('page selectors', async (t) => {
  const css = `@page { margin: 1px } @page :first { margin: 2px } @page :left { margin: 3px }
    @page :right { margin: 4px } @page :blank { margin: 5px } @page wide { margin: 6px; size: A4 landscape }`;
  t.equal(page(css, FIRST).style['margin-top'], 2);
  t.equal(page(css, SECOND).style['margin-top'], 3);
  t.equal(page(css, { ...SECOND, side: 'right' }).style['margin-top'], 4);
  t.equal(page(css, { ...SECOND, blank: true }).style['margin-top'], 5);
  t.equal(page(css, { ...FIRST, name: 'wide' }).style['margin-top'], 6);
  t.equal(size(css, { ...SECOND, name: 'wide' }), '297x210');
});

t.test('every n-th page', async (t) => {
  const css =
    '@page { margin: 1px } @page :nth(2n+1) { margin: 2px } @page wide:nth( 4 ) , narrow:nth(even):left { margin: 3px }';
  const margins = [0, 1, 2, 3].map((index) => page(css, { ...SECOND, index }).style['margin-top']);
  t.strictSame(margins, [2, 1, 2, 1]);
  t.equal(page(css, { ...SECOND, index: 3, name: 'wide' }).style['margin-top'], 3);
  t.equal(page(css, { ...SECOND, index: 1, name: 'narrow' }).style['margin-top'], 3);
  t.equal(page('@page:nth(2) { margin: 3px }', SECOND).style['margin-top'], 3);
  t.strictSame(style('@page :nth(2 of) { margin: 3px }', '').diagnostics, [
    'UnsupportedSelector @page :nth(2 of) @ <style> 1, line 1, column 1',
  ]);
});

t.test('the n-th page of a page group', async (t) => {
  const css = '@page { margin: 1px } @page :nth(2 of wide-part), narrow:nth( -n + 2 ) { margin: 3px }';
  const margin = (groups: Record<string, number>, name = '') =>
    page(css, { ...SECOND, index: 7, name, groups: new Map(Object.entries(groups)) }).style['margin-top'];
  t.equal(margin({ 'wide-part': 2 }), 3);
  t.equal(margin({ 'wide-part': 1 }), 1);
  t.equal(margin({}), 1);
  t.equal(margin({ narrow: 2 }, 'narrow'), 3, 'a name with :nth() counts in its group');
  t.equal(margin({ narrow: 3 }, 'narrow'), 1);
});

t.test('a more specific page selector wins over a later one', async (t) => {
  t.equal(page('@page :first { margin: 2px } @page { margin: 1px }').style['margin-top'], 2);
  t.equal(page('@page { margin: 2px !important } @page :first { margin: 1px }').style['margin-top'], 2);
  t.equal(size('@page { size: A5 !important } @page :first { size: A6 }'), '148x210');
});

t.test('margin boxes inherit from the page, the page from the root element', async (t) => {
  const css = `html { color: green } @page { font-size: 20px;
    @top-left { content: "a"; font-size: 2em } @bottom-center { content: counter(page) } @top-right { color: red } }`;
  const { marginBoxes } = page(css);
  t.strictSame([...marginBoxes.keys()].sort(), ['bottom-center', 'top-left']);
  t.equal(marginBoxes.get('top-left')!['font-size'], 40);
  t.equal(valueText(marginBoxes.get('top-left')!.color), 'rgb(0 128 0)');
});

t.test('margin boxes align their text by position', async (t) => {
  const boxes = ['top-left', 'top-center', 'bottom-right', 'left-top', 'right-bottom', 'top-left-corner'];
  const css = `@page { ${boxes.map((name) => `@${name} { content: "x" }`).join(' ')} }`;
  const { marginBoxes } = page(css);
  const align = boxes.map((name) => {
    const box = marginBoxes.get(name as never)!;
    return `${box['text-align']}/${box['vertical-align']}`;
  });
  t.strictSame(align, ['left/middle', 'center/middle', 'right/middle', 'center/top', 'center/bottom', 'right/middle']);
});

t.test('margin boxes of several rules are cascaded', async (t) => {
  const css = `@page { @top-center { content: "all"; color: green } } @page :first { @top-center { content: none } }
    @page :left { @top-center { content: "left" } }`;
  t.notOk(page(css, FIRST).marginBoxes.has('top-center'));
  const left = page(css, SECOND).marginBoxes.get('top-center')!;
  t.equal(valueText(left.content), '"left"');
  t.equal(valueText(left.color), 'rgb(0 128 0)');
});

t.test('custom properties of the root element apply in @page', async (t) => {
  t.equal(page(':root { --m: 7px } @page { margin: var(--m) }').style['margin-top'], 7);
});

t.test('pages that match the same rules share one style', async (t) => {
  const { styled } = style('@page { margin: 1cm } @page :first { margin: 0 }', '<p>x');
  t.equal(styled.page({ ...SECOND, index: 1 }), styled.page({ ...SECOND, index: 5 }));
  t.not(styled.page(FIRST), styled.page(SECOND));
});

t.test('@page inside @media applies if the query is true', async (t) => {
  t.equal(size('@media screen { @page { size: A6 } } @media print { @page { size: A5 } }'), '148x210');
});

import t from 'tap';
import { painted } from './painted.js';

const TABLE = '<table style="border-spacing:10px;table-layout:fixed;width:110px"';
const backgrounds = (html: string) => painted(html).filter((item) => /^rect/.test(item));

t.test('backgrounds of rows and sections show in cells only', async (t) => {
  const rows = '<tr style="height:20px"><td style="padding:0"><td style="padding:0">';
  t.strictSame(
    backgrounds(`${TABLE}><tr style="background:red;height:20px"><td style="padding:0"><td style="padding:0"></table>`),
    ['rect 10,10 40x20 #ff0000', 'rect 60,10 40x20 #ff0000'],
  );
  t.strictSame(backgrounds(`${TABLE}><tbody style="background:#0f0">${rows}</table>`), [
    'rect 10,10 40x20 #00ff00',
    'rect 60,10 40x20 #00ff00',
  ]);
});

t.test('from back to front: column group, column, section, row, cell', async (t) => {
  const html = `${TABLE}><colgroup style="background:#001"><col style="background:#002"></colgroup><tbody style="background:#003"><tr style="background:#004"><td style="background:#005;height:20px;padding:0"></table>`;
  t.strictSame(
    backgrounds(html).map((item) => item.slice(-6)),
    ['000011', '000022', '000033', '000044', '000055'],
  );
});

t.test('cells without gaps share one rectangle', async (t) => {
  const html =
    '<table style="border-collapse:collapse;width:100px"><tr style="background:red"><td style="height:20px"><td></table>';
  t.equal(backgrounds(html).length, 1);
});

t.test('collapsed borders are painted once, by the table', async (t) => {
  const html =
    '<table style="border-collapse:collapse;width:100px"><tr><td style="border:4px solid red;height:20px"></table>';
  const items = painted(html);
  t.ok(
    items.every((item) => item.startsWith('rect')),
    items.join('\n'),
  );
});

t.test('empty cells may hide', async (t) => {
  const cell = (style: string) => `${TABLE}><tr><td style="background:red;border:1px solid;${style}"></table>`;
  t.equal(painted(cell('empty-cells:show')).length, 2);
  t.equal(painted(cell('empty-cells:hide')).length, 0);
});

t.test('backgrounds in a layer of a cell or row leave out the collapsed borders', async (t) => {
  const clips = (row: string, cell: string) =>
    painted(
      `<table style="border-collapse:collapse;width:100px"><tr style="${row}"><td style="border:4px solid red;background:blue;height:20px;padding:0;${cell}"></table>`,
    ).filter((item) => /clip/.test(item));
  t.strictSame(clips('', ''), []);
  t.strictSame(clips('', 'position:relative'), ['group clip 4,4 92x20']);
  t.strictSame(clips('position:relative', ''), ['group clip 4,4 92x20']);
});

import t from 'tap';
import { Report } from '../../../src/engine/diagnostics.js';
import { painted } from './painted.js';

const BOX = 'width:100px;height:50px;background:#ff0000;';

function groups(html: string): string[] {
  return painted(html)
    .map((line) => line.trim())
    .filter((line) => /^group matrix|^rect/.test(line));
}

t.test('the perspective of the parent scales what is nearer', async (t) => {
  const child = `<div style="${BOX}transform:translateZ(50px)"></div>`;
  t.strictSame(groups(`<div style="perspective:100px;width:100px">${child}</div>`), [
    'group matrix 2,0,0,2,-50,-25',
    'rect 0,0 100x50 #ff0000',
  ]);
  t.strictSame(
    groups(`<div style="perspective:100px;perspective-origin:0 0">${child}</div>`)[0],
    'group matrix 2,0,0,2,0,0',
  );
  const grandchild = `<div style="perspective:100px"><div>${child}</div></div>`;
  t.strictSame(groups(grandchild), ['rect 0,0 100x50 #ff0000'], 'of the parent only');
});

t.test('the perspective of a function is that of its box', async (t) => {
  t.strictSame(
    groups(`<div style="${BOX}transform:perspective(100px) translateZ(50px)"></div>`)[0],
    'group matrix 2,0,0,2,-50,-25',
  );
  t.strictSame(groups(`<div style="${BOX}transform:rotateX(60deg)"></div>`)[0], 'group matrix 1,0,0,0.5,0,12.5');
});

t.test('rotations add up in a 3D rendering context', async (t) => {
  const child = `<div style="${BOX}transform:rotateX(30deg)"></div>`;
  const parent = (style: string) =>
    `<div style="width:100px;height:50px;transform:rotateX(30deg);${style}">${child}</div>`;
  t.strictSame(groups(parent('transform-style:preserve-3d')), [
    'group matrix 1,0,0,0.5,0,12.5',
    'rect 0,0 100x50 #ff0000',
  ]);
  const flattened = ['group matrix 1,0,0,0.87,0,3.35', 'group matrix 1,0,0,0.87,0,3.35', 'rect 0,0 100x50 #ff0000'];
  t.strictSame(groups(parent('')), flattened);
  t.strictSame(groups(parent('transform-style:preserve-3d;overflow:hidden')).length, 3, 'grouping properties flatten');
});

t.test('the box itself is painted in its own plane', async (t) => {
  const child = '<div style="width:10px;height:10px;background:#0000ff;transform:rotateX(30deg)"></div>';
  t.strictSame(
    groups(`<div style="${BOX}transform:rotateX(60deg);transform-style:preserve-3d">${child}</div>`).slice(0, 2),
    ['group matrix 1,0,0,0.5,0,12.5', 'rect 0,0 100x50 #ff0000'],
  );
});

t.test('a hidden back is not painted', async (t) => {
  const back = (style: string) => groups(`<div style="${BOX}backface-visibility:hidden;${style}"></div>`).length;
  t.equal(back('transform:rotateY(180deg)'), 0);
  t.equal(back('rotate:y 120deg'), 0);
  t.equal(back('transform:rotateY(60deg)'), 2);
  t.equal(back('transform:rotateZ(180deg)'), 2);
});

t.test('uneven foreshortening is reported, and the box has the nearest shape with parallel sides', async (t) => {
  const report = new Report();
  const lines = painted(`<div style="${BOX}transform:perspective(100px) rotateY(60deg)"></div>`, { report });
  t.ok(
    lines.some((line) => /^ *group matrix 0\.6\d/.test(line)),
    lines.join('\n'),
  );
  t.match(report.diagnostics, [{ kind: 'UnsupportedValue', text: 'perspective' }]);
});

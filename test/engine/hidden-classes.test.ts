/**
 * Objects of which a document has thousands share their hidden class. V8 gives each object a class of its own where a
 * literal begins with a spread and then adds members (`{ ...base, kind: 'block' }`): making it costs ten times as much,
 * and so does every later access. `{ kind: 'block', ...base }` does not.
 */

import { setFlagsFromString } from 'node:v8';
import t from 'tap';
import type { ConstraintSpace } from '../../src/engine/layout/algorithm/constraint-space.js';
import { blockAlgorithm } from '../../src/engine/layout/block/block.js';
import { layOut } from './layout/lay-out.js';

setFlagsFromString('--allow-natives-syntax');
const haveSameClass = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (a: object, b: object) => boolean;

/** Objects with the same members differ in class where a member is once a whole number and once not. */
const MAX_CLASSES = 8;
const MANY = 50;

/** All objects that can be reached, by their members. */
function byMembers(root: object): Map<string, object[]> {
  const groups = new Map<string, object[]>();
  const seen = new Set<object>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const object = open.pop();
    if (typeof object !== 'object' || object === null || seen.has(object) || ArrayBuffer.isView(object)) continue;
    seen.add(object);
    open.push(...(object instanceof Map ? object.values() : Object.values(object)));
    if (Object.getPrototypeOf(object) !== Object.prototype) continue;
    const members = Object.keys(object).join();
    const group = groups.get(members);
    if (group) group.push(object);
    else groups.set(members, [object]);
  }
  return groups;
}

function classesOf(objects: readonly object[]): number {
  const classes: object[] = [];
  for (const object of objects) if (!classes.some((known) => haveSameClass(known, object))) classes.push(object);
  return classes.length;
}

const DOCUMENTS = {
  'a table': `<table>${'<tr><td>1<td>two<td><b>3</b>'.repeat(100)}</table>`,
  'items in a grid': `<div style="display:grid;grid-template-columns:1fr 1fr">${'<p>one <i>two</i></p>'.repeat(100)}</div>`,
  'items in flex lines': `<div style="display:flex;flex-wrap:wrap">${'<div>one<br>two</div>'.repeat(100)}</div>`,
  'a list beside floats': '<div style="float:left">a</div><ul><li>one<li><u>two</u> three</ul>'.repeat(60),
};

for (const [name, html] of Object.entries(DOCUMENTS)) {
  t.test(`objects with the same members share a hidden class: ${name}`, async (t) => {
    for (const [members, objects] of byMembers(layOut(html).layout.pages)) {
      if (objects.length < MANY) continue;
      const classes = classesOf(objects);
      t.ok(classes <= MAX_CLASSES, `${objects.length} objects of ${classes} classes: ${members}`);
    }
  });
}

t.test('the constraint spaces of all kinds of containers share a hidden class', async (t) => {
  const spaces: ConstraintSpace[] = [];
  const { layout } = blockAlgorithm;
  t.teardown(() => Object.assign(blockAlgorithm, { layout }));
  Object.assign(blockAlgorithm, {
    layout: (...input: Parameters<typeof layout>) => {
      spaces.push(input[2]);
      return layout(...input);
    },
  });
  const nested = '<section>'.repeat(8) + '<p>one'.repeat(60) + '</section>'.repeat(8);
  const columns = `<div style="columns:2">${nested}</div>`;
  for (const html of [...Object.values(DOCUMENTS), nested, columns]) layOut(html);
  t.ok(spaces.length > 1000);
  t.ok(classesOf(spaces) <= MAX_CLASSES, `${spaces.length} spaces of ${classesOf(spaces)} classes`);
  const fragmentainers = spaces.flatMap(({ fragmentainer }) => fragmentainer ?? []);
  t.ok(classesOf(fragmentainers) <= MAX_CLASSES, `${classesOf(fragmentainers)} classes of fragmentainers`);
});

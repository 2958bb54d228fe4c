import t from 'tap';
import { describeElement, type ElementNode } from '../../../src/engine/html/dom.js';
import { parseHtml } from '../../../src/engine/html/parse.js';

/** The paths of all elements of a name. */
function paths(source: string, name: string): string[] {
  const found: string[] = [];
  const walk = (element: ElementNode): void => {
    if (element.name === name) found.push(describeElement(element));
    for (const child of element.children) if (child.kind === 'element') walk(child);
  };
  walk(parseHtml(source).body);
  return found;
}

t.test('an element is described by its last four steps', async (t) => {
  t.strictSame(paths('<div><ul><li><b><i>', 'i'), ['ul > li > b > i']);
  t.strictSame(paths('<p>a', 'p'), ['html > body > p']);
});

t.test('a step names the id, else up to three classes', async (t) => {
  t.strictSame(paths('<p id=a class=b>', 'p'), ['html > body > p#a']);
  t.strictSame(paths('<p class=" a  b c d ">', 'p'), ['html > body > p.a.b.c']);
});

t.test('elements of the same name are numbered, others are not', async (t) => {
  t.strictSame(paths('a<p>b<div></div><p>c', 'p'), [
    'html > body > p:nth-of-type(1)',
    'html > body > p:nth-of-type(2)',
  ]);
  t.strictSame(paths('a<p>b<div></div><p>c', 'div'), ['html > body > div']);
});

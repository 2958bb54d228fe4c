import t from 'tap';
import type { ElementNode } from '../../../src/engine/html/dom.js';
import { isUnrendered, isUnsupported, roleOf } from '../../../src/engine/html/elements.js';
import { parseHtml } from '../../../src/engine/html/parse.js';

/** All elements of a source with this name. */
function elements(source: string, name: string): ElementNode[] {
  const found: ElementNode[] = [];
  const walk = (element: ElementNode): void => {
    if (element.name === name) found.push(element);
    for (const child of element.children) if (child.kind === 'element') walk(child);
  };
  walk(parseHtml(source).root);
  return found;
}

const roles = (source: string, name: string) => elements(source, name).map(roleOf);
const element = (source: string, name: string): ElementNode => elements(source, name)[0]!;

t.test('tags have the role that the HTML standard gives them', async (t) => {
  t.strictSame(roles('<h1>a</h1>', 'h1'), ['heading1']);
  t.strictSame(roles('<h6>a</h6>', 'h6'), ['heading6']);
  t.strictSame(roles('<ul><li>a</ul>', 'li'), ['listitem']);
  t.strictSame(roles('<dl><dt>a<dd>b</dl>', 'dt'), ['term']);
  t.strictSame(roles('<figure><figcaption>a</figcaption></figure>', 'figure'), ['figure']);
  t.strictSame(roles('<div><span>a</span></div>', 'div'), [undefined]);
});

t.test('an anchor without a target is no link', async (t) => {
  t.strictSame(roles('<a href="#x">a</a><a name="x">b</a>', 'a'), ['link', undefined]);
});

t.test('header cells head their column, unless they begin a row of data or say otherwise', async (t) => {
  t.strictSame(roles('<table><tr><th>a<th>b<tr><th>c<td>d</table>', 'th'), [
    'columnheader',
    'columnheader',
    'rowheader',
  ]);
  t.strictSame(roles('<table><tr><th scope=row>a<th scope=COL>b<td>c</table>', 'th'), ['rowheader', 'columnheader']);
});

t.test('a role attribute wins over the tag, if it names a role', async (t) => {
  t.strictSame(roles('<div role="heading" aria-level="3">a</div>', 'div'), ['heading3']);
  t.strictSame(roles('<div role="heading">a</div><div role="heading" aria-level="9">b</div>', 'div'), [
    'heading2',
    'heading6',
  ]);
  t.strictSame(roles('<table role="presentation"></table>', 'table'), ['presentation']);
  t.strictSame(roles('<p role="constructor">a</p>', 'p'), ['paragraph']);
});

t.test('an image with an empty alternative is decoration', async (t) => {
  t.strictSame(roles('<img src=a alt="Logo"><img src=b alt=""><img src=c>', 'img'), ['image', 'presentation', 'image']);
});

t.test('elements that a browser would play, fetch or run are unsupported', async (t) => {
  for (const name of ['canvas', 'video', 'audio', 'iframe', 'object']) {
    t.equal(isUnsupported(element(`<${name}></${name}>`, name)), true, name);
  }
  t.equal(isUnsupported(element('<embed src=a>', 'embed')), true);
  t.equal(isUnsupported(element('<math><mi>x</mi></math>', 'math')), true);
  t.equal(isUnsupported(element('<p>a</p>', 'p')), false);
});

t.test('a script is unsupported only if a browser would run it', async (t) => {
  const script = (attributes: string) => isUnsupported(element(`<script ${attributes}>1</script>`, 'script'));
  t.equal(script(''), true);
  t.equal(script('type="text/javascript"'), true);
  t.equal(script('type=module'), true);
  t.equal(script('type="application/ld+json"'), false);
});

t.test('head content and templates are not rendered', async (t) => {
  for (const [source, name] of [
    ['<title>a</title>', 'title'],
    ['<style>a</style>', 'style'],
    ['<template>a</template>', 'template'],
  ] as const) {
    t.equal(isUnrendered(element(source, name)), true, name);
  }
  t.equal(isUnrendered(element('<svg><title>a</title></svg>', 'title')), false, 'SVG has its own rules');
});

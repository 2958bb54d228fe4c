import t from 'tap';
import type { ElementNode } from '../../../src/engine/html/dom.js';
import { isUnrendered, isUnsupported } from '../../../src/engine/html/elements.js';
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

const element = (source: string, name: string): ElementNode => elements(source, name)[0]!;

t.test('elements that a browser would play, fetch or run are unsupported', async (t) => {
  for (const name of ['canvas', 'video', 'audio', 'iframe', 'object']) {
    t.equal(isUnsupported(element(`<${name}></${name}>`, name)), true, name);
  }
  t.equal(isUnsupported(element('<embed src=a>', 'embed')), true);
  t.equal(isUnsupported(element('<math><mi>x</mi></math>', 'math')), false);
  t.equal(isUnsupported(element('<p>a</p>', 'p')), false);
});

t.test('a script is unsupported only if a browser would run it', async (t) => {
  const script = (attributes: string) => isUnsupported(element(`<script ${attributes}>1</script>`, 'script'));
  t.equal(script(''), true);
  t.equal(script('type="text/javascript"'), true);
  t.equal(script('type=module'), true);
  t.equal(script('type="application/ld+json"'), false);
});

t.test('templates have no boxes; titles and style sheets have those of their display', async (t) => {
  t.equal(isUnrendered(element('<template>a</template>', 'template')), true);
  t.equal(isUnrendered(element('<title>a</title>', 'title')), false);
  t.equal(isUnrendered(element('<style>a</style>', 'style')), false);
  t.equal(isUnrendered(element('<svg><title>a</title></svg>', 'title')), false, 'SVG has its own rules');
});

import t from 'tap';
import { EngineError } from '../../../src/engine/errors.js';
import { type DomNode, describeElement, type ElementNode } from '../../../src/engine/html/dom.js';
import { type HtmlLimits, parseHtml } from '../../../src/engine/html/parse.js';
import { seeds } from '../../support/sample.js';
import { shrink } from '../../support/shrink.js';
import { MALFORMED } from './malformed.js';
import { oracle, outline } from './oracle.js';

const treeOf = (source: string, limits?: Partial<HtmlLimits>): string => outline(parseHtml(source, limits));

/** The content of the body, as markup without attributes. */
const bodyOf = (source: string): string => parseHtml(source).body.children.map(markup).join('');

function markup(node: DomNode): string {
  return node.kind === 'text' ? node.data : `<${node.name}>${node.children.map(markup).join('')}</${node.name}>`;
}

function find(element: ElementNode, name: string): ElementNode | undefined {
  if (element.name === name) return element;
  for (const child of element.children) {
    const found = child.kind === 'element' ? find(child, name) : undefined;
    if (found) return found;
  }
  return undefined;
}

function refusal(step: () => unknown): EngineError {
  try {
    step();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** A source as the name of a test. */
const printable = (source: string): string => JSON.stringify(source).replace(/[^ -~]/g, '.');

for (const [fault, documents] of Object.entries(MALFORMED)) {
  t.test(`documents with ${fault} are repaired as the standard says`, async (t) => {
    for (const source of documents) t.equal(treeOf(source), oracle(source), printable(source));
  });
}

t.test('there are at least 150 malformed documents', async (t) => {
  t.ok(Object.values(MALFORMED).flat().length >= 150);
});

t.test('a well-formed document keeps its shape', async (t) => {
  const source = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Invoice &amp; more</title><style>td > b { color: red }</style></head>
<body class="a b">
  <!-- a comment -->
  <table><thead><tr><th scope="col">Item</th></tr></thead><tbody><tr><td>Tea<br/>leaves</td></tr></tbody></table>
  <p>One <b>bold</b> &mdash; <img src="x.png" alt=""></p>
</body>
</html>
`;
  t.equal(treeOf(source), oracle(source));
});

t.test('random mixtures of tags and text make the same tree as in parse5', async (t) => {
  for (const seed of seeds(1500, 'parse')) {
    const source = randomDocument(seed);
    const ours = treeOf(source);
    const expected = oracle(source);
    if (ours === expected) continue;
    const shrunk = shrink(source, (text) => treeOf(text) !== oracle(text));
    t.equal(ours, expected, printable(shrunk));
  }
  t.pass('documents are alike');
});

/** Names on which parse5 and the standard agree (see the test of where they differ). */
const NAMES = `a b i em font nobr p p div div span ul ol li dl dt dd h1 h2 table table tbody tr tr td td th caption col
  form button select option textarea title style script pre br img hr svg g foreignObject math mi ruby rt object html
  head body center section`.split(/\s+/);
const TEXTS = ['x', ' ', '\n', 'a &amp; b', '<', '<!-- c -->', '&copy', '</', '<p class="k">', '\r\n', '&#10;', '</>'];
const ATTRIBUTES = [
  '',
  '',
  '',
  ' class="x"',
  ' id=a',
  ' a=1 a=2',
  ' type=hidden',
  '/',
  " title='>'",
  ' color=red',
  ' =',
];

function randomDocument(seed: number): string {
  let state = seed;
  const pick = <T>(items: readonly T[]): T => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return items[Math.floor((state / 2 ** 32) * items.length)]!;
  };
  const names = Array.from({ length: 8 }, () => pick(NAMES));
  const part = {
    start: () => `<${pick(names)}${pick(ATTRIBUTES)}>`,
    end: () => `</${pick(names)}>`,
    text: () => pick(TEXTS),
  };
  return Array.from({ length: 30 }, () => part[pick(['start', 'start', 'end', 'text'] as const)]()).join('');
}

t.test('where parse5 departs from the standard, the standard is followed', async (t) => {
  t.test('an end tag of a section that is not open does not end the row', async (t) => {
    t.equal(bodyOf('<table><tr><i></tfoot>a'), '<i>a</i><table><tbody><tr></tr></tbody></table>');
  });
  t.test('a template inside a table shields its cells from the end of that table', async (t) => {
    t.equal(bodyOf('<table><template><th></table>a'), '<table><template><th>a</th></template></table>');
  });
  t.test('every NUL in SVG becomes a replacement character', async (t) => {
    t.equal(bodyOf('<svg>\0\0'), '<svg>\uFFFD\uFFFD</svg>');
  });
});

t.test('a document always has one head and one body', async (t) => {
  for (const source of ['', '<frameset><frame></frameset>', '<body><body>', '<head></head><head></head>']) {
    const { root, head, body } = parseHtml(source);
    const names = root.children.flatMap((node) => (node.kind === 'element' ? [node.name] : []));
    t.equal(names.filter((name) => name === 'head').length, 1);
    t.equal(names.filter((name) => name === 'body').length, 1);
    t.equal(head.parent, root);
    t.equal(body.parent, root);
  }
});

t.test('a byte order mark is not text', async (t) => {
  t.equal(bodyOf('\uFEFF<p>a</p>'), '<p>a</p>');
});

t.test('elements know where their tag stands in the source', async (t) => {
  const source = '<p>\r\n<b a="x">1<table><i>2<td>3</b>';
  const { root, head, body } = parseHtml(source);
  t.equal(head.sourceOffset, -1, 'implied');
  t.equal(find(body, 'tbody')?.sourceOffset, -1, 'implied');
  for (const name of ['p', 'b', 'table', 'i', 'td']) {
    t.equal(find(root, name)?.sourceOffset, source.indexOf(`<${name}`), name);
  }
});

t.test('parents and children point at each other after every repair', async (t) => {
  const check = (element: ElementNode): void => {
    for (const child of element.children) {
      if (child.parent !== element) t.fail(describeElement(element));
      if (child.kind === 'element') check(child);
    }
  };
  for (const source of Object.values(MALFORMED).flat()) check(parseHtml(source).root);
  t.pass();
});

t.test('depth', async (t) => {
  const nested = (count: number): string => Array.from({ length: count }, (_, at) => `<div id=d${at}>${at}`).join('');
  const depthOf = (element: ElementNode): number =>
    1 + Math.max(0, ...element.children.map((child) => (child.kind === 'element' ? depthOf(child) : 0)));
  const textOf = (node: DomNode): string => (node.kind === 'text' ? node.data : node.children.map(textOf).join(' '));

  t.test('what is nested deeper than 512 follows its ancestor there, in order and complete', async (t) => {
    const { root, body } = parseHtml(nested(2000));
    t.equal(depthOf(root), 513);
    t.strictSame(textOf(body).trim().split(/\s+/).map(Number), [...Array(2000).keys()]);
  });
  t.test('what is not nested deeper stays as it is', async (t) => {
    const source = `<!doctype html>${nested(511)}`;
    t.equal(treeOf(source), oracle(source));
  });
  t.test('formatting elements split by misnesting cannot get around the limit', async (t) => {
    const source = '<b><div>'.repeat(800) + '</b>'.repeat(800);
    t.equal(depthOf(parseHtml(source, { maxDepth: 100 }).root), 101);
  });
  t.test('text in front of the first element too deep stays in its parent', async (t) => {
    t.equal(
      markup(parseHtml('<i>1<b>2<u>3</u>4</b>5</i>', { maxDepth: 2 }).body),
      '<body><i>1</i><b>2</b><u>3</u>45</body>',
    );
  });
  t.test('100,000 nested elements are refused with the place', async (t) => {
    const error = refusal(() => parseHtml(`<p>\n${'<div>'.repeat(100_000)}${'</div>'.repeat(100_000)}`));
    t.equal(error.code, 'document_too_complex');
    t.equal(error.line, 2);
    t.match(error.message, /25,000 elements are open at line 2, column \d+.*missing end tags/);
  });
  t.test('20,000 forgotten end tags still make a document', async (t) => {
    t.equal(textOf(parseHtml('<div>a'.repeat(20_000)).body).replaceAll(' ', '').length, 20_000);
  });
});

t.test('a document that is too long is refused before anything reads it', async (t) => {
  const error = refusal(() => parseHtml('<p>a</p>', { maxLength: 7 }));
  t.equal(error.code, 'document_too_large');
  t.match(error.message, /has 8 characters; 7 are allowed/);
});

t.test('a document with too many elements is refused with the place', async (t) => {
  const error = refusal(() => parseHtml(`<p>${'<br>\n'.repeat(100)}`, { maxElements: 50 }));
  t.equal(error.code, 'document_too_complex');
  t.match(error.message, /more than 50 elements/);
  t.equal(error.line, 50);
});

t.test('copies of formatting elements count as elements', async (t) => {
  const fonts = Array.from({ length: 40 }, (_, at) => `<font id=f${at}>`).join('');
  const error = refusal(() => parseHtml(`<p>${fonts}${'<p>x'.repeat(40)}`, { maxElements: 1000 }));
  t.equal(error.code, 'document_too_complex');
});

t.test('sources that make careless parsers quadratic are answered', async (t) => {
  const sources: Record<string, string> = {
    'unclosed comments': '<!--'.repeat(20_000),
    'unclosed comments after a closed one': `<!-- -->${'<!--'.repeat(20_000)}`,
    'unclosed CDATA sections': `<svg>${'<![CDATA['.repeat(20_000)}`,
    'misnested formatting': '<b><i></b></i>'.repeat(20_000),
    'unclosed quotes': '<a "'.repeat(20_000),
    'unclosed templates': '<template>'.repeat(5_000),
    'a tag with a million attributes': `<a ${'b '.repeat(1_000_000)}>`,
    'many raw text elements without an end': '<style>'.repeat(20_000),
  };
  for (const [name, source] of Object.entries(sources)) t.ok(parseHtml(source).body, name);
});

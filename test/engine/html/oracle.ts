/** The same tree, written the same way, from our parser and from parse5: one line per node. */

import { type DefaultTreeAdapterTypes, html, parse } from 'parse5';
import type { DomNode, HtmlDocument } from '../../../src/engine/html/dom.js';

const NAMESPACES: Readonly<Record<string, string>> = {
  [html.NS.HTML]: '',
  [html.NS.SVG]: 'svg ',
  [html.NS.MATHML]: 'mathml ',
};

/** An indented outline; the first line tells the mode. */
export function outline({ root, mode }: HtmlDocument): string {
  const lines = [mode as string];
  const walk = (node: DomNode, depth: number): void => {
    if (node.kind === 'text') {
      lines.push(textLine(node.data, depth));
      return;
    }
    const namespace = node.namespace === 'html' ? '' : `${node.namespace} `;
    lines.push(elementLine(namespace + node.name, [...node.attributes], depth));
    for (const child of node.children) walk(child, depth + 1);
  };
  walk(root, 0);
  return lines.join('\n');
}

/** parse5's tree without comments, adjacent text merged, a frameset document with the empty body that ours has. */
export function oracle(source: string): string {
  const document = parse(source, { scriptingEnabled: false });
  const lines = [document.mode as string];
  let text: { data: string; depth: number } | undefined;
  const endText = (): void => {
    if (text) lines.push(textLine(text.data, text.depth));
    text = undefined;
  };
  const walk = (node: DefaultTreeAdapterTypes.ChildNode, depth: number): void => {
    if (node.nodeName === '#text' && 'value' in node) {
      text = { data: (text?.data ?? '') + node.value, depth };
      return;
    }
    if (!('tagName' in node)) return;
    endText();
    const attributes = node.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]);
    lines.push(elementLine(`${NAMESPACES[node.namespaceURI] ?? '?'}${node.tagName}`, attributes, depth));
    const children = 'content' in node ? node.content.childNodes : node.childNodes;
    for (const child of children) walk(child, depth + 1);
    endText();
  };
  for (const node of document.childNodes) walk(node, 0);
  if (!lines.some((line) => line.startsWith('  <body'))) lines.push('  <body>');
  return lines.join('\n');
}

function textLine(data: string, depth: number): string {
  return `${'  '.repeat(depth)}${JSON.stringify(data)}`;
}

function elementLine(name: string, attributes: readonly (readonly string[])[], depth: number): string {
  return `${'  '.repeat(depth)}<${name}${attributes.map(([key, value]) => ` ${key}=${JSON.stringify(value)}`).join('')}>`;
}

/**
 * Text of `content()`, `target-counter()` and the like.
 * Source: https://drafts.csswg.org/css-content-3/#content-function
 */

import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { ContentItem } from '../css/values/values.js';
import type { Report } from '../diagnostics.js';
import { describeElement, type ElementNode } from '../html/dom.js';
import { isUnrendered } from '../html/elements.js';
import type { CounterStyles } from './counter-styles.js';
import { firstLetterOf } from './first-letter.js';
import type { RawNode } from './raw.js';
import type { ContentPart, PageFacts, References } from './references.js';

/** The rendered text of an element, white space collapsed. */
function elementText(element: ElementNode, styled: StyledDocument): string {
  let text = '';
  const visit = (parent: ElementNode) => {
    for (const child of parent.children) {
      if (child.kind === 'text') text += child.data;
      else if (child.name === 'br') text += ' ';
      else if (!isUnrendered(child) && isRendered(styled.style(child))) visit(child);
    }
  };
  visit(element);
  return collapsed(text);
}

const isRendered = ({ display, float }: ComputedStyle): boolean => display !== 'none' && float !== 'footnote';

/**
 * The text of one `content()` function.
 * @param nodes  the nodes generated for the element, which hold the text of its pseudo-elements
 */
export function contentPartText(
  part: ContentPart,
  element: ElementNode,
  nodes: readonly RawNode[],
  styled: StyledDocument,
): string {
  switch (part) {
    case 'text':
      return elementText(element, styled);
    case 'first-letter':
      return firstLetterOf(elementText(element, styled));
    default:
      // Kept untrimmed: the space of a marker such as `1. ` separates it from the text after it.
      return singleSpaced(pseudoText(nodes, element, `::${part}`));
  }
}

function pseudoText(
  nodes: readonly RawNode[],
  element: ElementNode,
  name: '::before' | '::after' | '::marker',
): string {
  let text = '';
  for (const node of nodes) {
    if (node.element === element && node.origin === name) text += generatedText(node);
    else if (node.kind === 'box' && node.element === element) {
      text += pseudoText(node.marker ? [node.marker, ...node.children] : node.children, element, name);
    }
  }
  return text;
}

function generatedText(node: RawNode): string {
  if (node.kind === 'text') return node.isLeader ? '' : node.text;
  return node.kind === 'box' ? node.children.map(generatedText).join('') : '';
}

const singleSpaced = (text: string) => text.replace(/[ \t\n\f\r]+/g, ' ');
const collapsed = (text: string) => singleSpaced(text).trim();

type TargetItem = Extract<ContentItem, { type: 'target-counter' | 'target-text' }>;

/**
 * The text of a `target-…()` function.
 * @param element  the element whose generated content contains the function
 */
export function targetText(
  item: TargetItem,
  element: ElementNode,
  context: {
    readonly references: References;
    readonly counterStyles: CounterStyles;
    readonly report: Report;
  },
): string {
  const { references, counterStyles, report } = context;
  const url = typeof item.target === 'string' ? item.target : (element.attribute(item.target.attr) ?? '');
  const target = references.target(url);
  if (!target) {
    report.add('InvalidCss', `content: ${item.type}(${url})`, `${describeElement(element)}: no such element`);
    return '';
  }
  return references.ask(element, `${item.type}(${url})`, ({ targets, pages }) => {
    const facts = targets.get(target);
    if (item.type === 'target-text') return facts?.text(item.part === 'content' ? 'text' : item.part) ?? '';
    const { name, style, separator } = item;
    if (isPageCounter(name, pages)) {
      const page = pages?.pageOf(target);
      if (pages && page === undefined) return '';
      // Before the first layout: a placeholder of about the final width.
      return counterStyles.text(page === undefined ? 0 : pages!.counter(page, name), style);
    }
    const values = facts?.counters(name) ?? [];
    const shown = separator === undefined ? values.slice(-1) : values;
    return shown.map((value) => counterStyles.text(value, style)).join(separator);
  });
}

/** Source: https://drafts.csswg.org/css-page-3/#page-based-counters */
const isPageCounter = (name: string, pages: PageFacts | undefined) =>
  name === 'page' || name === 'pages' || pages?.counts(name) === true;

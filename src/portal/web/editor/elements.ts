/** Which elements of a template the cursor is in. */

import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** Milliseconds for the syntax of what was typed just now; without it, the tree is that of a moment ago. */
const PATIENCE = 20;

/**
 * The offsets of the start tags around an offset, innermost first. Behind its end tag, an element is left; before its start
 * tag, it is entered, as clicks in pages go there. None in the head, which has no boxes.
 */
export function elementsAt(state: EditorState, offset: number): number[] {
  const tree = ensureSyntaxTree(state, offset, PATIENCE) ?? syntaxTree(state);
  const entered = elementOf(tree.resolveInner(offset, 1));
  const found: number[] = [];
  for (
    let element = entered?.from === offset ? entered : elementOf(tree.resolveInner(offset, -1));
    element;
    element = elementOf(element.parent)
  ) {
    const tag = element.firstChild?.getChild('TagName');
    if (tag && /^head$/i.test(state.sliceDoc(tag.from, tag.to))) return [];
    if (element.to > offset || isOpen(element)) found.push(element.from);
  }
  return found;
}

function elementOf(node: Node | null): Node | undefined {
  let element = node;
  while (element && element.name !== 'Element') element = element.parent;
  return element ?? undefined;
}

/** Whether it has no end tag, which is left out or still to be written. */
function isOpen(element: Node): boolean {
  return element.firstChild?.name === 'OpenTag' && element.lastChild?.name !== 'CloseTag';
}

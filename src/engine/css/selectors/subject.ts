/** Elements with precomputed data for selector matching. */

import type { ElementNode } from '../../html/dom.js';

const NO_CLASSES: readonly string[] = [];
const NO_CHILDREN: readonly Subject[] = [];

export class Subject {
  previous: Subject | null = null;
  next: Subject | null = null;
  children = NO_CHILDREN;
  /** 1-based index among sibling elements. */
  index = 1;
  /** 1-based index among siblings of the same type; 0 until `countTypes` of the parent. */
  typeIndex = 0;
  typeIndexFromEnd = 0;

  constructor(
    readonly element: ElementNode,
    readonly parent: Subject | null,
    /** IDs and classes are case-insensitive in quirks mode, and in lower case then. */
    readonly id: string | undefined,
    readonly classes: readonly string[],
  ) {}

  get isHtml(): boolean {
    return this.element.namespace === 'html';
  }

  attribute(name: string): string | undefined {
    return this.element.attributes.get(name);
  }

  indexFromEnd(): number {
    return (this.parent?.children.length ?? 1) - this.index + 1;
  }
}

/** The subjects of a document in document order; the first is the root element. */
export class SubjectTree {
  readonly all: Subject[] = [];
  /** By the serial number of the element. */
  readonly #subjects: Subject[] = [];
  readonly #classLists = new Map<string, readonly string[]>();
  readonly root: Subject;

  constructor(
    root: ElementNode,
    readonly quirks: boolean,
  ) {
    this.root = this.#add(root, null);
    const stack: Subject[] = [this.root];
    while (stack.length > 0) {
      const subject = stack.pop()!;
      this.all.push(subject);
      const children = this.#addChildren(subject);
      if (children.length > 0) subject.children = children;
      for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]!);
    }
  }

  #addChildren(parent: Subject): readonly Subject[] {
    let children: Subject[] | undefined;
    let previous: Subject | null = null;
    for (const node of parent.element.children) {
      if (node.kind !== 'element') continue;
      const child = this.#add(node, parent);
      // `push` makes room for 17, which few elements need.
      if (children) children.push(child);
      else children = [child];
      child.index = children.length;
      child.previous = previous;
      if (previous) previous.next = child;
      previous = child;
    }
    return children ?? NO_CHILDREN;
  }

  of(element: ElementNode): Subject | undefined {
    const subject = this.#subjects[element.serial];
    return subject?.element === element ? subject : undefined;
  }

  #add(element: ElementNode, parent: Subject | null): Subject {
    const id = element.attributes.get('id') || undefined;
    const subject = new Subject(
      element,
      parent,
      id !== undefined && this.quirks ? id.toLowerCase() : id,
      this.#classes(element.attributes.get('class')),
    );
    this.#subjects[element.serial] = subject;
    return subject;
  }

  /** Equal class attributes share one list. */
  #classes(value: string | undefined): readonly string[] {
    if (!value) return NO_CLASSES;
    let list = this.#classLists.get(value);
    if (!list) {
      const text = this.quirks ? value.toLowerCase() : value;
      list = [...new Set(text.split(/[ \t\n\f\r]+/).filter(Boolean))];
      this.#classLists.set(value, list);
    }
    return list;
  }
}

/** Sets `typeIndex` and `typeIndexFromEnd` of the children of `parent`, for `:nth-of-type()` and others. */
export function countTypes(parent: Subject): void {
  const totals = new Map<string, number>();
  for (const child of parent.children) {
    const type = typeOf(child);
    const index = (totals.get(type) ?? 0) + 1;
    totals.set(type, index);
    child.typeIndex = index;
  }
  for (const child of parent.children) child.typeIndexFromEnd = totals.get(typeOf(child))! - child.typeIndex + 1;
}

function typeOf(subject: Subject): string {
  return subject.isHtml ? subject.element.name : `${subject.element.namespace} ${subject.element.name}`;
}

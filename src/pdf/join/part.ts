/** Writes the objects of one document into a joined file. */

import { createHash } from 'node:crypto';
import { numberEntries } from '../syntax/number-tree.js';
import { type Dict, dict, isName, name, type PdfObject, PdfString, Ref, Stream } from '../syntax/objects.js';
import { pagesOf } from '../syntax/pages.js';
import type { PdfObjects } from '../syntax/read.js';
import { bytesOf } from '../syntax/write.js';
import { type FileStream, headOf, type NumberOf } from './file-stream.js';
import type { KeyTree, PageTree } from './tree.js';

/** The joined file so far. */
export interface JoinState {
  readonly out: FileStream;
  readonly pages: PageTree;
  /** Parents of marked content, by numbers that count through all documents. */
  readonly parents: KeyTree;
  /** Structure elements by identifier. */
  readonly ids: KeyTree;
  /** Numbers of objects that are written last. */
  readonly structureRoot: number;
  readonly documentElement: number;
  readonly outlineRoot: number;
  nextParent: number;
  /** Numbers of the top structure elements. */
  readonly elements: number[];
  /** Standard types by type of structure element. */
  readonly roles: Dict;
  /** Numbers of fonts, images and the like, by a digest of their bytes; the oldest first. */
  readonly shared: Map<string, number>;
  readonly maxShared: number;
}

/** The top bookmarks of a document, of which the first and the last are not written yet. */
export interface Outline {
  readonly first: Dict;
  readonly firstNumber: number;
  readonly last: Dict;
  readonly lastNumber: number;
  readonly numberOf: NumberOf;
  /** Bookmarks that are seen while the document is opened. */
  readonly open: number;
}

interface JoinedPart {
  /** The rest of the catalog, with numbers of the joined file. */
  readonly head: Dict;
  readonly outline: Outline | undefined;
}

interface PartOptions {
  /** Of the document, from 1. */
  readonly number: number;
  /** When it is not that of the file. */
  readonly language: string | undefined;
}

/** Entries that pages inherit. Source: ISO 32000-1, table 30 */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
/** Digits of the number before identifiers: they sort by document. */
const DIGITS = 8;

export function joinPart(file: PdfObjects, state: JoinState, options: PartOptions): JoinedPart {
  return new Part(file, state, options).join();
}

class Part {
  /** By number in the document. */
  readonly #numbers = new Map<number, number>();
  readonly #queue: [number: number, object: PdfObject][] = [];
  readonly #sharing = new Set<number>();

  constructor(
    private readonly file: PdfObjects,
    private readonly state: JoinState,
    private readonly options: PartOptions,
  ) {}

  join(): JoinedPart {
    const { file, state } = this;
    this.#shiftParents();
    const { catalog } = file;
    const root = catalog.get('StructTreeRoot');
    if (root instanceof Ref) this.#numbers.set(root.number, state.structureRoot);
    const outlines = catalog.get('Outlines');
    if (outlines instanceof Ref) this.#numbers.set(outlines.number, state.outlineRoot);
    this.#addPages();
    const outline = this.#addOutline(file.dict(outlines));
    const structure = file.dict(root);
    if (structure) this.#addStructure(structure);
    const head = this.#head();
    this.#writeQueue();
    return { head, outline };
  }

  /** References to objects that are missing become null; negative numbers are those of the joined file. */
  readonly #numberOf: NumberOf = ({ number }) => (number < 0 ? -number : (this.#numbers.get(number) ?? 0));

  /** Numbers of marked content go on where those of the document before end. */
  #shiftParents(): void {
    const by = this.state.nextParent;
    const shift = (object: PdfObject): void => {
      const entries = object instanceof Stream ? object.dict : object;
      if (!(entries instanceof Map)) return;
      for (const key of ['StructParent', 'StructParents']) {
        const value = entries.get(key);
        if (typeof value === 'number') entries.set(key, value + by);
      }
      const annotations = entries.get('Annots');
      if (Array.isArray(annotations)) annotations.forEach(shift);
    };
    for (const object of this.file.objects.values()) shift(object);
  }

  #addPages(): void {
    const { out, pages } = this.state;
    const node = out.reserve();
    const numbers: number[] = [];
    for (const { ref, dict: page } of pagesOf(this.file)) {
      for (const key of INHERITED) {
        const value = page.get(key) ?? this.#inherited(page, key);
        if (value !== undefined) page.set(key, value);
      }
      page.set('Parent', new Ref(-node));
      this.#share(page.get('Resources'));
      numbers.push(this.#enqueue(ref));
    }
    pages.add(node, numbers);
  }

  #inherited(page: Dict, key: string): PdfObject | undefined {
    let node = this.file.dict(page.get('Parent'));
    for (let depth = 0; node && depth < 64; depth += 1) {
      const value = node.get(key);
      if (value !== undefined) return value;
      node = this.file.dict(node.get('Parent'));
    }
    return undefined;
  }

  /**
   * Writes what pages use, children first, so that equal objects are equal bytes: those of earlier documents are used
   * again.
   */
  #share(object: PdfObject | undefined): void {
    if (object instanceof Ref) this.#shareTarget(object);
    else if (object instanceof Stream) this.#share(object.dict);
    else if (Array.isArray(object)) for (const item of object) this.#share(item);
    else if (object instanceof Map) for (const item of object.values()) this.#share(item);
  }

  #shareTarget({ number: old }: Ref): void {
    if (this.#numbers.has(old)) return;
    const { out, shared, maxShared } = this.state;
    const target = this.file.objects.get(old);
    if (target === undefined) return;
    if (this.#sharing.has(old)) {
      this.#numbers.set(old, out.reserve()); // a cycle
      return;
    }
    this.#sharing.add(old);
    this.#share(target);
    this.#sharing.delete(old);
    const isStream = target instanceof Stream;
    const known = this.#numbers.get(old);
    if (known !== undefined) {
      out.put(known, target, this.#numberOf);
      return;
    }
    const head = isStream ? headOf(target, this.#numberOf) : this.#bytesOf(target);
    const hash = createHash('sha256').update(head);
    if (isStream) hash.update('stream').update(target.data);
    const key = hash.digest('base64');
    let number = shared.get(key);
    if (number === undefined) {
      number = out.reserve();
      if (isStream) out.putStream(number, head, target.data);
      else out.put(number, target, this.#numberOf);
      if (shared.size >= maxShared) shared.delete(shared.keys().next().value!);
    } else shared.delete(key); // moves to the end
    shared.set(key, number);
    this.#numbers.set(old, number);
  }

  #bytesOf(object: PdfObject): Buffer {
    return bytesOf(object, { number: this.#numberOf, text: (bytes) => bytes });
  }

  /** @returns the number in the joined file */
  #enqueue({ number: old }: Ref): number {
    const known = this.#numbers.get(old);
    if (known !== undefined) return known;
    const target = this.file.objects.get(old);
    if (target === undefined) return 0;
    const number = this.state.out.reserve();
    this.#numbers.set(old, number);
    this.#queue.push([number, target]);
    return number;
  }

  /** Numbers the objects to which one refers. */
  #visit(object: PdfObject): void {
    if (object instanceof Ref) {
      if (object.number >= 0) this.#enqueue(object);
    } else if (object instanceof Stream) this.#visit(object.dict);
    else if (Array.isArray(object)) for (const item of object) this.#visit(item);
    else if (object instanceof Map) for (const item of object.values()) this.#visit(item);
  }

  #writeQueue(): void {
    const { out } = this.state;
    for (let next = 0; next < this.#queue.length; next += 1) {
      const [number, object] = this.#queue[next]!;
      this.#visit(object);
      out.put(number, object, this.#numberOf);
    }
  }

  #addOutline(root: Dict | undefined): Outline | undefined {
    const { file, state } = this;
    const { out, outlineRoot } = state;
    const items: { readonly item: Dict; readonly number: number }[] = [];
    for (let ref = root?.get('First'); ref instanceof Ref && !this.#numbers.has(ref.number); ) {
      const item = file.dict(ref);
      if (!item) break;
      const number = out.reserve();
      this.#numbers.set(ref.number, number);
      item.set('Parent', new Ref(-outlineRoot));
      items.push({ item, number });
      ref = item.get('Next');
    }
    const [first, last] = [items[0], items.at(-1)];
    if (!first || !last) return undefined;
    for (const { item, number } of items) {
      this.#visit(item);
      if (item !== first.item && item !== last.item) out.put(number, item, this.#numberOf);
    }
    const open = items.reduce((sum, { item }) => sum + 1 + Math.max(0, file.number(item.get('Count')) ?? 0), 0);
    return {
      first: first.item,
      firstNumber: first.number,
      last: last.item,
      lastNumber: last.number,
      numberOf: this.#numberOf,
      open,
    };
  }

  #addStructure(root: Dict): void {
    const { file, state } = this;
    const { out, documentElement, elements, parents } = state;
    this.#renameElements(root);
    const kids = root.get('K');
    for (const kid of file.array(kids) ?? (kids === undefined ? [] : [kids])) {
      const element = file.dict(kid);
      if (!(kid instanceof Ref) || !element) continue;
      element.set('P', new Ref(-documentElement));
      if (this.options.language !== undefined && !element.has('Lang'))
        element.set('Lang', new PdfString(Buffer.from(this.options.language, 'latin1')));
      elements.push(this.#enqueue(kid));
    }
    for (const [role, meaning] of file.dict(root.get('RoleMap')) ?? []) {
      const known = state.roles.get(role);
      if (known === undefined) state.roles.set(role, meaning);
    }
    const entries = [...numberEntries(file, file.dict(root.get('ParentTree')) ?? new Map())].sort(([a], [b]) => a - b);
    const [first, last] = [entries[0], entries.at(-1)];
    if (!first || !last) return;
    const shifted = entries.flatMap(([key, value]) => [key + state.nextParent, value]);
    const [from, to] = [first[0] + state.nextParent, last[0] + state.nextParent];
    const leaf = out.reserve();
    const node = dict({ Limits: [from, to], Nums: shifted });
    this.#visit(node);
    this.#queue.push([leaf, node]);
    parents.add(leaf, [from, to]);
    state.nextParent = to + 1;
  }

  /** Identifiers of elements, to which header cells refer, get the number of the document before them. */
  #renameElements(root: Dict): void {
    const { file, state, options } = this;
    if (!root.has('IDTree')) return;
    const prefix = Buffer.from(String(options.number).padStart(DIGITS, '0'), 'latin1');
    const renamed = ({ bytes }: PdfString) => new PdfString(Buffer.concat([prefix, bytes]));
    const named: [PdfString, PdfObject][] = [];
    for (const [number, object] of file.objects) {
      if (!(object instanceof Map)) continue;
      const id = object.get('ID');
      if (id instanceof PdfString && object.has('S') && object.has('P')) {
        object.set('ID', renamed(id));
        named.push([renamed(id), new Ref(number)]);
      }
      for (const attributes of [object, object.get('A'), ...(file.array(object.get('A')) ?? [])]) {
        const entries = file.dict(attributes);
        const headers = isName(entries?.get('O'), 'Table') ? file.array(entries?.get('Headers')) : undefined;
        headers?.forEach((header, index) => {
          const isDone = header instanceof PdfString && Buffer.from(header.bytes).indexOf(prefix) === 0;
          if (header instanceof PdfString && !isDone) headers[index] = renamed(header);
        });
      }
    }
    named.sort(([a], [b]) => Buffer.compare(a.bytes, b.bytes));
    const [first, last] = [named[0], named.at(-1)];
    if (!first || !last) return;
    const leaf = state.out.reserve();
    const node = dict({ Limits: [first[0], last[0]], Names: named.flat() });
    this.#queue.push([leaf, node]);
    state.ids.add(leaf, [first[0], last[0]]);
  }

  /** The entries that the joined file takes from the catalog of its first document. */
  #head(): Dict {
    const { catalog } = this.file;
    const head: Dict = new Map();
    for (const key of ['Type', 'Lang', 'MarkInfo', 'ViewerPreferences', 'OutputIntents', 'Version']) {
      const value = catalog.get(key);
      if (value === undefined) continue;
      this.#share(value);
      head.set(key, this.#moved(value));
    }
    if (!head.has('Type')) head.set('Type', name('Catalog'));
    return head;
  }

  /** With numbers of the joined file. */
  #moved(object: PdfObject): PdfObject {
    if (object instanceof Ref) return new Ref(this.#numberOf(object));
    if (Array.isArray(object)) return object.map((item) => this.#moved(item));
    if (object instanceof Map) return new Map([...object].map(([key, value]) => [key, this.#moved(value)]));
    return object;
  }
}

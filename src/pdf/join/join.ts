/**
 * Joins finished PDFs into one, document by document: pages, links, bookmarks and tags of all of them, and each font and
 * image that is the same in several of them once. Memory does not grow with the size of the documents; of each object
 * that was written its place is kept, which is 7 bytes.
 * Source: ISO 32000-1, 7.7 (document structure), 12.3.3 (outlines), 14.7 (logical structure)
 */

import type { PdfStandard } from '../../engine/document.js';
import { informationOf, metadataStream } from '../metadata.js';
import { PdfSyntaxError } from '../syntax/lexer.js';
import { type Dict, dict, name, type PdfObject, PdfString, Ref, textOfString } from '../syntax/objects.js';
import { readPdf } from '../syntax/read.js';
import { FileStream } from './file-stream.js';
import { type JoinState, joinPart, type Outline } from './part.js';
import { KeyTree, PageTree } from './tree.js';

/** The documents cannot be one file. The message is for whoever asked for it. */
export class JoinError extends Error {
  override readonly name = 'JoinError';
}

/** Objects of a file. Source: ISO 19005-2, 6.1.13 */
const MAX_JOINED_OBJECTS = 8_388_607;
/** Bytes of a file: offsets beyond it are more than common readers take. */
const MAX_JOINED_BYTES = 2 * 1024 ** 3;
/** Shared objects that are remembered. */
const MAX_SHARED = 50_000;

/** Entries of catalogs that cannot be joined: names of one document would be those of another. */
const WHOLE = { AcroForm: 'form fields', Names: 'attachments or names', Dests: 'names', PageLabels: 'page labels' };

export class Joiner {
  readonly #out = new FileStream();
  readonly #catalog = this.#out.reserve();
  readonly #state: JoinState = {
    out: this.#out,
    pages: new PageTree(this.#out),
    parents: new KeyTree(this.#out),
    ids: new KeyTree(this.#out),
    structureRoot: this.#out.reserve(),
    documentElement: this.#out.reserve(),
    outlineRoot: this.#out.reserve(),
    nextParent: 0,
    elements: [],
    roles: new Map(),
    shared: new Map(),
    maxShared: MAX_SHARED,
  };
  #outline: Outline | undefined;
  #firstItem = 0;
  #openItems = 0;
  #documents = 0;
  /** Of the first document. */
  #head: { readonly catalog: Dict; readonly info: Dict | undefined } | undefined;
  /** Of all documents. */
  #claims: readonly PdfStandard[] = [];

  /**
   * Adds a document after the others.
   * @param pdf  as Platen or another program writes it
   * @returns    what can be sent
   * @throws JoinError
   */
  add(pdf: Uint8Array): Buffer {
    this.#documents += 1;
    const { file, catalog } = this.#read(pdf);
    for (const [key, what] of Object.entries(WHOLE))
      if (catalog.has(key)) throw new JoinError(`Document ${this.#documents} has ${what}, which cannot be joined.`);
    const language = textIn(catalog.get('Lang'));
    const first = this.#head;
    const foreign = first && textIn(first.catalog.get('Lang')) !== language ? language : undefined;
    const pagesBefore = this.pages;
    const part = this.#guarded(() => joinPart(file, this.#state, { number: this.#documents, language: foreign }));
    if (this.pages === pagesBefore) throw new JoinError(`Document ${this.#documents} has no pages.`);
    const claims = claimsOf(file.stream(catalog.get('Metadata'))?.data);
    this.#claims = first ? this.#claims.filter((claim) => claims.includes(claim)) : claims;
    if (!first) {
      const head = new Map([...part.head].filter(([key]) => key !== 'Metadata'));
      this.#head = { catalog: head, info: file.dict(file.trailer.get('Info')) };
    }
    if (part.outline) this.#addOutline(part.outline);
    if (this.#out.objects > MAX_JOINED_OBJECTS)
      throw new JoinError(`The documents have more than ${MAX_JOINED_OBJECTS.toLocaleString('en-US')} objects.`);
    if (this.#out.bytes > MAX_JOINED_BYTES) throw new JoinError('The documents have more than 2 GB.');
    return this.#out.take();
  }

  /** Pages so far. */
  get pages(): number {
    return this.#state.pages.count;
  }

  #read(pdf: Uint8Array) {
    return this.#guarded(() => {
      const file = readPdf(pdf);
      return { file, catalog: file.catalog };
    });
  }

  /** Damaged files have objects of other types and depths than work expects. @throws JoinError */
  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const isKnown = error instanceof PdfSyntaxError;
      if (!isKnown && !(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
      const reason = isKnown ? error.message : 'the file is damaged';
      throw new JoinError(`Document ${this.#documents} cannot be read: ${reason}.`, { cause: error });
    }
  }

  /** The last item of each document waits for the first of the next. */
  #addOutline(outline: Outline): void {
    const last = this.#outline;
    if (last) {
      outline.first.set('Prev', new Ref(-last.lastNumber));
      last.last.set('Next', new Ref(-outline.firstNumber));
      this.#out.put(last.lastNumber, last.last, last.numberOf);
    } else this.#firstItem = outline.firstNumber;
    if (outline.first !== outline.last) this.#out.put(outline.firstNumber, outline.first, outline.numberOf);
    this.#openItems += outline.open;
    this.#outline = outline;
  }

  /**
   * @param title  default: that of the first document
   * @returns      the end of the file
   * @throws JoinError without documents
   */
  end(title?: string): Buffer {
    if (!this.#head) throw new JoinError('There is no document to join.');
    const { pages, parents, ids, structureRoot, documentElement, outlineRoot, elements, roles } = this.#state;
    const out = this.#out;
    pages.end();
    const { catalog, info } = this.#head;
    const entries = new Map([...catalog, ['Pages', new Ref(pages.root)]]);
    if (elements.length > 0) {
      const refs = elements.map((element) => new Ref(element));
      out.put(documentElement, dict({ S: name('Document'), P: new Ref(structureRoot), K: refs }));
      const root = dict({
        Type: name('StructTreeRoot'),
        K: [new Ref(documentElement)],
        RoleMap: roles.size > 0 ? roles : undefined,
        ParentTree: parents.end(),
        ParentTreeNextKey: this.#state.nextParent,
        IDTree: ids.isEmpty ? undefined : ids.end(),
      });
      out.put(structureRoot, root);
      entries.set('StructTreeRoot', new Ref(structureRoot));
    }
    const last = this.#outline;
    if (last) {
      out.put(last.lastNumber, last.last, last.numberOf);
      const [First, Last] = [new Ref(this.#firstItem), new Ref(last.lastNumber)];
      out.put(outlineRoot, dict({ Type: name('Outlines'), First, Last, Count: this.#openItems }));
      entries.set('Outlines', new Ref(outlineRoot));
    }
    const metadata = {
      title: title ?? textIn(info?.get('Title')),
      authors: [textIn(info?.get('Author')) ?? []].flat(),
      description: textIn(info?.get('Subject')),
      keywords: textIn(info?.get('Keywords'))?.split(', ') ?? [],
    };
    const taken = out.take();
    const language = textIn(catalog.get('Lang'));
    const content = out.digest();
    const packet = out.reserve();
    out.put(packet, metadataStream({ metadata, language, claims: this.#claims, hybrid: undefined, content }));
    const information = out.reserve();
    out.put(information, informationOf(metadata));
    entries.set('Metadata', new Ref(packet));
    out.put(this.#catalog, entries);
    const trailer = dict({ Root: new Ref(this.#catalog), Info: new Ref(information) });
    return Buffer.concat([taken, out.end(trailer)]);
  }
}

/** Joins PDFs as they are read. @throws JoinError */
export async function* joinPdfs(pdfs: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  const joiner = new Joiner();
  for await (const pdf of pdfs) yield joiner.add(pdf);
  yield joiner.end();
}

function textIn(object: PdfObject | undefined): string | undefined {
  return object instanceof PdfString ? textOfString(object) : undefined;
}

/** The standards that the metadata of a document claims. */
function claimsOf(packet: Uint8Array | undefined): PdfStandard[] {
  const text = Buffer.from(packet ?? []).toString();
  const [, part] = /<pdfaid:part>(\d)</.exec(text) ?? [];
  const [, level] = /<pdfaid:conformance>(\w)</.exec(text) ?? [];
  return [
    ...(part && level ? [`pdf/a-${part}${level.toLowerCase()}` as PdfStandard] : []),
    ...(/<pdfuaid:part>1</.test(text) ? ['pdf/ua-1' as const] : []),
  ];
}

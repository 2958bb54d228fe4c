/**
 * The core: writes a binary display list as PDF, without Typst. It is one Rust crate with two bindings: an addon of
 * Node.js (core-addon.ts) and WebAssembly (core-webassembly.ts), which write the same bytes.
 *
 *   const core = createCore({ fonts: loadFonts(), open: openCoreAddon });
 *   const pdf = core.write(encodeDisplayList(list, options));
 */

import type { CacheUses } from '../src/engine/collections/bounded-cache.js';
import type { ComposedFont } from '../src/engine/encode/composed-text.js';
import type { EncodedDocument, EncodedImage } from '../src/engine/encode/document.js';
import type { FontFace } from '../src/engine/text/types.js';
import { composedFace } from '../src/fonts/composed-font.js';
import { facesInDrawing } from '../src/fonts/drawing-fonts.js';

/**
 * An instance of the core. Methods throw when a file cannot be parsed, and return handles. `isLate`, whether the document
 * is wanted no longer, is asked all the time; then they throw CoreLateError.
 */
export interface CoreBinding {
  addFont(data: Uint8Array, index: number, isLate: () => boolean): number;
  removeFont(handle: number): void;
  /** @param decoded  bytes of the image once it is decoded */
  addImage(data: Uint8Array, format: string, smooth: boolean, decoded: number, isLate: () => boolean): number;
  addDrawing(source: string, fonts: readonly NamedFont[], isLate: () => boolean): number;
  removeImage(handle: number): void;
  /** Writes a document of one list. */
  write(list: Uint8Array, fonts: Uint32Array, images: Uint32Array, isLate: () => boolean): Written;
  /** Draws the next list of a document; `fonts` and `images` are those that no list before has. There is no PDF yet. */
  draw(list: Uint8Array, fonts: Uint32Array, images: Uint32Array, isLate: () => boolean): Written;
  /** Writes the document that was drawn. */
  finish(isLate: () => boolean): Written;
  /** Drops the document that was drawn so far. */
  abandon(): void;
  subsetUses(): CacheUses;
  /** Bytes that it holds; undefined: not known. */
  readonly memory: number | undefined;
  /** Whether a panic, a lack of memory or a deadline has ended it. */
  readonly hasEnded: boolean;
}

export interface NamedFont {
  readonly font: number;
  readonly families: readonly string[];
  readonly weight: number;
  readonly italic: boolean;
}

export interface Written {
  /** Memory of its own, which the core does not use again. */
  readonly pdf?: Uint8Array;
  readonly error?: string;
  /** Index of the unusable image or font, in the tables of the document. */
  readonly image?: number;
  readonly font?: number;
}

export interface Core {
  /** @throws CoreError, EngineError render_timeout; the core stays usable */
  write(document: EncodedDocument): Uint8Array;
  /** Makes an instance ahead of the next document, if there is none; for idle time. */
  prepare(): void;
  /** How the caches were used by all documents so far. */
  cacheUses(): { readonly image: CacheUses; readonly font_subset: CacheUses };
  close(): void;
}

export interface DecodingBudget {
  /** Decodes images of so many bytes, decoded, once there is room for them. */
  hold<T>(bytes: number, decode: () => T): T;
}

const NO_BUDGET: DecodingBudget = { hold: (_, decode) => decode() };

/** The core rejected a document. */
export class CoreError extends Error {
  override readonly name = 'CoreError';
  constructor(
    message: string,
    /** Keys of undecodable images. */
    readonly images: readonly string[] = [],
    /** Ids of unusable fonts of the document. */
    readonly fonts: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The core needed more memory than its instance may have. */
export class CoreMemoryError extends CoreError {}

/** A drawing becomes too much once everything that it refers to is in its place. The message is a sentence. */
export class CoreComplexityError extends CoreError {}

/** The core has stopped, because the document is wanted no longer. */
export class CoreLateError extends CoreError {}

const endsDocument = (error: unknown): boolean =>
  error instanceof CoreMemoryError || error instanceof CoreComplexityError || error instanceof CoreLateError;

export interface CoreOptions {
  readonly fonts: readonly FontFace[];
  /** Makes an instance. */
  readonly open: () => CoreBinding;
  /** Bytes of an image once it is decoded: of a drawing, those of its largest image. Default: nothing is known of it. */
  readonly decodedSize?: (image: EncodedImage) => number;
  /** Bounds what is decoded at a time, where other threads decode as well; default: no bound. */
  readonly decoding?: DecodingBudget | undefined;
  /** Bytes of memory above which an instance is replaced between documents; default 256 MB. */
  readonly memoryLimit?: number | undefined;
}

const DEFAULT_MEMORY_LIMIT = 256 * 1024 * 1024;

export function createCore(options: CoreOptions): Core {
  const { open, memoryLimit = DEFAULT_MEMORY_LIMIT } = options;
  const newInstance = () => new Instance(open(), options);
  let instance: Instance | undefined = newInstance();
  const ended: Uses = { image: NO_USES, font_subset: NO_USES };
  let closed = false;

  return {
    write(document) {
      if (closed) throw new Error('the core is closed');
      instance ??= newInstance();
      const current = instance;
      let isFull = false;
      try {
        return current.write(document);
      } catch (error) {
        isFull = error instanceof CoreMemoryError;
        throw error;
      } finally {
        if (current.hasEnded || isFull || (current.memory ?? 0) > memoryLimit) {
          addUses(ended, current.uses());
          current.close();
          instance = undefined;
        }
      }
    },
    prepare() {
      if (!closed) instance ??= newInstance();
    },
    cacheUses: () => addUses({ ...ended }, instance?.uses() ?? { image: NO_USES, font_subset: NO_USES }),
    close() {
      instance?.close();
      instance = undefined;
      closed = true;
    },
  };
}

interface Uses {
  image: CacheUses;
  font_subset: CacheUses;
}

const NO_USES: CacheUses = { hits: 0, misses: 0 };

function addUses(sum: Uses, uses: Uses): Uses {
  const plus = (a: CacheUses, b: CacheUses) => ({ hits: a.hits + b.hits, misses: a.misses + b.misses });
  sum.image = plus(sum.image, uses.image);
  sum.font_subset = plus(sum.font_subset, uses.font_subset);
  return sum;
}

/** An instance of the core with the fonts and images that were handed to it. */
class Instance {
  readonly #fonts: LoadedFonts;
  readonly #images: LoadedImages;
  readonly #decoding: DecodingBudget;

  constructor(
    private readonly core: CoreBinding,
    { fonts, decodedSize = () => 0, decoding = NO_BUDGET }: CoreOptions,
  ) {
    this.#decoding = decoding;
    this.#fonts = new LoadedFonts(core, fonts);
    this.#images = new LoadedImages(core, this.#fonts, { faces: fonts, decodedSize, decoding });
  }

  get hasEnded(): boolean {
    return this.core.hasEnded;
  }

  get memory(): number | undefined {
    return this.core.memory;
  }

  uses(): Uses {
    return { image: this.#images.uses, font_subset: this.core.hasEnded ? NO_USES : this.core.subsetUses() };
  }

  write(document: EncodedDocument): Uint8Array {
    try {
      return this.#write(document);
    } catch (error) {
      document.deadline?.checkNow(); // it may be what the core has ended for
      throw error;
    }
  }

  #write(document: EncodedDocument): Uint8Array {
    const isLate = isLateOf(document);
    this.#fonts.evict();
    this.#images.startDocument();
    let [fonts, images] = [0, 0];
    let isOpen = false;
    try {
      for (const { bytes, isLast } of document.lists) {
        const fontHandles = this.#fonts.handles(document, fonts);
        const imageHandles = this.#images.handles(document, images);
        fonts += fontHandles.length;
        images += imageHandles.length;
        // Those that do not decode are known together; there will be no PDF.
        if (this.#images.areBroken) continue;
        const isWhole: boolean = isLast && !isOpen;
        isOpen = !isWhole;
        const write = () => this.core[isWhole ? 'write' : 'draw'](bytes, fontHandles, imageHandles, isLate);
        const decoded = this.#images.decodedInDrawings;
        const written = decoded === 0 ? write() : this.#decoding.hold(decoded, write);
        if (written.error !== undefined) throw refusal(written, document);
        if (isWhole) return pdfOf(written, document);
      }
      this.#images.checkBroken();
      const written = this.core.finish(isLate);
      isOpen = false;
      return pdfOf(written, document);
    } finally {
      if (isOpen && !this.core.hasEnded) this.core.abandon();
    }
  }

  close(): void {
    if (this.core.hasEnded) return;
    this.#fonts.clear();
    this.#images.clear();
  }
}

function pdfOf(written: Written, document: EncodedDocument): Uint8Array {
  if (!written.pdf) throw refusal(written, document);
  return written.pdf;
}

function refusal({ error, image, font }: Written, document: EncodedDocument): CoreError {
  const key = image === undefined ? '' : document.images[image]!.key;
  const bad = font === undefined ? undefined : document.fonts[font]!;
  const isOfDocument = bad && 'ofDocument' in bad && bad.ofDocument;
  return new CoreError(error ?? 'no reason given', key === '' ? [] : [key], isOfDocument ? [bad.id] : []);
}

const isLateOf =
  ({ deadline }: EncodedDocument) =>
  (): boolean =>
    deadline?.isOver ?? false;

/** Fonts of documents kept for following documents. */
const MAX_DOCUMENT_FONTS = 32;
const MAX_DOCUMENT_FONT_BYTES = 50_000_000;

interface Loaded {
  readonly handle: number;
  readonly size: number;
}

/** Fonts in the core by id, those of documents by scope, too; installed ones stay. */
class LoadedFonts {
  readonly #known: ReadonlySet<string>;
  readonly #own = new Map<string, number>();
  /** Ordered by last use. */
  readonly #ofDocuments = new Map<string, Loaded>();
  #documentBytes = 0;

  constructor(
    private readonly core: CoreBinding,
    fonts: readonly FontFace[],
  ) {
    this.#known = new Set(fonts.map(({ id }) => id));
  }

  /** Handles of the document's fonts from index `start` on. */
  handles(document: EncodedDocument, start: number): Uint32Array {
    return Uint32Array.from(document.fonts.slice(start), (font) => this.handle(font, document));
  }

  handle(font: FontFace | ComposedFont, document: EncodedDocument): number {
    const { scope = '' } = document;
    const isOwn = this.#known.has(font.id);
    const own = this.#own.get(font.id);
    if (own !== undefined) return own;
    const key = `${scope} ${font.id}`;
    const known = this.#ofDocuments.get(key);
    if (known) {
      this.#ofDocuments.delete(key);
      this.#ofDocuments.set(key, known);
      return known.handle;
    }
    const face = 'glyphs' in font ? composedFace(font) : font;
    const data = face.data();
    const handle = this.#add(face, data, isLateOf(document));
    if (isOwn) this.#own.set(font.id, handle);
    else {
      this.#ofDocuments.set(key, { handle, size: data.length });
      this.#documentBytes += data.length;
    }
    return handle;
  }

  clear(): void {
    for (const handle of this.#own.values()) this.core.removeFont(handle);
    for (const { handle } of this.#ofDocuments.values()) this.core.removeFont(handle);
    this.#own.clear();
    this.#ofDocuments.clear();
  }

  #add(face: FontFace, data: Uint8Array, isLate: () => boolean): number {
    try {
      return this.core.addFont(data, face.index, isLate);
    } catch (cause) {
      if (endsDocument(cause)) throw cause;
      throw new CoreError(`the font ${face.id} cannot be read`, [], face.ofDocument ? [face.id] : [], { cause });
    }
  }

  /** Evicts fonts; called between documents, as one in use must not be evicted. */
  evict(): void {
    for (const [key, { handle, size }] of this.#ofDocuments) {
      if (this.#ofDocuments.size <= MAX_DOCUMENT_FONTS && this.#documentBytes <= MAX_DOCUMENT_FONT_BYTES) return;
      this.core.removeFont(handle);
      this.#ofDocuments.delete(key);
      this.#documentBytes -= size;
    }
  }
}

/** Bytes of image files kept for following documents. */
const MAX_IMAGE_BYTES = 32_000_000;

interface LoadedImage extends Loaded {
  /** Of a drawing: bytes of the largest image in it, once it is decoded. */
  readonly decoded?: number;
}

interface ImageOptions {
  readonly faces: readonly FontFace[];
  readonly decodedSize: (image: EncodedImage) => number;
  readonly decoding: DecodingBudget;
}

/** Images in the core by scope, content and dependencies. */
class LoadedImages {
  /** Ordered by last use. */
  readonly #images = new Map<string, LoadedImage>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  #decodedInDrawings = 0;
  /** Keys of images of the document that do not decode. */
  #broken: string[] = [];

  constructor(
    private readonly core: CoreBinding,
    private readonly fonts: LoadedFonts,
    private readonly options: ImageOptions,
  ) {}

  get uses(): CacheUses {
    return { hits: this.#hits, misses: this.#misses };
  }

  /** Whether images of the document do not decode. */
  get areBroken(): boolean {
    return this.#broken.length > 0;
  }

  /** @throws CoreError if they are */
  checkBroken(): void {
    if (this.areBroken) throw new CoreError('undecodable images', this.#broken);
  }

  /** Bytes of the largest image in drawings of the last document: they are decoded whenever these are drawn. */
  get decodedInDrawings(): number {
    return this.#decodedInDrawings;
  }

  startDocument(): void {
    this.#evict();
    this.#decodedInDrawings = 0;
    this.#broken = [];
  }

  /** Handles of the document's images from index `start` on; those that do not decode have none. */
  handles(document: EncodedDocument, start: number): Uint32Array {
    const handles = document.images.slice(start).map((image) => {
      document.deadline?.checkNow(); // each is decoded
      try {
        return this.#handle(image, document);
      } catch (cause) {
        if (endsDocument(cause)) throw cause;
        if (image.key === '')
          throw new CoreError('a drawing created by the engine cannot be parsed', [], [], { cause });
        this.#broken.push(image.key);
        // The others are tried again without this one.
        if (this.core.hasEnded) throw new CoreError('an undecodable image', this.#broken);
        return 0;
      }
    });
    return Uint32Array.from(handles);
  }

  clear(): void {
    for (const { handle } of this.#images.values()) this.core.removeImage(handle);
    this.#images.clear();
  }

  #handle(image: EncodedImage, document: EncodedDocument): number {
    const { format, bytes, smooth } = image;
    if (format === 'svg') return this.#drawing(image, document);
    return this.#keep(`${document.scope ?? ''} ${image.key} ${smooth}`, bytes.length, () => {
      const decoded = this.options.decodedSize(image);
      const add = () => this.core.addImage(bytes, format, smooth, decoded, isLateOf(document));
      return { handle: this.options.decoding.hold(decoded, add) };
    }).handle;
  }

  #drawing(image: EncodedImage, document: EncodedDocument): number {
    const { faces, scope = '' } = document;
    const source = new TextDecoder().decode(image.bytes);
    const used = facesInDrawing(source, [...(faces?.values() ?? []), ...this.options.faces]);
    const key = `${scope} ${used.map(({ id }) => id).join()} ${source}`;
    const { handle, decoded = 0 } = this.#keep(key, key.length * 2, () => ({
      handle: this.core.addDrawing(
        source,
        used.map((face) => this.#named(face, document)),
        isLateOf(document),
      ),
      decoded: this.options.decodedSize(image),
    }));
    this.#decodedInDrawings = Math.max(this.#decodedInDrawings, decoded);
    return handle;
  }

  /** Names of a face: its unique name and its CSS family. */
  #named(face: FontFace, document: EncodedDocument): NamedFont {
    return {
      font: this.fonts.handle(face, document),
      families: face.ofDocument ? [face.uniqueFamily] : [face.uniqueFamily, face.family],
      weight: face.weight,
      italic: face.style !== 'normal',
    };
  }

  #keep(key: string, size: number, add: () => Omit<LoadedImage, 'size'>): LoadedImage {
    const known = this.#images.get(key);
    if (known) this.#hits += 1;
    else this.#misses += 1;
    const loaded = known ?? { ...add(), size };
    if (known) this.#images.delete(key);
    else this.#bytes += size;
    this.#images.set(key, loaded);
    return loaded;
  }

  /** Evicts images; called between documents, as one in use must not be evicted. */
  #evict(): void {
    for (const [key, { handle, size }] of this.#images) {
      if (this.#bytes <= MAX_IMAGE_BYTES) return;
      this.core.removeImage(handle);
      this.#images.delete(key);
      this.#bytes -= size;
    }
  }
}

/**
 * The native core: writes a binary display list as PDF, without Typst. It is built where Rust is available
 * (`npm run build:core`); otherwise the WebAssembly binding writes the same documents.
 *
 *   const core = createCore({ fonts: loadFonts() });
 *   const pdf = core.write(encodeDisplayList(list, options));
 */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { CacheUses } from '../src/engine/collections/bounded-cache.js';
import type { EncodedDocument, EncodedImage } from '../src/engine/encode/document.js';
import type { FontFace } from '../src/engine/text/types.js';
import type { ComposedFont } from '../src/engine/typst/source.js';
import { composedFace } from '../src/fonts/composed-font.js';
import { facesInDrawing } from '../src/fonts/drawing-fonts.js';

/** Exports of the addon. Methods throw when a file cannot be parsed, and return handles. */
interface Addon {
  readonly Core: new () => {
    addFont(data: Uint8Array, index: number): number;
    removeFont(handle: number): void;
    addImage(data: Uint8Array, format: string, smooth: boolean): number;
    addDrawing(source: string, fonts: readonly NamedFont[]): number;
    removeImage(handle: number): void;
    write(list: Uint8Array, fonts: Uint32Array, images: Uint32Array): Written;
    /** Missing in an addon of an earlier build. */
    subsetUses?(): CacheUses;
  };
}

interface NamedFont {
  readonly font: number;
  readonly families: readonly string[];
  readonly weight: number;
  readonly italic: boolean;
}

interface Written {
  readonly pdf?: Uint8Array;
  readonly error?: string;
  /** Index of the unusable image or font, in the tables of the call. */
  readonly image?: number;
  readonly font?: number;
}

export interface Core {
  /** @throws CoreError; the core stays usable */
  write(document: EncodedDocument): Uint8Array;
  /** How the caches were used by all documents so far. */
  cacheUses(): { readonly image: CacheUses; readonly font_subset: CacheUses };
  close(): void;
}

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

/** Path of the built addon, next to its source; undefined when it is not built. */
export function corePath(): string | undefined {
  const name = `platen-core.${process.platform}-${process.arch}.node`;
  const places = [`./core/${name}`, `../../native/core/${name}`];
  return places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((file) => existsSync(file));
}

/** Throws an error with build instructions when the core is not built. */
export function createCore({ fonts }: { readonly fonts: readonly FontFace[] }): Core {
  const path = corePath();
  if (path === undefined) throw new Error('the native core is not built: run npm run build:core, which needs cargo');
  const { Core: NativeCore } = createRequire(import.meta.url)(path) as Addon;
  const core = new NativeCore();
  const loaded = new LoadedFonts(core, fonts);
  const images = new LoadedImages(core, loaded, fonts);
  let closed = false;

  return {
    write(document) {
      if (closed) throw new Error('the core is closed');
      const fontHandles = loaded.handles(document.fonts);
      const imageHandles = images.handles(document);
      const { pdf, error, image, font } = core.write(document.list, fontHandles, imageHandles);
      // A copy: the addon's memory cannot be transferred to another thread.
      if (pdf) return new Uint8Array(pdf);
      const key = image === undefined ? '' : document.images[image]!.key;
      const bad = font === undefined ? undefined : document.fonts[font]!;
      const isOfDocument = bad && 'ofDocument' in bad && bad.ofDocument;
      throw new CoreError(error ?? 'no reason given', key === '' ? [] : [key], isOfDocument ? [bad.id] : []);
    },
    cacheUses: () => ({ image: images.uses, font_subset: core.subsetUses?.() ?? { hits: 0, misses: 0 } }),
    close() {
      loaded.clear();
      images.clear();
      closed = true;
    },
  };
}

type NativeCore = InstanceType<Addon['Core']>;

/** Fonts of documents kept for following documents. */
const MAX_DOCUMENT_FONTS = 32;
const MAX_DOCUMENT_FONT_BYTES = 50_000_000;

interface Loaded {
  readonly handle: number;
  readonly size: number;
}

/** Fonts in the core by id; installed ones stay. */
class LoadedFonts {
  readonly #known: ReadonlySet<string>;
  readonly #own = new Map<string, number>();
  /** Ordered by last use. */
  readonly #ofDocuments = new Map<string, Loaded>();
  #documentBytes = 0;

  constructor(
    private readonly core: NativeCore,
    fonts: readonly FontFace[],
  ) {
    this.#known = new Set(fonts.map(({ id }) => id));
  }

  handles(fonts: EncodedDocument['fonts']): Uint32Array {
    this.#evict();
    return Uint32Array.from(fonts, (font) => this.handle(font));
  }

  handle(font: FontFace | ComposedFont): number {
    const isOwn = this.#known.has(font.id);
    const own = this.#own.get(font.id);
    if (own !== undefined) return own;
    const known = this.#ofDocuments.get(font.id);
    if (known) {
      this.#ofDocuments.delete(font.id);
      this.#ofDocuments.set(font.id, known);
      return known.handle;
    }
    const face = 'glyphs' in font ? composedFace(font) : font;
    const data = face.data();
    const handle = this.#add(face, data);
    if (isOwn) this.#own.set(font.id, handle);
    else {
      this.#ofDocuments.set(font.id, { handle, size: data.length });
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

  #add(face: FontFace, data: Uint8Array): number {
    try {
      return this.core.addFont(data, face.index);
    } catch (cause) {
      throw new CoreError(`the font ${face.id} cannot be read`, [], face.ofDocument ? [face.id] : [], { cause });
    }
  }

  /** Evicts fonts; called between documents, as one in use must not be evicted. */
  #evict(): void {
    for (const [id, { handle, size }] of this.#ofDocuments) {
      if (this.#ofDocuments.size <= MAX_DOCUMENT_FONTS && this.#documentBytes <= MAX_DOCUMENT_FONT_BYTES) return;
      this.core.removeFont(handle);
      this.#ofDocuments.delete(id);
      this.#documentBytes -= size;
    }
  }
}

/** Bytes of image files kept for following documents. */
const MAX_IMAGE_BYTES = 32_000_000;

/** Images in the core by content and dependencies. */
class LoadedImages {
  /** Ordered by last use. */
  readonly #images = new Map<string, Loaded>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(
    private readonly core: NativeCore,
    private readonly fonts: LoadedFonts,
    private readonly faces: readonly FontFace[],
  ) {}

  get uses(): CacheUses {
    return { hits: this.#hits, misses: this.#misses };
  }

  handles(document: EncodedDocument): Uint32Array {
    this.#evict();
    const broken: string[] = [];
    const handles = document.images.map((image) => {
      try {
        return this.#handle(image, document);
      } catch (cause) {
        if (image.key === '')
          throw new CoreError('a drawing created by the engine cannot be parsed', [], [], { cause });
        broken.push(image.key);
        return 0;
      }
    });
    if (broken.length > 0) throw new CoreError('undecodable images', broken);
    return Uint32Array.from(handles);
  }

  clear(): void {
    for (const { handle } of this.#images.values()) this.core.removeImage(handle);
    this.#images.clear();
  }

  #handle(image: EncodedImage, document: EncodedDocument): number {
    const { format, bytes, smooth } = image;
    if (format === 'svg') return this.#drawing(new TextDecoder().decode(bytes), document);
    return this.#keep(`${image.key} ${smooth}`, bytes.length, () => this.core.addImage(bytes, format, smooth));
  }

  #drawing(source: string, { faces }: EncodedDocument): number {
    const used = facesInDrawing(source, [...(faces?.values() ?? []), ...this.faces]);
    const key = `${used.map(({ id }) => id).join()} ${source}`;
    return this.#keep(key, key.length * 2, () =>
      this.core.addDrawing(
        source,
        used.map((face) => this.#named(face)),
      ),
    );
  }

  /** Names of a face: its unique name and its CSS family. */
  #named(face: FontFace): NamedFont {
    return {
      font: this.fonts.handle(face),
      families: face.ofDocument ? [face.typstFamily] : [face.typstFamily, face.family],
      weight: face.weight,
      italic: face.style !== 'normal',
    };
  }

  #keep(key: string, size: number, add: () => number): number {
    const known = this.#images.get(key);
    if (known) this.#hits += 1;
    else this.#misses += 1;
    const loaded = known ?? { handle: add(), size };
    if (known) this.#images.delete(key);
    else this.#bytes += size;
    this.#images.set(key, loaded);
    return loaded.handle;
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

/**
 * The native core: a binary display list in, PDF out, with no Typst and no second layout. It is built where Rust is
 * (`npm run build:core`); without it the WebAssembly binding writes the same documents.
 *
 *   const core = createCore({ fonts: loadFonts() });
 *   const pdf = core.write(encodeDisplayList(list, options));
 */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { EncodedDocument, EncodedImage } from '../src/engine/encode/document.js';
import type { FontFace } from '../src/engine/text/types.js';
import type { ComposedFont } from '../src/engine/typst/source.js';
import { composedFace } from '../src/fonts/composed-font.js';
import { facesInDrawing } from '../src/fonts/drawing-fonts.js';

/** What the addon exports. Its methods throw where a file cannot be read; handles are theirs. */
interface Addon {
  readonly Core: new () => {
    addFont(data: Uint8Array, index: number): number;
    removeFont(handle: number): void;
    addImage(data: Uint8Array, format: string, smooth: boolean): number;
    addDrawing(source: string, fonts: readonly NamedFont[]): number;
    removeImage(handle: number): void;
    write(list: Uint8Array, fonts: Uint32Array, images: Uint32Array): Written;
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
  /** Places of what cannot be used, in the tables of the call. */
  readonly image?: number;
  readonly font?: number;
}

export interface Core {
  /** @throws CoreError; the core stays usable */
  write(document: EncodedDocument): Uint8Array;
  close(): void;
}

/** The core refused a document. */
export class CoreError extends Error {
  override readonly name = 'CoreError';
  constructor(
    message: string,
    /** Keys of images that do not decode. */
    readonly images: readonly string[] = [],
    /** Ids of fonts the document brings that cannot be used. */
    readonly fonts: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Where the built addon is: beside the sources, which `dist` stands in. undefined: it is not built. */
export function corePath(): string | undefined {
  const name = `platen-core.${process.platform}-${process.arch}.node`;
  const places = [`./core/${name}`, `../../native/core/${name}`];
  return places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((file) => existsSync(file));
}

/** Throws an error that says how to build the core when it is not there. */
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
      // A copy: memory of the addon cannot be handed to another thread.
      if (pdf) return new Uint8Array(pdf);
      const key = image === undefined ? '' : document.images[image]!.key;
      const bad = font === undefined ? undefined : document.fonts[font]!;
      const brought = bad && 'ofDocument' in bad && bad.ofDocument;
      throw new CoreError(error ?? 'no reason given', key === '' ? [] : [key], brought ? [bad.id] : []);
    },
    close() {
      loaded.clear();
      images.clear();
      closed = true;
    },
  };
}

type NativeCore = InstanceType<Addon['Core']>;

/** Fonts of documents that are kept for the next ones. */
const MAX_BROUGHT_FONTS = 32;
const MAX_BROUGHT_BYTES = 50_000_000;

interface Loaded {
  readonly handle: number;
  readonly size: number;
}

/** Fonts the core has, by id: those of the machine for good. */
class LoadedFonts {
  readonly #known: ReadonlySet<string>;
  readonly #own = new Map<string, number>();
  /** In the order in which they were used last. */
  readonly #brought = new Map<string, Loaded>();
  #broughtBytes = 0;

  constructor(
    private readonly core: NativeCore,
    fonts: readonly FontFace[],
  ) {
    this.#known = new Set(fonts.map(({ id }) => id));
  }

  handles(fonts: EncodedDocument['fonts']): Uint32Array {
    this.#forget();
    return Uint32Array.from(fonts, (font) => this.handle(font));
  }

  handle(font: FontFace | ComposedFont): number {
    const isOwn = this.#known.has(font.id);
    const own = this.#own.get(font.id);
    if (own !== undefined) return own;
    const known = this.#brought.get(font.id);
    if (known) {
      this.#brought.delete(font.id);
      this.#brought.set(font.id, known);
      return known.handle;
    }
    const face = 'glyphs' in font ? composedFace(font) : font;
    const data = face.data();
    const handle = this.#add(face, data);
    if (isOwn) this.#own.set(font.id, handle);
    else {
      this.#brought.set(font.id, { handle, size: data.length });
      this.#broughtBytes += data.length;
    }
    return handle;
  }

  clear(): void {
    for (const handle of this.#own.values()) this.core.removeFont(handle);
    for (const { handle } of this.#brought.values()) this.core.removeFont(handle);
    this.#own.clear();
    this.#brought.clear();
  }

  #add(face: FontFace, data: Uint8Array): number {
    try {
      return this.core.addFont(data, face.index);
    } catch (cause) {
      throw new CoreError(`the font ${face.id} cannot be read`, [], face.ofDocument ? [face.id] : [], { cause });
    }
  }

  /** Between documents, none of which may lose its own. */
  #forget(): void {
    for (const [id, { handle, size }] of this.#brought) {
      if (this.#brought.size <= MAX_BROUGHT_FONTS && this.#broughtBytes <= MAX_BROUGHT_BYTES) return;
      this.core.removeFont(handle);
      this.#brought.delete(id);
      this.#broughtBytes -= size;
    }
  }
}

/** Bytes of image files whose decoded images are kept for the next documents. */
const MAX_IMAGE_BYTES = 32_000_000;

/** Images the core has, by their content and what else they depend on. */
class LoadedImages {
  /** In the order in which they were used last. */
  readonly #images = new Map<string, Loaded>();
  #bytes = 0;

  constructor(
    private readonly core: NativeCore,
    private readonly fonts: LoadedFonts,
    private readonly faces: readonly FontFace[],
  ) {}

  handles(document: EncodedDocument): Uint32Array {
    this.#forget();
    const broken: string[] = [];
    const handles = document.images.map((image) => {
      try {
        return this.#handle(image, document);
      } catch (cause) {
        if (image.key === '') throw new CoreError('a drawing of the engine cannot be read', [], [], { cause });
        broken.push(image.key);
        return 0;
      }
    });
    if (broken.length > 0) throw new CoreError('images that do not decode', broken);
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

  /** Under the name that alone selects it, and the one it has in CSS. */
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
    const loaded = known ?? { handle: add(), size };
    if (known) this.#images.delete(key);
    else this.#bytes += size;
    this.#images.set(key, loaded);
    return loaded.handle;
  }

  /** Between documents, none of which may lose its own. */
  #forget(): void {
    for (const [key, { handle, size }] of this.#images) {
      if (this.#bytes <= MAX_IMAGE_BYTES) return;
      this.core.removeImage(handle);
      this.#images.delete(key);
      this.#bytes -= size;
    }
  }
}

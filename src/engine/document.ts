/** What a document is to the engine: types that the library publishes, and that name nothing of its inside. */

export interface DocumentInput {
  /** HTML, treated as a Handlebars template. */
  readonly html: string;
  /** Values for the template, by name; default none. */
  readonly data?: object | null;
  /** BCP 47, for numbers, currencies and dates; default `en-US`. */
  readonly locale?: string | null;
  /** Refuse the document if it uses anything not fully supported; default false. */
  readonly strict?: boolean;
  /** Document title in the PDF's metadata; default the `title` element. */
  readonly title?: string | null;
  /** The bytes behind the URL of an image, font or style sheet; default: nothing is found. */
  readonly assets?: AssetLookup;
  /** The time that the template helper `relative` counts from; default: it must be given in the template. */
  readonly now?: Date | number;
  /** Templates by name for `{{> name}}`. */
  readonly partials?: Readonly<Record<string, string>>;
}

export interface AssetRequest {
  /** What the bytes are to be. */
  readonly for: 'image' | 'font' | 'style';
  /** URL of the style sheet that names the asset; undefined when the document does. */
  readonly from: string | undefined;
}

/** `blocked`: the document may not have it; nothing: there is none. */
export type AssetAnswer = Uint8Array | 'blocked' | undefined | null;

/** The bytes are on their way: the run is given up at the end of a stage. */
export const PENDING: unique symbol = Symbol('pending');

/**
 * The bytes behind a URL.
 * @param url  absolute, or relative to the document; never a `data:` URL
 */
export type AssetLookup = (url: string, request: AssetRequest) => AssetAnswer | typeof PENDING;

export interface EngineLimits {
  /** UTF-16 units of a template's source. */
  readonly maxTemplateLength: number;
  /** UTF-16 units of the expanded HTML. */
  readonly maxHtmlLength: number;
  readonly maxPages: number;
  /** Bytes of one image. */
  readonly maxBytes: number;
  /** Width × height of one image: its cost is its decoded size. */
  readonly maxPixels: number;
}

export const STAGES = ['template', 'html', 'css', 'box', 'layout', 'paint', 'typst', 'encode', 'compile'] as const;
export type Stage = (typeof STAGES)[number];
/** Milliseconds by stage. */
export type StageTimes = Partial<Record<Stage, number>>;

/** What writes PDFs. `auto`: the native core where it is built, else WebAssembly. */
export const ENGINES = ['auto', 'core', 'wasm', 'native'] as const;
export type EngineChoice = (typeof ENGINES)[number];
export type EngineName = Exclude<EngineChoice, 'auto'>;

/** Assets of a document: images, fonts and style sheets behind URLs. */

import type { LoadSheet } from './css/cascade/sources.js';
import type { LoadProfile } from './css/compute/color-profiles.js';
import type { UrlReference } from './css/values/values.js';
import { type AssetLookup, type AssetRequest, PENDING } from './document.js';
import { EngineError } from './errors.js';
import { decodeDataUrl } from './html/data-url.js';
import { isAbsoluteUrl, resolveUrl } from './html/urls.js';

interface AssetFailure {
  readonly failure: 'blocked' | 'missing';
  readonly message: string;
}

interface LoadedAsset {
  readonly bytes: Uint8Array;
  /** The resolved URL. */
  readonly url: string;
}

/** Thrown when a run cannot continue without pending assets. */
export class AssetsPending extends Error {
  override readonly name = 'AssetsPending';
}

/** The assets of one run of a document. */
export class Assets {
  #isPending = false;

  constructor(
    readonly lookup: AssetLookup | undefined,
    /** See `documentBase`. */
    readonly base: string,
  ) {}

  /** @throws EngineError `invalid_asset` when the lookup returns a value of a wrong type */
  load({ url: reference, sheet }: UrlReference, kind: AssetRequest['for']): LoadedAsset | AssetFailure {
    const url = resolveUrl(reference, sheet ?? this.base);
    if (url === undefined)
      return { failure: 'missing', message: 'not a valid URL, or relative to a base URL without a path' };
    const answer: unknown = this.lookup?.(url, { for: kind, from: sheet });
    if (isBytes(answer)) return { bytes: answer, url };
    const resolved = url === reference ? '' : `: ${url}`;
    switch (answer) {
      case PENDING:
        this.#isPending = true;
        return { failure: 'missing', message: 'still loading' };
      case 'blocked':
        return { failure: 'blocked', message: `outside the resources that the document may read${resolved}` };
      case undefined:
      case null:
        return isRemote(url)
          ? { failure: 'blocked', message: `${NOTHING_IS_FETCHED}${resolved}` }
          : { failure: 'missing', message: `no such file or asset${resolved}` };
      default:
        throw new EngineError(
          'invalid_asset',
          `assets returned ${describe(answer)} for the ${KINDS[kind]} ${url}: it must be a Uint8Array, 'blocked' or undefined.`,
        );
    }
  }

  /** @throws AssetsPending */
  throwIfPending(): void {
    if (this.#isPending) throw new AssetsPending();
  }
}

const KINDS: Readonly<Record<AssetRequest['for'], string>> = {
  image: 'image',
  font: 'font',
  style: 'style sheet',
  'color-profile': 'color profile',
};

const NOTHING_IS_FETCHED = 'network resources are not fetched; embed it as a data: URL or provide it as an asset';

/** Accepts arrays of another realm, such as that of a test runner. */
function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]';
}

function isRemote(url: string): boolean {
  return url.startsWith('//') || (isAbsoluteUrl(url) && !/^asset:/i.test(url));
}

/** Describes a value in an error message: `the string "abc"`, `an object (Response)`. */
function describe(value: unknown): string {
  if (typeof value === 'string') return `the string ${JSON.stringify(value.slice(0, 40))}`;
  if (typeof value === 'object' && value !== null) return `an object (${value.constructor?.name ?? 'without a class'})`;
  return typeof value === 'function' ? 'a function' : `the ${typeof value} ${String(value)}`;
}

/** The bytes of a font, or why there are none. */
export function loadFont(reference: UrlReference, assets: Assets): Uint8Array | { readonly failure: string } {
  const { url } = reference;
  if (/^data:/i.test(url)) return decodeDataUrl(url)?.bytes ?? { failure: 'a malformed data: URL' };
  const loaded = assets.load(reference, 'font');
  return 'failure' in loaded ? { failure: loaded.message } : loaded.bytes;
}

export function loadProfile(reference: UrlReference, assets: Assets): ReturnType<LoadProfile> {
  const { url } = reference;
  if (/^data:/i.test(url)) return decodeDataUrl(url)?.bytes ?? { failure: 'missing', message: 'a malformed data: URL' };
  const loaded = assets.load(reference, 'color-profile');
  return 'failure' in loaded ? loaded : loaded.bytes;
}

export function loadSheet(reference: UrlReference, assets: Assets): ReturnType<LoadSheet> {
  return assets.load(reference, 'style');
}

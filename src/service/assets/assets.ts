/** Images, PDFs and color profiles uploaded to accounts. Results have the fields of the HTTP contract. */

import { createHash } from 'node:crypto';
import { type ImageLimits, readImage } from '../../engine/box/images.js';
import type { CacheUses } from '../../engine/collections/bounded-cache.js';
import { readIccProfile } from '../../engine/css/values/icc-profile.js';
import { ExpiringCache } from '../cache.js';
import { ServiceError } from '../errors.js';
import type { FileStore } from '../files/store.js';
import { isId, newId } from '../ids.js';
import type { Database } from '../storage/database.js';
import { checkText } from '../storage/text.js';
import type { AssetRow } from './statements/columns.js';
import { deleteAsset } from './statements/delete-asset.js';
import { findAssets } from './statements/find-assets.js';
import { insertAsset } from './statements/insert-asset.js';
import { listAssets } from './statements/list-assets.js';
import { storedAssets } from './statements/stored-assets.js';

export type AssetView = AssetRow;

interface AssetsOptions {
  readonly database: Database;
  readonly store: FileStore;
  readonly limits: ImageLimits;
}

type AssetKind = 'image' | 'pdf' | 'profile';

/** A file that a document refers to. */
interface AssetBytes {
  /** SHA-256 in hex: equal for equal files. */
  readonly hash: string;
  /** Shared by all callers: must not be changed or transferred. */
  readonly bytes: Uint8Array;
}

const MAX_LISTED = 10_000;
/** Bytes of files that a process caches. */
const CACHED_BYTES = 64_000_000;
const CONTENT_TYPES = { png: 'image/png', jpeg: 'image/jpeg' } as const;

export class Assets {
  readonly #options: AssetsOptions;
  readonly #cache = new ExpiringCache<string, Uint8Array>({ maxWeight: CACHED_BYTES });
  readonly #reading = new Map<string, Promise<Uint8Array | undefined>>();

  constructor(options: AssetsOptions) {
    this.#options = options;
  }

  /**
   * Stores an image, whose type is read from its bytes, a PDF or a color profile.
   * @param quota  bytes that the account may store
   * @throws ServiceError `body_too_large`, `invalid_image`, `invalid_pdf`, `invalid_profile`, `invalid_request`, `storage_full`
   */
  async create(
    accountId: string,
    name: string,
    bytes: Uint8Array,
    quota: number,
    kind: AssetKind = 'image',
  ): Promise<AssetView> {
    checkText('name', name);
    checkLength(bytes, this.#options.limits);
    const contentType = checkedType(kind, bytes, this.#options.limits);
    await this.#checkQuota(accountId, quota, bytes.length);
    const id = newId();
    const { database, store } = this.#options;
    await store.put(id, bytes);
    const hash = createHash('sha256').update(bytes).digest();
    const asset = (await database.row(insertAsset, id, accountId, name, contentType, bytes.length, hash))!;
    try {
      // Again, since uploads at the same time do not see each other before.
      await this.#checkQuota(accountId, quota, 0);
    } catch (error) {
      await this.remove(accountId, id);
      throw error;
    }
    return asset;
  }

  /** @throws ServiceError `storage_full` */
  async #checkQuota(accountId: string, quota: number, added: number): Promise<void> {
    const stored = (await this.#options.database.row(storedAssets, accountId))!;
    if (stored.files + (added > 0 ? 1 : 0) > MAX_LISTED) {
      throw new ServiceError('storage_full', `The account has ${MAX_LISTED} files already: delete some`);
    }
    if (stored.bytes + added > quota) {
      throw new ServiceError('storage_full', `The files of the account would exceed ${quota} bytes: delete some`);
    }
  }

  /** Newest first, at most 10,000. */
  list(accountId: string): Promise<AssetView[]> {
    return this.#options.database.rows(listAssets, accountId, MAX_LISTED);
  }

  /** @returns whether there was one */
  async remove(accountId: string, id: string): Promise<boolean> {
    const { database, store } = this.#options;
    if (!isId(id) || (await database.count(deleteAsset, id, accountId)) === 0) return false;
    await store.remove([id.toLowerCase()]).catch(() => undefined); // the sweeper removes orphaned bytes
    return true;
  }

  /**
   * The files that a document refers to as `asset:<id>`.
   * @param hold  called with the bytes of all of them before they are read
   * @returns by id, spelled as in `ids`; without those that the account does not have
   * @throws ServiceError `storage_unavailable`; errors of `hold`
   */
  async load(
    accountId: string,
    ids: Iterable<string>,
    hold: (bytes: number) => void = () => undefined,
  ): Promise<Map<string, AssetBytes>> {
    const wanted = [...new Set(ids)].filter(isId);
    const loaded = new Map<string, AssetBytes>();
    if (wanted.length === 0) return loaded;
    const rows = await this.#options.database.rows(findAssets, accountId, wanted);
    if (rows.length > 0) hold(rows.reduce((sum, { bytes }) => sum + bytes, 0));
    const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
    await Promise.all(
      wanted.map(async (id) => {
        const hash = hashes.get(id.toLowerCase());
        const bytes = hash && (await this.#bytes(accountId, id.toLowerCase(), hash));
        if (bytes) loaded.set(id, { hash, bytes });
      }),
    );
    return loaded;
  }

  /** Of the cache of files. */
  get uses(): CacheUses {
    return this.#cache.uses;
  }

  /** Accounts do not share files: how long one takes would tell that another has used it. */
  #bytes(accountId: string, id: string, hash: string): Uint8Array | undefined | Promise<Uint8Array | undefined> {
    const key = `${accountId} ${hash}`;
    const cached = this.#cache.get(key) ?? this.#reading.get(key);
    if (cached) return cached;
    const reading = this.#read(id, key).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #read(id: string, key: string): Promise<Uint8Array | undefined> {
    const bytes = await this.#options.store.read(id);
    if (bytes) this.#cache.set(key, bytes, bytes.length);
    return bytes;
  }
}

/** @throws ServiceError `body_too_large` */
function checkLength({ length }: Uint8Array, { maxImageBytes }: ImageLimits): void {
  if (length <= maxImageBytes) return;
  throw new ServiceError('body_too_large', `the file has ${length} bytes, the limit is ${maxImageBytes}`);
}

/** @throws ServiceError `invalid_image`, `invalid_pdf`, `invalid_profile` */
function checkedType(kind: AssetKind, bytes: Uint8Array, limits: ImageLimits): string {
  if (kind === 'image') return imageTypeOf(bytes, limits);
  if (kind === 'pdf') {
    checkPdf(bytes);
    return 'application/pdf';
  }
  const profile = readIccProfile(bytes);
  if ('failure' in profile) throw new ServiceError('invalid_profile', profile.failure);
  return 'application/vnd.iccprofile';
}

/** Bytes at the start and the end in which a PDF has its header and its end. Source: ISO 32000-1, annex H.3 */
const PDF_ENDS = 1024;

/** Other faults show when it is rendered. @throws ServiceError `invalid_pdf` */
function checkPdf(bytes: Uint8Array): void {
  const has = (part: Uint8Array, text: string) => Buffer.from(part).includes(text);
  if (has(bytes.subarray(0, PDF_ENDS), '%PDF-') && has(bytes.subarray(-PDF_ENDS), '%%EOF')) return;
  throw new ServiceError('invalid_pdf', 'the bytes are no PDF, or not all of one');
}

/** @throws ServiceError `invalid_image` */
function imageTypeOf(bytes: Uint8Array, limits: ImageLimits): string {
  const image = readImage(bytes, limits);
  if ('failure' in image) {
    throw new ServiceError('invalid_image', image.isUnknown ? 'not a valid PNG or JPEG image' : image.message);
  }
  const { format } = image;
  if (format !== 'png' && format !== 'jpeg') {
    throw new ServiceError('invalid_image', `the image is ${format.toUpperCase()}: only PNG and JPEG can be uploaded`);
  }
  return CONTENT_TYPES[format];
}

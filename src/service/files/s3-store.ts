/**
 * Files in a bucket of S3, or of a store that speaks its protocol. The package of the client is optional and loaded when a
 * store is opened.
 */

import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { ServiceError } from '../errors.js';
import { isId } from '../ids.js';
import { presign } from './presign.js';
import type { AnswerHeaders, ByteRange, FileStore } from './store.js';

export interface S3Settings {
  readonly bucket: string;
  /** Before the names of all objects; may be empty. */
  readonly prefix: string;
  readonly region: string;
  /** URL of a store that is not Amazon's, whose buckets are addressed by path. */
  readonly endpoint: string | undefined;
  /** URL at which clients reach the store, whose buckets are addressed by path; default: they do not. */
  readonly publicUrl?: string | undefined;
  /** Default: where Amazon's clients look for them, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** Seconds without a byte after which a request fails. */
  readonly timeout: number;
}

type Sdk = typeof import('@aws-sdk/client-s3');

const CONNECT_MS = 3000;
const ATTEMPTS = 2;
/** Deletions at a time. Deleting many by one request is not part of every store's protocol. */
const DELETIONS = 16;
/** Seconds for which the URL of an object works. */
const URL_SECONDS = 60;

export class S3Store implements FileStore {
  readonly #sdk: Sdk;
  readonly #client: S3Client;
  readonly #settings: S3Settings;

  private constructor(sdk: Sdk, settings: S3Settings) {
    const { region, endpoint, credentials, timeout } = settings;
    this.#sdk = sdk;
    this.#settings = settings;
    this.#client = new sdk.S3Client({
      region,
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
      maxAttempts: ATTEMPTS,
      // Other stores do not know the newer checksums; the signature covers the SHA-256 of what is put.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: timeout * 1000 },
    });
  }

  /** Rejects when the package is not installed. */
  static async open(settings: S3Settings): Promise<S3Store> {
    return new S3Store(await import('@aws-sdk/client-s3'), settings);
  }

  /** @returns why the bucket cannot be used as it is set. @throws ServiceError `storage_unavailable` */
  async problem(): Promise<string | undefined> {
    const { bucket, region } = this.#settings;
    try {
      await this.#client.send(new this.#sdk.HeadBucketCommand({ Bucket: bucket }));
      return undefined;
    } catch (error) {
      const status = statusOf(error);
      if (status === 404) return `there is no bucket ${bucket}`;
      if (status === 403) return `the credentials may not use the bucket ${bucket}`;
      if (status === 301 || status === 400) return `the bucket ${bucket} is not in the region ${region}`;
      if ((error as Error).name === 'CredentialsProviderError') return (error as Error).message;
      throw unavailable(error);
    }
  }

  /** One request, so that a file is there as a whole or not at all. */
  async put(id: string, bytes: Uint8Array): Promise<void> {
    const content = { ContentLength: bytes.length, ContentType: 'application/octet-stream' };
    try {
      await this.#client.send(new this.#sdk.PutObjectCommand({ ...this.#object(id), Body: bytes, ...content }));
    } catch (error) {
      throw unavailable(error);
    }
  }

  async read(id: string, range?: ByteRange): Promise<Buffer | undefined> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    try {
      const answer = await this.#client.send(new this.#sdk.GetObjectCommand({ ...this.#object(id), ...part }));
      const bytes = Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
      if (!range) return bytes;
      // A store may send more than it was asked for.
      const start = answer.ContentRange === undefined ? range.start : 0;
      return bytes.subarray(start, start + range.end - range.start + 1);
    } catch (error) {
      const status = statusOf(error);
      if (status === 404) return undefined;
      if (status === 416) return Buffer.alloc(0);
      throw unavailable(error);
    }
  }

  async urlOf(id: string, headers: AnswerHeaders): Promise<string | undefined> {
    const { bucket, region, publicUrl } = this.#settings;
    if (publicUrl === undefined) return undefined;
    try {
      const { accessKeyId, secretAccessKey, sessionToken } = await this.#client.config.credentials();
      const credentials = { accessKeyId, secretAccessKey, sessionToken };
      const place = { endpoint: publicUrl, region, bucket, key: this.#key(id) };
      return presign({ ...place, ...credentials, ...headers, seconds: URL_SECONDS, now: new Date() });
    } catch (error) {
      throw unavailable(error);
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    const left = [...ids];
    const removeNext = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop())
        await this.#client.send(new this.#sdk.DeleteObjectCommand(this.#object(id)));
    };
    try {
      await Promise.all(Array.from({ length: Math.min(DELETIONS, ids.length) }, removeNext));
    } catch (error) {
      throw unavailable(error);
    }
  }

  async *olderThan(seconds: number): AsyncIterable<readonly string[]> {
    const before = Date.now() - seconds * 1000;
    const { bucket, prefix } = this.#settings;
    for (let token: string | undefined; ; ) {
      const page = await this.#list({ Bucket: bucket, Prefix: prefix, ContinuationToken: token });
      const old = (page.Contents ?? []).flatMap(({ Key = '', LastModified }) => {
        const id = Key.slice(Key.lastIndexOf('/') + 1);
        return LastModified && LastModified.getTime() <= before && isId(id) && this.#key(id) === Key ? [id] : [];
      });
      if (old.length > 0) yield old;
      token = page.NextContinuationToken;
      if (token === undefined) return;
    }
  }

  async #list(input: ConstructorParameters<Sdk['ListObjectsV2Command']>[0]) {
    try {
      return await this.#client.send(new this.#sdk.ListObjectsV2Command(input));
    } catch (error) {
      throw unavailable(error);
    }
  }

  #object(id: string) {
    return { Bucket: this.#settings.bucket, Key: this.#key(id) };
  }

  /** By the last two digits, as stores spread names by how they begin: the first digits of a UUIDv7 are a time. */
  #key(id: string): string {
    return `${this.#settings.prefix}${id.slice(-2).toLowerCase()}/${id}`;
  }
}

function statusOf(error: unknown): number | undefined {
  return (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('storage_unavailable', undefined, { cause, retryAfterSeconds: 1 });
}

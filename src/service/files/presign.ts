/**
 * Signs the URL of an object, which anybody may then get for a while.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */

import { createHash, createHmac } from 'node:crypto';

interface PresignOptions {
  /** URL of the store; buckets are addressed by path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly key: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of credentials that end. */
  readonly sessionToken?: string | undefined;
  /** For which the URL works. */
  readonly seconds: number;
  /** Headers of the answer. */
  readonly contentType: string;
  readonly contentDisposition: string;
  readonly now: Date;
}

/** The URL for GET. */
export function presign(options: PresignOptions): string {
  const { endpoint, region, bucket, key, accessKeyId, secretAccessKey, sessionToken, seconds, now } = options;
  const { origin, host, pathname } = new URL(endpoint);
  const path = `${pathname.replace(/\/$/, '')}/${[bucket, ...key.split('/')].map(encoded).join('/')}`;
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const query = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    ...(sessionToken !== undefined && { 'X-Amz-Security-Token': sessionToken }),
    'X-Amz-SignedHeaders': 'host',
    'response-content-disposition': options.contentDisposition,
    'response-content-type': options.contentType,
  })
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&'); // sorted by name, as the signature wants it
  const request = ['GET', path, query, `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const digest = createHash('sha256').update(request).digest('hex');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(signingKey, ['AWS4-HMAC-SHA256', time, scope, digest].join('\n')).toString('hex');
  return `${origin}${path}?${query}&X-Amz-Signature=${signature}`;
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** All but unreserved characters, RFC 3986. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

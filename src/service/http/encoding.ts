/** Content-Encoding of replies, as the client accepts it. */

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Smaller replies fit in one packet anyway. */
const WORTHWHILE_BYTES = 1400;
/** Higher qualities take several times as long for a few percent. */
const BROTLI_QUALITY = 4;

interface Encoded {
  readonly bytes: Uint8Array;
  /** Content-Encoding; undefined: none. */
  readonly encoding: 'br' | 'gzip' | undefined;
}

export async function encode(bytes: Uint8Array, acceptEncoding: string | undefined): Promise<Encoded> {
  const encoding = bytes.length < WORTHWHILE_BYTES ? undefined : preferred(acceptEncoding ?? '');
  if (encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    return { bytes: await compressBrotli(bytes, { params }), encoding };
  }
  if (encoding === 'gzip') return { bytes: await compressGzip(bytes), encoding };
  return { bytes, encoding: undefined };
}

/** Source: https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding */
function preferred(acceptEncoding: string): 'br' | 'gzip' | undefined {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weightOf('br'), weightOf('gzip')];
  if (br === 0 && gzip === 0) return undefined;
  return br >= gzip ? 'br' : 'gzip';
}

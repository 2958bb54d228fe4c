import { ServiceError } from '../errors.js';
import type { ByteRange } from '../files/store.js';

/**
 * The byte range that a request asks for.
 * @returns undefined: the whole file; also for several ranges, units other than bytes, and a file that has changed
 * @throws ServiceError `range_not_satisfiable`
 * Source: https://www.rfc-editor.org/rfc/rfc9110#name-range-requests
 */
export function chooseRange(
  range: string | undefined,
  ifRange: string | undefined,
  { bytes, etag }: { readonly bytes: number; readonly etag: string },
): ByteRange | undefined {
  if (range === undefined || (ifRange !== undefined && ifRange !== `"${etag}"`)) return undefined;
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(range);
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [first, last] = [match[1]!, match[2]!];
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined; // an invalid range is ignored
  if (start < bytes && start <= end) return { start, end };
  throw new ServiceError('range_not_satisfiable', undefined, { headers: { 'Content-Range': `bytes */${bytes}` } });
}

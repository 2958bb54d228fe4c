/** The Content-Type and Content-Encoding of request bodies. */

import type { RecordFormat } from '../../records/records.js';
import { ServiceError } from '../errors.js';
import { checkJsonBounds } from './json-bounds.js';
import type { BodyDefinition } from './route.js';

/** Media types of streamed records. */
const RECORD_TYPES: Readonly<Record<string, RecordFormat>> = {
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'text/csv': 'csv',
};

/** The format of records that are streamed; undefined when they are within JSON. */
export function recordFormat(headers: ReadonlyMap<string, string>): RecordFormat | undefined {
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  return RECORD_TYPES[type.trim()];
}

/** The kinds of uploaded files. */
type UploadKind = 'image' | 'pdf' | 'profile';

/** Media types of files that are not images, whose type is read from their bytes. */
const UPLOAD_TYPES: Readonly<Record<string, UploadKind>> = {
  'application/pdf': 'pdf',
  'application/vnd.iccprofile': 'profile',
};

/** The kind that a body is sent as. */
export function uploadKind(headers: ReadonlyMap<string, string>): UploadKind {
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  return UPLOAD_TYPES[type.trim()] ?? 'image';
}

const ACCEPTED = {
  json: {
    is: (type: string) => type === 'application/json' || /^application\/[\w.+-]+\+json$/.test(type),
    expected: 'application/json',
  },
  records: {
    is: (type: string) => type === 'application/json' || type in RECORD_TYPES,
    expected: 'application/json',
  },
  file: {
    is: (type: string) =>
      type === 'application/octet-stream' || type === 'image/png' || type === 'image/jpeg' || type in UPLOAD_TYPES,
    expected: 'application/octet-stream',
  },
} as const satisfies Record<BodyDefinition['kind'], unknown>;

/**
 * A body without a Content-Type is assumed to have the expected one.
 * @throws ServiceError `unsupported_media_type`
 */
export function checkMediaType(headers: ReadonlyMap<string, string>, kind: BodyDefinition['kind']): void {
  const { is, expected } = ACCEPTED[kind];
  const [type = '', ...parameters] = (headers.get('content-type') ?? expected).toLowerCase().split(';');
  const charset = parameters.map((text) => /^\s*charset\s*=\s*"?([^"\s]*)/.exec(text)?.[1]).find(Boolean);
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'Send the body without a Content-Encoding');
  }
  if (!is(type.trim()) || (kind !== 'file' && charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new ServiceError(
      'unsupported_media_type',
      `Send the body as ${kind === 'records' ? `${expected}, application/x-ndjson or text/csv` : expected}${kind === 'file' ? '' : ', in UTF-8'}`,
    );
  }
}

const DECODER = new TextDecoder('utf-8', { fatal: true });

/** @throws ServiceError `invalid_json`, `invalid_request`, `body_too_large` */
export function parseJson(bytes: Uint8Array): unknown {
  checkJsonBounds(bytes);
  let text: string;
  try {
    text = DECODER.decode(bytes);
  } catch (cause) {
    throw new ServiceError('invalid_json', 'The body is not UTF-8', { cause });
  }
  if (text.trim() === '') throw new ServiceError('invalid_json', 'The body is empty: send a JSON object');
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser's message quotes only the client's own text.
    throw new ServiceError('invalid_json', `The body is not valid JSON: ${(cause as Error).message}`, { cause });
  }
}

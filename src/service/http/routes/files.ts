import Type from 'typebox';
import { ServiceError } from '../../errors.js';
import type { Files, StoredFile } from '../../files/files.js';
import type { ByteRange } from '../../files/store.js';
import { contentDisposition } from '../content-disposition.js';
import { EMBEDDABLE } from '../cors.js';
import { isCurrent } from '../preconditions.js';
import { chooseRange } from '../range.js';
import { defineRoute } from '../route.js';

export const fileRoute = defineRoute({
  method: 'GET',
  path: '/v1/files/{id}',
  id: 'getFile',
  tag: 'Rendering',
  summary: 'Open a link to a PDF',
  description: 'Needs no API key: the link is signed. Answers HEAD, ranges of bytes and conditional requests, too.',
  access: 'public',
  query: {
    exp: {
      description: 'When the link ends, in Unix seconds',
      required: true,
      schema: Type.String(),
      example: '1732233600',
    },
    sig: {
      description: 'Signature of the id and `exp`',
      required: true,
      schema: Type.String(),
      example: 'R7fPsQ2mXb0yTn4kLw9aJc6dVe1gHu3oZi8sYx5rBqM',
    },
  },
  headers: {
    Range: { description: 'One range of bytes', required: false, schema: Type.String(), example: 'bytes=0-1023' },
    'If-None-Match': {
      description: 'ETag of your copy',
      required: false,
      schema: Type.String(),
      example: '"9c56cc51b374c3ba189210d5b6d4bf57"',
    },
  },
  answers: {
    200: {
      description: 'The PDF',
      content: { 'application/pdf': 'binary' },
      headers: {
        'Content-Disposition': 'Inline, with the title of the document as the file name',
        ETag: 'Of the bytes',
        'Accept-Ranges': '`bytes`',
      },
    },
    206: {
      description: 'The requested range',
      content: { 'application/pdf': 'binary' },
      headers: { 'Content-Range': 'The range and the size of the file' },
    },
    302: {
      description: 'The store has the PDF, at a URL that works for a minute',
      headers: { Location: 'Its URL' },
    },
    304: { description: 'Your copy is current' },
  },
  errors: ['invalid_signature', 'not_found', 'link_expired', 'range_not_satisfiable', 'storage_unavailable'],
  async handle({ method, headers, parameters, query, services }) {
    const { files } = services.data;
    const check = files.check(parameters.id, query.get('exp') ?? '', query.get('sig') ?? '');
    if (check !== 'valid') throw new ServiceError(check);
    const file = await files.find(parameters.id);
    if (!file) throw new ServiceError('not_found');
    const common = commonHeaders(file);
    if (isCurrent(headers, file.etag)) return { status: 304, headers: common };
    const type = { ...common, 'Content-Type': 'application/pdf', 'Content-Disposition': contentDisposition(file) };
    if (method === 'GET') {
      const { 'Content-Type': contentType, 'Content-Disposition': disposition } = type;
      const url = await files.urlOf(file.id, { contentType, contentDisposition: disposition });
      if (url) return { status: 302, headers: { Location: url, 'Cache-Control': 'no-store' } };
    }
    // Range is defined for GET only. Source: https://www.rfc-editor.org/rfc/rfc9110#section-14.2
    const range = method === 'HEAD' ? FIRST_BYTE : chooseRange(headers.get('range'), headers.get('if-range'), file);
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
    const first = await files.read(file.id, { start, end: Math.min(end, start + PIECE - 1) });
    if (!first) throw new ServiceError('not_found');
    if (method === 'HEAD') return { status: 200, headers: type, length: file.bytes };
    const length = end - start + 1;
    const content =
      length <= PIECE ? { bytes: first } : { stream: pieces(files, file.id, first, { start, end }), length };
    if (!range) return { status: 200, headers: type, ...content };
    const contentRange = `bytes ${start}-${end}/${file.bytes}`;
    return { status: 206, headers: { ...type, 'Content-Range': contentRange }, ...content };
  },
});

/** Bytes read at once; few pieces are held for each client, however slowly it reads. */
const PIECE = 256 * 1024;

async function* pieces(
  files: Pick<Files, 'read'>,
  id: string,
  first: Uint8Array,
  { start, end }: ByteRange,
): AsyncIterable<Uint8Array> {
  yield first;
  for (let at = start + first.length; at <= end; ) {
    const piece = await files.read(id, { start: at, end: Math.min(end, at + PIECE - 1) });
    if (!piece || piece.length === 0) throw new Error(`the file ${id} ended at ${at}`);
    yield piece;
    at += piece.length;
  }
}

/** Tells whether the bytes exist. */
const FIRST_BYTE = { start: 0, end: 0 };

function commonHeaders({ etag, expiresAt }: StoredFile): Record<string, string> {
  const seconds = Math.max(0, expiresAt - Math.floor(Date.now() / 1000));
  return {
    ETag: `"${etag}"`,
    'Cache-Control': `private, max-age=${seconds}`,
    'Accept-Ranges': 'bytes',
    ...EMBEDDABLE,
  };
}

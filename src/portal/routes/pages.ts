/** The client: its pages and files, as `npm run build` makes them. */

import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../../service/errors.js';
import { defineRoute, type Reply, type Route } from '../../service/http/route.js';

/** The client shows these; anything else is answered 404. */
const PAGES = [
  '/',
  '/sign-in',
  '/sign-up',
  '/keys',
  '/templates',
  '/templates/new',
  '/templates/{id}',
  '/templates/{id}/versions',
  '/images',
  '/usage',
  '/docs',
  '/docs/{page}',
  '/account',
];

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
  woff2: 'font/woff2',
};

const NOT_BUILT = 'The portal is not built here: npm run build';
/** Stands in index.html for the nonce, which CodeMirror's style elements carry. */
const NONCE_MARK = '__NONCE__';

/** Source: https://www.w3.org/TR/CSP3/ */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

interface StaticFile {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Compressed by brotli at build time. */
  readonly brotli: Uint8Array | undefined;
}

function readFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  const assets = join(folder, 'assets');
  if (!existsSync(assets)) return files;
  const names = new Set(readdirSync(assets));
  for (const name of names) {
    const type = TYPES[name.split('.').at(-1)!];
    if (type === undefined) continue;
    const brotli = names.has(`${name}.br`) ? readFileSync(join(assets, `${name}.br`)) : undefined;
    files.set(name, { type, bytes: readFileSync(join(assets, name)), brotli });
  }
  return files;
}

/** @param folder  of the built client; without one, its pages are answered 404 */
export function openPages(folder: string): readonly Route[] {
  let files: Map<string, StaticFile> | undefined;
  let html: string | undefined;
  const page = async (): Promise<Reply> => {
    const index = join(folder, 'index.html');
    if (html === undefined && !existsSync(index)) throw new ServiceError('not_found', NOT_BUILT);
    html ??= readFileSync(index, 'utf8');
    const nonce = randomBytes(16).toString('base64url');
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy(nonce),
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    };
    return { status: 200, headers, bytes: Buffer.from(html.replaceAll(NONCE_MARK, nonce)) };
  };
  const pages = PAGES.map((path) =>
    defineRoute({
      method: 'GET',
      path,
      id: `page ${path}`,
      tag: 'Pages',
      summary: 'A page of the portal',
      access: 'public',
      answers: { 200: { description: 'The page', content: { 'text/html': 'binary' } } },
      errors: ['not_found'],
      handle: page,
    }),
  );
  const file = defineRoute({
    method: 'GET',
    path: '/assets/{file}',
    id: 'page file',
    tag: 'Pages',
    summary: 'A file of the portal',
    access: 'public',
    answers: { 200: { description: 'The file', content: { 'application/octet-stream': 'binary' } } },
    errors: ['not_found'],
    async handle({ headers, parameters }) {
      files ??= readFiles(folder);
      const found = files.get(parameters.file);
      if (!found) throw new ServiceError('not_found');
      const { type, bytes, brotli } = found;
      const compressed = brotli && acceptsBrotli(headers.get('accept-encoding')) ? brotli : undefined;
      return {
        status: 200,
        headers: {
          'Content-Type': type,
          'Cache-Control': 'public, max-age=31536000, immutable',
          Vary: 'Accept-Encoding',
          ...(compressed && { 'Content-Encoding': 'br' }),
        },
        bytes: compressed ?? bytes,
      };
    },
  });
  return [...pages, file];
}

function acceptsBrotli(header: string | undefined): boolean {
  return /(?:^|,)\s*br\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i.test(header ?? '');
}

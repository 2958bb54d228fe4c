/** The built client, as `npm run build` makes it: its pages, with the headers that protect them, and its files. */

import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
  woff2: 'font/woff2',
};

/** Stands in the pages for the nonce, which CodeMirror's style elements carry. */
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

/** A page or file, with its headers. */
interface ClientFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

export interface Client {
  /** @param name  such as `index.html` @returns undefined when the client is not built */
  page(name: string): ClientFile | undefined;
  /** @param acceptEncoding  the header of the request */
  file(name: string, acceptEncoding: string | undefined): ClientFile | undefined;
}

/** @param folder  of the built client, which is read when it is first asked for */
export function openClient(folder: string): Client {
  const pages = new Map<string, string>();
  let files: Map<string, StaticFile> | undefined;
  return {
    page(name) {
      const path = join(folder, name);
      if (!pages.has(name) && !existsSync(path)) return undefined;
      const html = pages.get(name) ?? readFileSync(path, 'utf8');
      pages.set(name, html);
      const nonce = randomBytes(16).toString('base64url');
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy(nonce),
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': 'no-referrer',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cache-Control': 'no-store',
      };
      return { headers, bytes: Buffer.from(html.replaceAll(NONCE_MARK, nonce)) };
    },
    file(name, acceptEncoding) {
      files ??= readFiles(folder);
      const found = files.get(name);
      if (!found) return undefined;
      const { type, bytes, brotli } = found;
      const compressed = brotli && acceptsBrotli(acceptEncoding) ? brotli : undefined;
      const headers = {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        ...(compressed && { 'Content-Encoding': 'br' }),
      };
      return { headers, bytes: compressed ?? bytes };
    },
  };
}

function acceptsBrotli(header: string | undefined): boolean {
  return /(?:^|,)\s*br\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i.test(header ?? '');
}

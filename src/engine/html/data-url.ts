/**
 * Decodes a `data:` URL.
 * @returns undefined when the URL is malformed or of another scheme
 * Source: https://fetch.spec.whatwg.org/#data-url-processor
 */
export function decodeDataUrl(url: string): { readonly type: string; readonly bytes: Uint8Array } | undefined {
  const match = /^data:([^,]*),/is.exec(url);
  if (!match) return undefined;
  const header = match[1]!;
  const body = url.slice(match[0].length).replace(/#.*$/s, '');
  const isBase64 = /;\s*base64\s*$/i.test(header);
  const type = header.replace(/;\s*base64\s*$/i, '').trim() || 'text/plain';
  const octets = percentDecode(body);
  if (!isBase64) return { type, bytes: octets };
  const text = Buffer.from(octets)
    .toString('latin1')
    .replace(/[\t\n\f\r ]/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return undefined;
  return { type, bytes: new Uint8Array(Buffer.from(text, 'base64')) };
}

function percentDecode(text: string): Uint8Array {
  if (!text.includes('%')) return new TextEncoder().encode(text);
  const source = Buffer.from(text, 'utf8');
  const out = Buffer.allocUnsafe(source.length);
  let length = 0;
  for (let i = 0; i < source.length; i += 1) {
    const hex = source[i] === 0x25 ? source.toString('latin1', i + 1, i + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      out[length] = Number.parseInt(hex, 16);
      i += 2;
    } else out[length] = source[i]!;
    length += 1;
  }
  return new Uint8Array(out.subarray(0, length));
}

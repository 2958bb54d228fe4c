/** Characters of the title in a file name; NTFS and APFS accept 255, the extension included. */
const MAX_NAME_LENGTH = 200;

/**
 * The Content-Disposition of a PDF that is shown inline, named after its title.
 * Source: https://www.rfc-editor.org/rfc/rfc6266, https://www.rfc-editor.org/rfc/rfc8187
 */
export function contentDisposition({ id, title }: { readonly id: string; readonly title: string | null }): string {
  const name = `${fileName(title ?? '') || id}.pdf`;
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  return ascii === name
    ? `inline; filename="${ascii}"`
    : `inline; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** The title without characters that file systems reject and without path separators. */
function fileName(title: string): string {
  return [
    ...title
      .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, MAX_NAME_LENGTH)
    .join('')
    .replace(/^\.+/, '')
    .trim();
}

function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(/['()*!]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Checks the option `attachments`. */

import { ATTACHMENT_RELATIONSHIPS, type Attachment } from './document.js';
import { EngineError } from './errors.js';
import type { AttachedFile } from './finishing.js';

const MAX_ATTACHMENTS = 100;
/** UTF-16 units; file systems take no longer names. */
const MAX_NAME = 255;
const MAX_DESCRIPTION = 2000;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  gif: 'image/gif',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'text/xml',
  zip: 'application/zip',
};

/** @param maxBytes  of all files together. @throws EngineError `invalid_option` */
export function checkedAttachments(
  attachments: readonly Attachment[] | null | undefined,
  maxBytes: number,
): readonly AttachedFile[] {
  if (!attachments || attachments.length === 0) return [];
  if (attachments.length > MAX_ATTACHMENTS)
    throw wrong(`there are ${attachments.length}, the limit is ${MAX_ATTACHMENTS}: put them into an archive`);
  const files = attachments.map(checked);
  const names = new Set<string>();
  for (const { name } of files) {
    const folded = name.normalize('NFC').toLowerCase();
    if (names.has(folded)) throw wrong(`two files have the name "${name}"`);
    names.add(folded);
  }
  const bytes = files.reduce((sum, { data }) => sum + data.length, 0);
  if (bytes > maxBytes) throw wrong(`the files have ${bytes} bytes together, the limit is ${maxBytes}`);
  return files;
}

function checked(attachment: Attachment, index: number): AttachedFile {
  const { name, data, description, mimeType, relationship, modified } = attachment;
  const problem = problemOfName(name);
  if (problem) throw wrong(`the name of file ${index + 1} ${problem}`);
  if (!(data instanceof Uint8Array)) throw wrong(`the data of "${name}" is no Uint8Array`);
  if (description && description.length > MAX_DESCRIPTION)
    throw wrong(`the description of "${name}" has more than ${MAX_DESCRIPTION} characters`);
  const type = mimeType ?? MEDIA_TYPES[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
  if (!/^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/.test(type))
    throw wrong(`the MIME type of "${name}" is "${type}": write it as in text/csv`);
  if (relationship && !ATTACHMENT_RELATIONSHIPS.includes(relationship))
    throw wrong(
      `the relationship of "${name}" is "${relationship}": it is one of ${ATTACHMENT_RELATIONSHIPS.join(', ')}`,
    );
  return {
    name,
    data,
    description: description || undefined,
    mimeType: type,
    relationship: relationship ?? 'unspecified',
    modified: dateOf(name, modified),
  };
}

function problemOfName(name: unknown): string | undefined {
  if (typeof name !== 'string' || name === '') return 'is missing';
  if (name.length > MAX_NAME) return `has more than ${MAX_NAME} characters`;
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return 'has characters that no file name has';
  if (/[/\\:*?"<>|]/.test(name) || /^\.+$/.test(name)) return `is "${name}": leave out folders and / \\ : * ? " < > |`;
  return undefined;
}

function dateOf(name: string, modified: Date | number | null | undefined): Date | undefined {
  if (modified === null || modified === undefined) return undefined;
  const date = new Date(modified);
  const year = date.getUTCFullYear(); // NaN for an invalid date
  if (!(year >= 0 && year <= 9999)) throw wrong(`the time of the last change of "${name}" is no valid date`);
  return date;
}

const wrong = (problem: string): EngineError => new EngineError('invalid_option', `attachments: ${problem}`);

/** Whether a file is a PDF that claims to be PDF/A-1 or PDF/A-2, as far as its metadata is readable. */
export function claimsArchival({ data }: AttachedFile): boolean {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (text.subarray(0, 5).toString('latin1') !== '%PDF-') return false;
  for (let at = text.indexOf('pdfaid:part', 0, 'latin1'); at >= 0; at = text.indexOf('pdfaid:part', at + 1, 'latin1')) {
    if (/^pdfaid:part(?:>\s*|\s*=\s*["'])[12]\D/.test(text.toString('latin1', at, at + 40))) return true;
  }
  return false;
}

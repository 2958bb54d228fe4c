/**
 * Puts files into a PDF.
 * Sources: ISO 32000-1, 7.11.4 (embedded file streams); ISO 32000-2, 14.13 (associated files); ISO 19005-3, 6.8
 */

import { createHash } from 'node:crypto';
import type { AttachedFile } from '../engine/finishing.js';
import {
  byteString,
  dict,
  flateStream,
  name,
  type PdfObject,
  PdfString,
  type Ref,
  textString,
} from './syntax/objects.js';
import type { PdfObjects } from './syntax/read.js';

/** Lists the files in the name tree of embedded files, and associates them with the document. */
export function attachFiles(file: PdfObjects, attachments: readonly AttachedFile[]): void {
  const specifications = attachments.map((attachment) => ({
    key: textString(attachment.name),
    ref: file.add(specificationOf(file, attachment)),
  }));
  const { catalog } = file;
  const names = file.dict(catalog.get('Names')) ?? new Map<string, PdfObject>();
  const sorted = specifications.toSorted((a, b) => Buffer.compare(a.key.bytes, b.key.bytes));
  names.set('EmbeddedFiles', dict({ Names: sorted.flatMap(({ key, ref }): PdfObject[] => [key, ref]) }));
  if (!catalog.has('Names')) catalog.set('Names', names);
  catalog.set(
    'AF',
    specifications.map(({ ref }): Ref => ref),
  );
}

function specificationOf(file: PdfObjects, attachment: AttachedFile): PdfObject {
  const { name: fileName, data, description, mimeType, relationship, modified } = attachment;
  const stream = flateStream(
    dict({
      Type: name('EmbeddedFile'),
      Subtype: name(mimeType),
      Params: dict({
        Size: data.length,
        ModDate: modified && byteString(pdfDate(modified)),
        CheckSum: new PdfString(createHash('md5').update(data).digest()),
      }),
    }),
    data,
  );
  const embedded = file.add(stream);
  return dict({
    Type: name('Filespec'),
    F: textString(fileName),
    UF: textString(fileName),
    Desc: description === undefined ? undefined : textString(description),
    AFRelationship: name(`${relationship[0]!.toUpperCase()}${relationship.slice(1)}`),
    EF: dict({ F: embedded, UF: embedded }),
  });
}

/** In UTC. Source: ISO 32000-1, 7.9.4 (dates) */
export function pdfDate(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
}

/** Turns the PDF of a writer into the one that was asked for: forms, standards, attachments, encryption, signature. */

import type { Finishing } from '../engine/finishing.js';
import type { FinishedPdf } from '../engine/render.js';
import { attachFiles } from './attachments.js';
import { addForm } from './forms/form.js';
import { assemblePages } from './imports/assembly.js';
import { writeMetadata } from './metadata.js';
import { setBoxes } from './page-boxes.js';
import { labelPages } from './page-labels.js';
import { encryptionFor } from './protection.js';
import { signPdf } from './signature/signature.js';
import { conformToAccessibility, conformToArchives, separateGlyphWidths } from './standards/conform.js';
import { pagesOf } from './syntax/pages.js';
import { readPdf } from './syntax/read.js';
import { writePdf } from './syntax/write.js';

/**
 * Deterministic, unless it encrypts or signs.
 * @param pdf  of any writer
 * @throws ImportError when another PDF cannot be read; SignatureError when the file with the key cannot be used;
 * EngineError render_timeout after the deadline
 */
export function applyFinishing(pdf: Uint8Array, finishing: Finishing): FinishedPdf {
  const file = readPdf(pdf);
  const {
    standards,
    attachments,
    claims,
    metadata,
    language,
    hybrid,
    protection,
    assembly,
    signature,
    fields,
    boxes,
    labels,
    deadline,
  } = finishing;
  deadline?.checkNow();
  setBoxes(file, boxes);
  const isArchival = standards.some((standard) => standard !== 'pdf/ua-1');
  if (fields.length > 0) addForm(file, fields, { isArchival });
  const [first] = pagesOf(file);
  const addedPages = assembly ? assemblePages(file, assembly, deadline) : 0;
  deadline?.checkNow();
  labelPages(file, labels, first);
  if (standards.length > 0) separateGlyphWidths(file);
  if (isArchival) conformToArchives(file);
  if (standards.includes('pdf/ua-1')) conformToAccessibility(file);
  deadline?.checkNow();
  if (attachments.length > 0) attachFiles(file, attachments);
  writeMetadata(file, { metadata, language, claims, hybrid, content: pdf });
  const encryption = protection && encryptionFor(file, protection);
  const written = writePdf(file, { encryption });
  if (!signature) return { pdf: written, addedPages };
  deadline?.checkNow();
  return { pdf: signPdf(written, signature, encryption && (() => encryption)), addedPages };
}

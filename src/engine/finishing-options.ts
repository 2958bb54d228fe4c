/** Checks the options of a document that concern the finished PDF. */

import { checkedAssembly } from './assembly.js';
import { checkedAttachments } from './attachments.js';
import { standardsOf } from './conformance.js';
import type { DocumentInput, EngineLimits, Facturx, PdfStandard } from './document.js';
import { EngineError } from './errors.js';
import { checkedFacturx } from './facturx.js';
import type { Finishing, FinishingOptions } from './finishing.js';
import type { PageEntries } from './paint/page-entries.js';
import { checkedProtection } from './protection.js';
import { checkedSignature } from './signature.js';

/**
 * @param expand  a template of the XML of an invoice, with the data of the document
 * @throws RangeError for standards, EngineError `invalid_option` for other options, and those of `expand`
 */
export function finishingOptions(
  input: DocumentInput,
  { maxAttachmentBytes }: EngineLimits,
  expand: (template: string) => string,
): FinishingOptions {
  const standards = standardsOf(input.standard);
  const { facturx, attachments } = input;
  const protection = checkedProtection(input.protection);
  const forms = input.forms ?? false;
  const assembly = checkedAssembly(input, maxAttachmentBytes);
  const signature = checkedSignature(input.signature);
  const given = checkedAttachments(attachments, maxAttachmentBytes);
  if (!facturx) return { standards, attachments: given, hybrid: undefined, protection, assembly, signature, forms };
  const { file, hybrid } = checkedFacturx(xmlOf(facturx, expand), facturx.profile ?? undefined);
  return {
    standards: withThirdPart(standards),
    attachments: checkedAttachments([file, ...given], maxAttachmentBytes),
    hybrid,
    protection,
    assembly,
    signature,
    forms,
  };
}

/** Without options the PDF of the writer is the result. */
export const needsFinishing = (
  { standards, attachments, protection, assembly, signature }: FinishingOptions,
  fields: Finishing['fields'],
  { boxes, labels }: PageEntries,
): boolean =>
  standards.length > 0 ||
  attachments.length > 0 ||
  protection !== undefined ||
  assembly !== undefined ||
  signature !== undefined ||
  fields.length > 0 ||
  boxes.length > 0 ||
  labels.length > 0;

function xmlOf({ xml, template }: Facturx, expand: (template: string) => string): string | Uint8Array {
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  if (isGiven(xml) === isGiven(template))
    throw new EngineError('invalid_option', 'facturx: give either xml or template');
  if (!isGiven(template)) return xml!;
  try {
    return expand(template!);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { code, message, line, column } = error;
    const place = { ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
    throw new EngineError(code, `facturx.template: ${message}`, { ...place, cause: error });
  }
}

/** Only PDF/A-3 takes XML. @throws EngineError `invalid_option` */
function withThirdPart(standards: readonly PdfStandard[]): readonly PdfStandard[] {
  const second = standards.find((standard) => standard.startsWith('pdf/a-2'));
  if (second !== undefined) {
    const third = second.replace('2', '3');
    const message = `facturx: ${second} takes no XML file; set standard to ${third}, or leave it out`;
    throw new EngineError('invalid_option', message);
  }
  return standards.some((standard) => standard.startsWith('pdf/a-3')) ? standards : ['pdf/a-3b', ...standards];
}

/** Checks the options of a document that concern the finished PDF. */

import { checkedAttachments } from './attachments.js';
import { standardsOf } from './conformance.js';
import type { DocumentInput, EngineLimits } from './document.js';
import type { FinishingOptions } from './finishing.js';

/** @throws RangeError for standards, EngineError `invalid_option` for other options */
export function finishingOptions(input: DocumentInput, { maxAttachmentBytes }: EngineLimits): FinishingOptions {
  return {
    standards: standardsOf(input.standard),
    attachments: checkedAttachments(input.attachments, maxAttachmentBytes),
  };
}

/** Without options the PDF of the writer is the result. */
export const needsFinishing = ({ standards, attachments }: FinishingOptions): boolean =>
  standards.length > 0 || attachments.length > 0;

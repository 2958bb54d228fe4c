/** Signs PDFs: those that exist, and those that were rendered with a time stamp to be added. */

import type { Signature as EngineSignature } from './engine/document.js';
import { EngineError } from './engine/errors.js';
import { preparedPassword } from './engine/protection.js';
import { checkedSignature } from './engine/signature.js';
import { UnlockError, unlock } from './pdf/protection.js';
import { SignatureError } from './pdf/signature/pkcs12.js';
import { signPdf } from './pdf/signature/signature.js';
import { addTimestamp, type TimestampAuthority, TimestampError } from './pdf/signature/timestamp.js';
import { PdfSyntaxError } from './pdf/syntax/lexer.js';

export type { TimestampAuthority } from './pdf/signature/timestamp.js';

export interface Signature extends EngineSignature {
  /**
   * Asks an authority for a time stamp of the signature: gets a `TimeStampReq` and gives the `TimeStampResp` (RFC 3161).
   * Default: the signature has none.
   */
  readonly timestamp?: TimestampAuthority | null;
}

export interface SignOptions extends Signature {
  /** Opens the PDF if it is encrypted: the password of its owner, or that of the user if this may fill in forms. */
  readonly pdfPassword?: string | null;
}

/**
 * Signs a PDF. Its bytes stay as they are, and are followed by the signature: signatures that it has stay valid.
 * @throws EngineError `invalid_option` when the file, the key or a field cannot be used, `invalid_timestamp`; what
 * `timestamp` throws
 */
export async function sign(pdf: Uint8Array, options: SignOptions): Promise<Uint8Array> {
  if (!(pdf instanceof Uint8Array)) throw new EngineError('invalid_option', 'sign: the PDF is no Uint8Array');
  const signature = checkedSignature(options);
  if (!signature) throw new EngineError('invalid_option', 'sign: there are no options');
  const password = Buffer.from(preparedPassword(options.pdfPassword ?? '', 'sign: pdfPassword'));
  return timestamped(signed(), options);

  function signed(): Uint8Array {
    try {
      return signPdf(pdf, signature!, (encryption) => unlock(encryption, password));
    } catch (error) {
      if (error instanceof SignatureError) throw new EngineError('invalid_option', error.message, { cause: error });
      const isKnown = error instanceof PdfSyntaxError || error instanceof UnlockError;
      // Damaged files have objects of other types than the work expects.
      if (!isKnown && !(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
      const reason = isKnown ? error.message : 'the file is damaged';
      throw new EngineError('invalid_option', `sign: the PDF cannot be read: ${reason}`, { cause: error });
    }
  }
}

/** The signed file, with a time stamp if there is an authority. @throws as `sign` */
export async function timestamped(pdf: Uint8Array, { timestamp }: Signature): Promise<Uint8Array> {
  if (!timestamp) return pdf;
  if (typeof timestamp !== 'function') throw new EngineError('invalid_option', 'signature: timestamp is no function');
  try {
    return await addTimestamp(pdf, timestamp);
  } catch (error) {
    if (!(error instanceof TimestampError)) throw error;
    const message = `The answer of the time stamp authority cannot be used: ${error.message}`;
    throw new EngineError('invalid_timestamp', message, { cause: error });
  }
}

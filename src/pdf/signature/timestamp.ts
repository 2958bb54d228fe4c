/**
 * Time stamps of signatures, which make them PAdES level B-T.
 * Sources: RFC 3161 (time stamp protocol); ETSI EN 319 142-1, 6.3
 */

import { createHash, randomBytes } from 'node:crypto';
import { CONTEXT_0, OID, signatureValue, withTimestamp } from './cms.js';
import {
  DerError,
  type DerValue,
  der,
  GENERALIZED_TIME,
  INTEGER,
  integer,
  membersOf,
  nothing,
  OCTET_STRING,
  objectIdentifier,
  readDer,
  sequence,
  unsigned,
} from './der.js';

/** An answer that cannot be used. The message is for whoever chose the authority. */
export class TimestampError extends Error {
  override readonly name = 'TimestampError';
}

const SHA_256 = objectIdentifier(OID.sha256);
const SIGNED_DATA = objectIdentifier(OID.signedData);
const TIME_STAMP_INFO = objectIdentifier('1.2.840.113549.1.9.16.1.4');
const YES = Buffer.from([0x01, 0x01, 0xff]);
const NONCE_BYTES = 8;
/** ms between the clocks of the authority and of this computer. */
const MAX_DIFFERENCE = 24 * 60 * 60 * 1000;
/** Bytes of an answer. */
const MAX_ANSWER = 100_000;

interface Question {
  /** A `TimeStampReq`. */
  readonly request: Buffer;
  readonly digest: Buffer;
  /** In DER. */
  readonly nonce: Buffer;
}

/** Asks for a time stamp of a signature, with the certificate of the authority in it. Source: RFC 3161, 2.4.1 */
function questionOf(signature: Uint8Array): Question {
  const digest = createHash('sha256').update(signature).digest();
  const nonce = unsigned(randomBytes(NONCE_BYTES));
  const imprint = sequence(sequence(SHA_256, nothing()), der(OCTET_STRING, digest));
  return { request: sequence(integer(1), imprint, nonce, YES), digest, nonce };
}

/**
 * The token of an answer to the question.
 * @throws TimestampError, DerError
 * Source: RFC 3161, 2.4.2
 */
function tokenOf(answer: Uint8Array, { digest, nonce }: Question, now: Date): Buffer {
  const [info, token] = membersOf(readDer(answer));
  const [status, ...reasons] = membersOf(info);
  const granted = status?.tag === INTEGER ? status.content.toString('hex') : '';
  // Granted, or granted with modifications, which the checks below are for.
  if (granted !== '00' && granted !== '01') throw new TimestampError(`it refuses: ${reasonOf(reasons)}`);
  if (!token) throw new TimestampError('it has no time stamp');
  const fields = membersOf(readDer(stampedInfo(token)));
  const [, , imprint, , time, ...others] = fields;
  const [algorithm, stamped] = membersOf(imprint);
  if (!membersOf(algorithm)[0]?.whole.equals(SHA_256) || !stamped?.content.equals(digest))
    throw new TimestampError('its time stamp is for something else');
  if (!others.some(({ whole }) => whole.equals(nonce)))
    throw new TimestampError('its time stamp is for another request');
  const made = timeOf(time);
  if (Math.abs(made.getTime() - now.getTime()) > MAX_DIFFERENCE)
    throw new TimestampError(`its time stamp is of ${made.toISOString()}, but here it is ${now.toISOString()}`);
  return token.whole;
}

/** The `TSTInfo` in a token. */
function stampedInfo(token: DerValue): Buffer {
  const [type, content] = membersOf(token);
  if (!type?.whole.equals(SIGNED_DATA)) throw new TimestampError('its time stamp is not in CMS');
  const [, , encapsulated] = membersOf(membersOf(content, CONTEXT_0)[0]);
  const [kind, inside] = membersOf(encapsulated);
  const [info] = membersOf(inside, CONTEXT_0);
  if (!kind?.whole.equals(TIME_STAMP_INFO) || info?.tag !== OCTET_STRING)
    throw new TimestampError('it has something else than a time stamp');
  return info.content;
}

const UTF8_STRING = 0x0c;

/** The texts of a refusal, or its bits. */
function reasonOf(values: readonly DerValue[]): string {
  const texts = values.flatMap(({ content, tag }) =>
    tag === 0x30 ? membersOf({ content, tag, whole: content }).filter((text) => text.tag === UTF8_STRING) : [],
  );
  const said = texts.map(({ content }) => content.toString('utf8').replace(/\p{C}/gu, ' ').slice(0, 200)).join(' ');
  return said || 'it gives no reason';
}

/** Source: RFC 3161, 2.4.2 (genTime) */
function timeOf(value: DerValue | undefined): Date {
  const text = value?.tag === GENERALIZED_TIME ? value.content.toString('latin1') : '';
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text) ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time.getTime())) throw new TimestampError('its time stamp has no time');
  return time;
}

/** Gives a `TimeStampResp` for a `TimeStampReq`. */
export type TimestampAuthority = (request: Uint8Array) => Promise<Uint8Array>;

/**
 * Adds a time stamp to the last signature of a file that `signPdf` wrote. It goes into the place of the
 * signature, which is not signed: all else stays as it is.
 * @throws TimestampError; what `authority` throws
 */
export async function addTimestamp(pdf: Uint8Array, authority: TimestampAuthority): Promise<Uint8Array> {
  const stamped = Buffer.from(pdf);
  const { start, end } = lastSignature(stamped);
  const reserved = Buffer.from(stamped.toString('latin1', start, end), 'hex');
  const signature = readDer(reserved).whole;
  const question = questionOf(signatureValue(signature));
  const answer: unknown = await authority(new Uint8Array(question.request));
  if (!(answer instanceof Uint8Array)) throw new TimestampError('it is no Uint8Array');
  if (answer.length > MAX_ANSWER) throw new TimestampError(`it has more than ${MAX_ANSWER} bytes`);
  const whole = withTimestamp(signature, usableToken(answer, question));
  if (whole.length > reserved.length)
    throw new TimestampError(
      `its time stamp has ${whole.length - reserved.length} bytes more than are reserved for it`,
    );
  stamped.write(whole.toString('hex').padEnd(end - start, '0'), start, 'latin1');
  return new Uint8Array(stamped.buffer, stamped.byteOffset, stamped.byteLength);
}

function usableToken(answer: Uint8Array, question: Question): Buffer {
  try {
    return tokenOf(answer, question, new Date());
  } catch (error) {
    if (error instanceof DerError) throw new TimestampError(`it is malformed: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Where the digits of the signature of the last revision are. */
function lastSignature(file: Buffer): { readonly start: number; readonly end: number } {
  const at = file.lastIndexOf('/ByteRange[0 ', undefined, 'latin1');
  const range = /^\/ByteRange\[0 (\d+) (\d+) (\d+) *\]/.exec(file.toString('latin1', at, at + 80));
  const [before = 0, after = 0, length = 0] = (range ?? []).slice(1).map(Number);
  if (at < 0 || after + length !== file.length || file[before] !== 0x3c || file[after - 1] !== 0x3e)
    throw new Error('the signature is not found');
  return { start: before + 1, end: after - 1 };
}

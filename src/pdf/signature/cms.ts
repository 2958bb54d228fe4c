/**
 * Signatures in CMS, as PAdES levels B-B and B-T want them.
 * Sources: RFC 5652 (CMS), RFC 5035 (signing certificate), ETSI EN 319 142-1, 6.3 and ETSI EN 319 122-1, 5
 */

import { createHash, type KeyObject, sign } from 'node:crypto';
import {
  type DerValue,
  der,
  integer,
  membersOf,
  nothing,
  OCTET_STRING,
  objectIdentifier,
  readDer,
  SET,
  sequence,
  setOf,
} from './der.js';
import { SignatureError, type Signer } from './pkcs12.js';

export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

export const CONTEXT_0 = 0xa0;
const CONTEXT_1 = 0xa1;
/** Of a name in `GeneralName`, which is explicitly tagged. */
const DIRECTORY_NAME = 0xa4;

/** @param digest  SHA-256 of what is signed. @throws SignatureError for keys other than RSA and EC */
export function signedData(digest: Uint8Array, { key, certificates }: Signer): Buffer {
  const [own] = certificates;
  if (!own) throw new SignatureError('signature: there is no certificate');
  const sha256 = sequence(objectIdentifier(OID.sha256));
  const certificateId = sequence(
    // The algorithm is left out: SHA-256 is the default.
    der(OCTET_STRING, createHash('sha256').update(own.bytes).digest()),
    sequence(sequence(der(DIRECTORY_NAME, own.issuer)), own.serialNumber),
  );
  const attributes = [
    attribute(OID.contentType, objectIdentifier(OID.data)),
    attribute(OID.messageDigest, der(OCTET_STRING, digest)),
    attribute(OID.signingCertificateV2, sequence(sequence(certificateId))),
  ];
  // The set is signed with its own tag, and written with that of the field.
  const signature = sign('sha256', setOf(attributes), key);
  const signerInfo = sequence(
    integer(1),
    sequence(own.issuer, own.serialNumber),
    sha256,
    setOf(attributes, CONTEXT_0),
    signatureAlgorithm(key),
    der(OCTET_STRING, signature),
  );
  const content = sequence(
    integer(1),
    setOf([sha256]),
    sequence(objectIdentifier(OID.data)),
    setOf(
      certificates.map(({ bytes }) => bytes),
      CONTEXT_0,
    ),
    setOf([signerInfo]),
  );
  return sequence(objectIdentifier(OID.signedData), der(CONTEXT_0, content));
}

const attribute = (type: string, value: Uint8Array): Buffer => sequence(objectIdentifier(type), setOf([value]));

/** The parts of a signature that `signedData` made. */
function partsOf(cms: Uint8Array) {
  const [type, content] = membersOf(readDer(cms));
  const fields = membersOf(membersOf(content, CONTEXT_0)[0]);
  const [info] = membersOf(fields.at(-1), SET);
  const value: DerValue | undefined = membersOf(info).at(-1);
  if (!type || !info || value?.tag !== OCTET_STRING) throw new Error('the signature has an unexpected structure');
  return { type, fields, info, value: value.content };
}

/** The value that a time stamp is for. */
export const signatureValue = (cms: Uint8Array): Buffer => partsOf(cms).value;

/** @param token  a time stamp in CMS. Source: RFC 3161, appendix A */
export function withTimestamp(cms: Uint8Array, token: Uint8Array): Buffer {
  const { type, fields, info } = partsOf(cms);
  const stamped = sequence(info.content, setOf([attribute(OID.signatureTimeStampToken, token)], CONTEXT_1));
  const content = sequence(...fields.slice(0, -1).map(({ whole }) => whole), setOf([stamped]));
  return sequence(type.whole, der(CONTEXT_0, content));
}

function signatureAlgorithm({ asymmetricKeyType: type }: KeyObject): Buffer {
  if (type === 'rsa') return sequence(objectIdentifier(OID.rsaWithSha256), nothing());
  if (type === 'ec') return sequence(objectIdentifier(OID.ecdsaWithSha256));
  throw new SignatureError('signature: the key is neither an RSA nor an EC key');
}

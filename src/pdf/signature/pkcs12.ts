/** Reads the key and the certificates of a PKCS#12 file. Source: RFC 7292 */

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import type Forge from 'node-forge';
import type { CheckedSignature } from '../../engine/finishing.js';

/** The file cannot be used to sign. Neither the message nor a cause has anything of the key or the password. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
}

export interface Signer {
  readonly key: KeyObject;
  /** In DER: that of the key first, then the others of the file. */
  readonly certificates: readonly Certificate[];
}

export interface Certificate {
  readonly bytes: Buffer;
  /** In DER. */
  readonly issuer: Buffer;
  readonly serialNumber: Buffer;
  /** The common name, or else the whole subject. */
  readonly subject: string;
}

const load = createRequire(import.meta.url);

/** Loaded by the first signature, as it takes 20 ms. */
const library = (): typeof Forge => load('node-forge');

/** @throws SignatureError */
export function signerOf({ pkcs12, password }: Pick<CheckedSignature, 'pkcs12' | 'password'>): Signer {
  const bags = bagsOf(pkcs12, password);
  const [key] = bags.keys;
  if (!key) throw new SignatureError('signature: the PKCS#12 file has no private key');
  const all = bags.certificates.map(certificateOf);
  const own = all.find(({ bytes }) => new X509Certificate(bytes).checkPrivateKey(key));
  if (!own) throw new SignatureError('signature: the PKCS#12 file has no certificate of its key');
  return { key, certificates: [own, ...all.filter((one) => one !== own)] };
}

function bagsOf(pkcs12: Uint8Array, password: string): { keys: KeyObject[]; certificates: Buffer[] } {
  const forge = library();
  const { oids } = forge.pki;
  const found = opened(pkcs12, password);
  const bags = (type: string | undefined) => (type === undefined ? [] : (found.getBags({ bagType: type })[type] ?? []));
  const keys = [...bags(oids['pkcs8ShroudedKeyBag']), ...bags(oids['keyBag'])];
  try {
    return {
      keys: keys.map(({ key, asn1 }) =>
        createPrivateKey({
          key: bytesOf(key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1),
          format: 'der',
          type: 'pkcs8',
        }),
      ),
      certificates: bags(oids['certBag']).map(({ cert, asn1 }) =>
        bytesOf(cert ? forge.pki.certificateToAsn1(cert) : asn1),
      ),
    };
  } catch {
    throw new SignatureError('signature: the PKCS#12 file has a key or certificate that cannot be used');
  }
}

function opened(pkcs12: Uint8Array, password: string): Forge.pkcs12.Pkcs12Pfx {
  const forge = library();
  let asn1: Forge.asn1.Asn1;
  try {
    asn1 = forge.asn1.fromDer(Buffer.from(pkcs12).toString('latin1'));
  } catch {
    throw new SignatureError('signature: the file is no PKCS#12 file');
  }
  try {
    return forge.pkcs12.pkcs12FromAsn1(asn1, false, password);
  } catch {
    throw new SignatureError('signature: the PKCS#12 file does not open with the password');
  }
}

const bytesOf = (asn1: Forge.asn1.Asn1): Buffer => Buffer.from(library().asn1.toDer(asn1).getBytes(), 'latin1');

function certificateOf(bytes: Buffer): Certificate {
  const forge = library();
  const whole = forge.asn1.fromDer(bytes.toString('latin1'));
  const fields = (whole.value as Forge.asn1.Asn1[])[0]!.value as Forge.asn1.Asn1[];
  // The version is left out in version 1.
  const start = fields[0]!.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC ? 1 : 0;
  const subject = new X509Certificate(bytes).subject ?? '';
  return {
    bytes,
    serialNumber: bytesOf(fields[start]!),
    issuer: bytesOf(fields[start + 2]!),
    subject: /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replace(/\n/g, ', '),
  };
}

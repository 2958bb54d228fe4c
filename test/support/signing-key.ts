/** Keys to sign with, as PKCS#12 files. */

import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

/**
 * A file with an RSA key and its own certificate, for "Ada Lovelace".
 * @param owner  `another`: the certificate is that of another key
 */
export function signingKey(password: string, owner: 'itself' | 'another' = 'itself'): Buffer {
  const secret = newKey();
  const certified = owner === 'itself' ? secret : newKey();
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(certified.n, certified.e);
  certificate.serialNumber = '0123456789';
  certificate.validity.notBefore = new Date('2026-01-01T00:00:00Z');
  certificate.validity.notAfter = new Date('2046-01-01T00:00:00Z');
  const name = [
    { shortName: 'CN', value: 'Ada Lovelace' },
    { shortName: 'O', value: 'Example' },
  ];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.sign(secret, forge.md.sha256.create());
  const pkcs12 = forge.pkcs12.toPkcs12Asn1(secret, [certificate], password, { algorithm: 'aes256' });
  return Buffer.from(forge.asn1.toDer(pkcs12).getBytes(), 'latin1');
}

function newKey(): forge.pki.rsa.PrivateKey {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { format: 'pem', type: 'pkcs1' },
    publicKeyEncoding: { format: 'pem', type: 'spki' },
  });
  return forge.pki.privateKeyFromPem(privateKey);
}

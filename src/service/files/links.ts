/** Signed links: a link authorizes reading its file until it expires. */

import { createHmac, timingSafeEqual } from 'node:crypto';

export type LinkCheck = 'valid' | 'invalid_signature' | 'link_expired';

export class LinkSigner {
  readonly #secrets: readonly string[];

  /** @param secrets  newest first: the first signs, all verify, so that links survive a change of the secret */
  constructor(secrets: readonly string[]) {
    if (secrets.length === 0) throw new TypeError('links need a secret');
    this.#secrets = secrets;
  }

  /**
   * @param expiresAt  Unix seconds
   * @returns          the path and query of the link
   */
  path(id: string, expiresAt: number): string {
    return `/v1/files/${id}?${this.query(id, expiresAt)}`;
  }

  /**
   * @param subject  the file or other resource that the link authorizes to read
   * @returns        the query of the link
   */
  query(subject: string, expiresAt: number): string {
    const signature = sign(subject, String(expiresAt), this.#secrets[0]!).toString('base64url');
    return `exp=${expiresAt}&sig=${signature}`;
  }

  /**
   * @param expiry     `exp` as it was sent
   * @param signature  `sig` as it was sent
   * @param now        Unix seconds
   */
  check(subject: string, expiry: string, signature: string, now: number): LinkCheck {
    // Always tries all secrets, so that the time taken reveals nothing.
    const isSigned = this.#secrets.map((secret) => equals(sign(subject, expiry, secret), signature)).includes(true);
    if (!isSigned) return 'invalid_signature';
    return Number(expiry) > now ? 'valid' : 'link_expired';
  }
}

function sign(subject: string, expiry: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${subject}.${expiry}`).digest();
}

/** Compares the encoded text, not the decoded bytes: base64url has several spellings of one value. */
function equals(expected: Buffer, given: string): boolean {
  const one = Buffer.from(expected.toString('base64url'));
  const other = Buffer.from(given);
  return one.length === other.length && timingSafeEqual(one, other);
}

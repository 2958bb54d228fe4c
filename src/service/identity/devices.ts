/**
 * Browsers that somebody has signed in with to an account: guesses of others do not keep them out.
 * Source: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const NONCE_BYTES = 12;
const TOKEN = /^([\w-]{16})\.([\w-]{43})$/;

export class Devices {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The token of a new device of the account. */
  issue(email: string): string {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return `${nonce}.${this.#sign(nonce, email)}`;
  }

  /** @returns the name of a device of the account; undefined when the token is not one of it */
  nameOf(token: string | undefined, email: string): string | undefined {
    const [, nonce, signature] = TOKEN.exec(token ?? '') ?? [];
    if (nonce === undefined || signature === undefined) return undefined;
    const expected = Buffer.from(this.#sign(nonce, email));
    return timingSafeEqual(expected, Buffer.from(signature)) ? nonce : undefined;
  }

  #sign(nonce: string, email: string): string {
    return createHmac('sha256', this.#secret).update(`${nonce} ${email.toLowerCase()}`).digest('base64url');
  }
}

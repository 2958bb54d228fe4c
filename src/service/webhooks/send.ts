/** One attempt at a webhook. */

import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Destinations } from './destinations.js';
import { signatureHeaders } from './signature.js';

export interface Message {
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly secret: string;
}

export interface SendOptions {
  readonly destinations: Destinations;
  /** Seconds until the receiver must have answered. */
  readonly timeout: number;
}

/** The receiver does not want any more messages, or must not get any. */
export class Rejected extends Error {}

/**
 * Sends a message; it is delivered when the answer's status is 2xx.
 * @throws Error, which says why it is not delivered; Rejected when a further attempt is of no use
 */
export async function send({ id, body }: Message, { url, secret }: Receiver, options: SendOptions): Promise<void> {
  const problem = options.destinations.problemOf(url);
  if (problem) throw new Rejected(problem);
  const signed = signatureHeaders(secret, { id, timestamp: Math.floor(Date.now() / 1000), body });
  const status = await post(new URL(url), { ...signed, 'content-type': 'application/json' }, body, options);
  if (status >= 200 && status < 300) return;
  if (status === 410) throw new Rejected('the receiver answered 410 Gone');
  const isRedirect = status >= 300 && status < 400;
  throw new Error(`the receiver answered ${status}${isRedirect ? ': redirects are not followed' : ''}`);
}

/** @returns the status of the answer; its body is not read, nor is a redirect followed */
async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { destinations, timeout }: SendOptions,
): Promise<number> {
  const signal = AbortSignal.timeout(timeout * 1000);
  try {
    const addresses = await Promise.race([destinations.resolve(url.hostname), aborted(signal)]);
    const [first] = addresses;
    /** The addresses that were checked, instead of what the name means by now. */
    const lookup: LookupFunction = (_hostname, { all }, done) =>
      all ? done(null, [...addresses]) : done(null, first.address, first.family);
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    return await new Promise<number>((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Platen' },
        lookup,
        signal,
        agent: false,
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        response.on('error', () => undefined);
        resolve(response.statusCode!);
        response.destroy();
      });
      sent.end(body);
    });
  } catch (error) {
    throw signal.aborted ? new Error(`the receiver did not answer within ${timeout} s`) : error;
  }
}

/** Looking up a name cannot be aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * The `Priority` header of a request.
 * Source: https://www.rfc-editor.org/rfc/rfc9218#section-4
 */

import Type from 'typebox';
import type { QueryParameter } from './route.js';

/** A dictionary of structured fields: its last member `u` that is an integer from 0 to 7 counts, all others do not. */
const URGENCY = /^\s*u=([0-7])\s*(?:;.*)?$/;

/**
 * A faulty header is ignored, as the RFC says.
 * @param ofKey  the urgency of requests without the header
 */
export function urgencyOf(headers: ReadonlyMap<string, string>, ofKey?: number): number | undefined {
  const members = (headers.get('priority') ?? '').split(',');
  const last = members.findLast((member) => /^\s*u(?=[\s=;]|$)/.test(member));
  const urgency = last === undefined ? undefined : URGENCY.exec(last)?.[1];
  return urgency === undefined ? ofKey : Number(urgency);
}

export const PRIORITY: Readonly<Record<'Priority', QueryParameter>> = {
  Priority: {
    description:
      'Urgency among the waiting requests of your account: from `u=0`, the most urgent, to `u=7`; default that of your key, or else `u=3`. Requests come before batches anyway',
    required: false,
    schema: Type.String(),
    example: 'u=1',
  },
};

export const BATCH_PRIORITY: Readonly<Record<'Priority', QueryParameter>> = {
  Priority: {
    description:
      'Urgency among the batches of your account: from `u=0`, the most urgent, to `u=7`; default that of your key, or else `u=3`. From `u=4` on, a batch comes after those of other accounts, too',
    required: false,
    schema: Type.String(),
    example: 'u=5',
  },
};

/** Names of the parts of a document that a writer may refuse. */

import { createHash } from 'node:crypto';

/** Documents of other scopes do not learn what is known of them. */
export const partsIn = (scope: string, parts: Iterable<string>): string[] =>
  Array.from(parts, (part) => `${scope} ${part}`);

/** Of a drawing: images in it may have been left out, which its key does not tell. */
export const sourceHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

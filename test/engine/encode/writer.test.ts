/** The buffer of a display list. */

import t from 'tap';
import { ListWriter } from '../../../src/engine/encode/writer.js';

t.test('content that pages repeat took gigabytes outside of the heap', async (t) => {
  const megabyte = new Uint8Array(1024 ** 2);
  const fill = (write: (writer: ListWriter) => void) => {
    const writer = new ListWriter();
    for (let count = 0; count < 600; count += 1) write(writer);
  };
  const refused = { code: 'document_too_large', message: /^What the pages show takes more than 512 MB/ };
  t.throws(() => fill((writer) => writer.bytes(megabyte)), refused);
  t.throws(() => fill((writer) => writer.append('x'.repeat(1024 ** 2))), refused);
});

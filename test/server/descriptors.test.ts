/** How many connections a process takes. */

import t from 'tap';
import { maxConnections } from '../../src/server/descriptors.js';

t.test('half of the descriptors are for connections, and not more than memory is for', async (t) => {
  t.equal(maxConnections(1024), 512);
  t.equal(maxConnections(1_048_576), 20_000);
  t.equal(maxConnections(Number.POSITIVE_INFINITY), 20_000);
  t.ok(maxConnections() > 0);
});

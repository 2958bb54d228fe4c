/** The entry point of a process that `platen tune` measures. */

import type { TrialOrder } from '../src/cli/tune/messages.js';
import { TrialProcess } from '../src/cli/tune/trial-process.js';

const trial = new TrialProcess((report) => {
  if (process.connected) process.send?.(report);
});
process.on('message', (order: TrialOrder) => void trial.execute(order));
process.on('disconnect', () => process.exit());
// A terminal sends it to the command as well, which then ends this process.
process.on('SIGINT', () => undefined);

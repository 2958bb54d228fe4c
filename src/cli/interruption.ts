/** Ctrl-C and SIGTERM, for commands that end in order. */

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The first one aborts the signal that `work` gets; the second one ends the process. */
export async function interruptible<T>(work: (interrupted: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}

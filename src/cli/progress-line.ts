/** What the thread that renders and the one that writes the line of progress share. */

/** Where in the shared numbers what stands. */
export const SLOT = {
  /** The number of the document that is being rendered; 0: none. */
  document: 0,
  /** Index in STAGES. */
  stage: 1,
  /** 1: the line is on the terminal. */
  isShown: 2,
  /** 1: one of the threads is at the line. */
  isLocked: 3,
} as const;
export const SLOTS = 4;

export interface ProgressData {
  readonly slots: Int32Array;
}

/** Runs `work` while the other thread cannot touch the line. */
export function withLine(slots: Int32Array, work: () => void): void {
  while (Atomics.compareExchange(slots, SLOT.isLocked, 0, 1) !== 0) Atomics.wait(slots, SLOT.isLocked, 1);
  try {
    work();
  } finally {
    Atomics.store(slots, SLOT.isLocked, 0);
    Atomics.notify(slots, SLOT.isLocked);
  }
}

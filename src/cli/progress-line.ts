/** State shared by the render thread and the thread that writes the progress line. */

/** Indices in the shared array. */
export const SLOT = {
  /** Number of the document being rendered; 0: none. */
  document: 0,
  /** Index in STAGES. */
  stage: 1,
  /** 1: the line is on the terminal. */
  isShown: 2,
  /** 1: a thread holds the lock of the line. */
  isLocked: 3,
} as const;
export const SLOTS = 4;

export interface ProgressData {
  readonly slots: Int32Array;
  /** Its file descriptor. */
  readonly terminal: number;
}

/** Runs `work` while holding the lock of the line. */
export function withLine(slots: Int32Array, work: () => void): void {
  while (Atomics.compareExchange(slots, SLOT.isLocked, 0, 1) !== 0) Atomics.wait(slots, SLOT.isLocked, 1);
  try {
    work();
  } finally {
    Atomics.store(slots, SLOT.isLocked, 0);
    Atomics.notify(slots, SLOT.isLocked);
  }
}

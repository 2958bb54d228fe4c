/**
 * Advisory locks, told apart from other programs' in the same database by their first number.
 * Source: https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export const ADVISORY = {
  /** Held while the schema is changed. */
  migration: 0x706c_0001,
  /** Held by a living process; the second number is the process's own. */
  owner: 0x706c_0002,
  /** Held, shared, by everyone who uses an embedded server. */
  user: 0x706c_0003,
} as const;

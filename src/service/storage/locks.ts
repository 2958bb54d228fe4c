/**
 * Advisory locks. The first number distinguishes them from those of other programs in the same database.
 * Source: https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export const ADVISORY = {
  /** Held while the schema is changed. */
  migration: 0x706c_0001,
  /** Held by a process while it lives; the second number identifies the process. */
  owner: 0x706c_0002,
  /** Held, shared, by every user of an embedded server. */
  user: 0x706c_0003,
} as const;

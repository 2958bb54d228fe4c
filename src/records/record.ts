/** One record of a batch: the values for one document, as the text of a JSON object, or why it has none. */
export type DataRecord = RecordOfValues | FaultyRecord;

/** Where a record is. */
interface Place {
  /** From 1, in the order of the records. */
  readonly number: number;
  /** The line on which it begins, from 1. */
  readonly line: number;
}

interface RecordOfValues extends Place {
  readonly json: string;
}

interface FaultyRecord extends Place {
  /** Follows the name of the record: `is not JSON: …`. */
  readonly fault: string;
}

/** A record before it has its number: the text of a JSON object, or why it has none. */
export interface Row {
  /** As in `Place`. */
  readonly line: number;
  readonly json?: string;
  readonly fault?: string;
}

/** The records cannot be read on. The message says where and why. */
export class RecordsError extends Error {
  override readonly name = 'RecordsError';
}

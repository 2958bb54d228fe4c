/** Numbers of records. */
export interface Counts {
  /** Rendered in this run. */
  done: number;
  /** Rendered in an earlier run, and still there. */
  kept: number;
  failed: number;
  pages: number;
  /** Of the PDFs. */
  bytes: number;
}

import type { BreakTokenData } from '../algorithm/break-token.js';
import type { InlineToken } from '../inline/line-result.js';

/** State of a block container in its break token. */
export interface BlockBreakTokenData extends BreakTokenData {
  readonly type: 'block';
  /** Where inline layout resumes. */
  readonly line: InlineToken | undefined;
  /** Number of lines in earlier fragmentainers, for `line-clamp` of the box. */
  readonly clampedLines: number;
}

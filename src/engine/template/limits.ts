/** Limits on templates. */

export interface TemplateLimits {
  /** Length of the source in UTF-16 units. Default 2,000,000. */
  readonly maxSource: number;
  /** Nesting of blocks, including `else if` chains, and of parentheses. Default 200. */
  readonly maxNesting: number;
  /** Nesting of partials during expansion. Default 100. */
  readonly maxPartialDepth: number;
  /** Total rounds of loops and uses of partials. Default 5,000,000. */
  readonly maxSteps: number;
  /** Length of the expanded HTML in UTF-16 units. Default 20,000,000. */
  readonly maxOutput: number;
}

export const TEMPLATE_LIMITS: TemplateLimits = {
  maxSource: 2_000_000,
  maxNesting: 200,
  maxPartialDepth: 100,
  maxSteps: 5_000_000,
  maxOutput: 20_000_000,
};

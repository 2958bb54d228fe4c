/** What a template may use at most. */

export interface TemplateLimits {
  /** Length of a template's source in UTF-16 units. Default 2,000,000. */
  readonly maxSource: number;
  /** Blocks inside blocks, `else if` chains included, and parentheses inside parentheses. Default 200. */
  readonly maxNesting: number;
  /** Partials inside partials while the template is expanded. Default 100. */
  readonly maxPartialDepth: number;
  /** Rounds of all loops and uses of partials together. Default 5,000,000. */
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

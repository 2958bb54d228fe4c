/** Numbers in attributes. Source: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#numbers */

const INTEGER = /^[\t\n\f\r ]*([+-]?\d+)/;
const FLOATING_POINT = /^[\t\n\f\r ]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/i;

/** The rules for parsing integers. @returns undefined for an error */
export function parseInteger(text: string | undefined): number | undefined {
  const match = INTEGER.exec(text ?? '');
  return match ? Number(match[1]) : undefined;
}

/** The rules for parsing non-negative integers. @returns undefined for an error */
export function parseNonNegativeInteger(text: string | undefined): number | undefined {
  const value = parseInteger(text);
  return value !== undefined && value >= 0 ? value : undefined;
}

/** The rules for parsing floating-point number values. @returns undefined for an error */
export function parseFloatingPoint(text: string | undefined): number | undefined {
  const match = FLOATING_POINT.exec(text ?? '');
  return match ? Number(match[1]) : undefined;
}

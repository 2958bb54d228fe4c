/** Numbers as texts, in SVG and in Typst's markup. */

/** Precision of numbers: 1/10,000 pt is a fiftieth of a layout unit (1/64 px). */
const DECIMALS = 1e4;
/** Larger numbers would print with an exponent; no page needs them. */
const MAX_NUMBER = 1e9;

/** A decimal number without an exponent. */
export function decimal(value: number): string {
  const limited = Math.min(MAX_NUMBER, Math.max(-MAX_NUMBER, value)) || 0;
  // Adding 0 turns -0 into 0.
  return String(Math.round(limited * DECIMALS) / DECIMALS + 0);
}

/** Two hexadecimal digits of a value from 0 to 255. */
export function hexByte(value: number): string {
  const byte = Math.min(255, Math.max(0, Math.round(value))) || 0;
  return byte.toString(16).padStart(2, '0');
}

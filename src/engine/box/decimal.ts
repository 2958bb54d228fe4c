/** Decimal fractions of any length, which binary numbers would round: 0.1 + 0.2 is 0.3. */

import type { SumFormat } from '../css/values/values.js';

export class Decimal {
  /** @param digits  number of decimals in `units` */
  private constructor(
    readonly units: bigint,
    readonly digits: number,
  ) {}

  static readonly ZERO = new Decimal(0n, 0);

  /** @returns undefined: the text is no number of CSS, or has more than 100 digits */
  static parse(text: string): Decimal | undefined {
    const match = /^([+-]?)(\d*)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/i.exec(text.trim());
    if (!match) return undefined;
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
    const all = whole + fraction;
    if (all === '' || all.length > MAX_DIGITS) return undefined;
    const digits = fraction.length - Number(exponent);
    const units = BigInt(all) * (sign === '-' ? -1n : 1n) * 10n ** BigInt(Math.max(0, -digits));
    return new Decimal(units, Math.max(0, digits));
  }

  plus(other: Decimal): Decimal {
    const digits = Math.max(this.digits, other.digits);
    return new Decimal(this.at(digits) + other.at(digits), digits);
  }

  minus(other: Decimal): Decimal {
    return this.plus(new Decimal(-other.units, other.digits));
  }

  /** The same value with at least so many decimals. */
  withDigits(digits: number): Decimal {
    return digits > this.digits ? new Decimal(this.at(digits), digits) : this;
  }

  isBelow(other: Decimal): boolean {
    return this.minus(other).units < 0n;
  }

  /** As JavaScript writes it, with all decimals. */
  get text(): string {
    const digits = (this.units < 0n ? -this.units : this.units).toString().padStart(this.digits + 1, '0');
    const whole = digits.slice(0, digits.length - this.digits);
    const sign = this.units < 0n ? '-' : '';
    return this.digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-this.digits)}`;
  }

  /** Units of 10 ** -digits; `digits` is not below those of the number. */
  private at(digits: number): bigint {
    return this.units * 10n ** BigInt(digits - this.digits);
  }
}

const MAX_DIGITS = 100;

/** Writes a number or an amount of money as the locale does. */
export function formatDecimal(
  value: Decimal,
  format: Exclude<SumFormat, { type: 'counter-style' }>,
  locale: string,
): string {
  // `format` takes texts, too, and rounds them exactly; its type does not know.
  const text = value.text as unknown as number;
  // An unknown locale falls back to a fixed one, not to that of the machine.
  const locales = [locale, 'en-US'];
  if (format.type === 'currency')
    return new Intl.NumberFormat(locales, { style: 'currency', currency: format.code }).format(text);
  const digits = Math.min(format.digits ?? value.digits, MAX_SHOWN);
  return new Intl.NumberFormat(locales, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(text);
}

/** The most decimals that `Intl.NumberFormat` writes in every version. */
const MAX_SHOWN = 20;

/** A cursor over component values, for values that lightningcss does not parse. */

import type { Token, TokenOrValue } from 'lightningcss';
import type { Specified } from '../cascade/specified.js';
import { readColor, readColorName } from '../values/color.js';
import { angle, length, percentage } from '../values/math.js';
import { parseMath } from '../values/math-tokens.js';
import type { Color, LengthPercentage, Url } from '../values/values.js';
import { isSpace, tokenOf } from './component-values.js';
import { roundF32 } from './lightning.js';

/**
 * Iterates component values, without white space and comments. Methods consume the next value, or return undefined
 * without consuming anything.
 */
export class Cursor {
  readonly tokens: readonly TokenOrValue[];
  at = 0;

  constructor(tokens: readonly TokenOrValue[]) {
    this.tokens = tokens.filter((token) => !isSpace(token));
  }

  get done(): boolean {
    return this.at >= this.tokens.length;
  }

  peek(): TokenOrValue | undefined {
    return this.tokens[this.at];
  }

  /** Applies `read` to the next component; consumes it if the result is defined. */
  take<T>(read: (token: TokenOrValue) => T | undefined): T | undefined {
    const token = this.peek();
    const value = token && read(token);
    if (value !== undefined) this.at++;
    return value;
  }

  /** Tries an alternative; consumes nothing if it fails. */
  attempt<T>(read: (cursor: Cursor) => T | undefined): T | undefined {
    const start = this.at;
    const value = read(this);
    if (value === undefined) this.at = start;
    return value;
  }

  /** Zero or more values. */
  many<T>(read: (cursor: Cursor) => T | undefined): T[] {
    const values: T[] = [];
    for (let value = read(this); value !== undefined; value = read(this)) values.push(value);
    return values;
  }

  /** A comma-separated list of at least one value. */
  list<T>(read: (cursor: Cursor) => T | undefined): T[] | undefined {
    const values: T[] = [];
    do {
      const value = read(this);
      if (value === undefined) return undefined;
      values.push(value);
    } while (this.comma());
    return values;
  }

  /** One of the keywords, matched case-insensitively. */
  keyword<const K extends string>(...allowed: readonly K[]): K | undefined {
    return this.take((token) => {
      const word = wordOf(token)?.toLowerCase();
      return allowed.find((keyword) => keyword === word);
    });
  }

  /**
   * `<custom-ident>`: neither a CSS-wide keyword nor one of `except`.
   * Source: https://drafts.csswg.org/css-values-4/#custom-idents
   */
  customIdent(...except: readonly string[]): string | undefined {
    return this.take((token) => {
      const word = wordOf(token);
      if (word === undefined) return undefined;
      const reserved = ['inherit', 'initial', 'unset', 'revert', 'revert-layer', 'default', ...except];
      return reserved.includes(word.toLowerCase()) ? undefined : word;
    });
  }

  string(): string | undefined {
    return this.take((token) => {
      const text = tokenOf(token, 'string');
      return text && String(text.value);
    });
  }

  url(): Url | undefined {
    return this.take((token) => (token.type === 'url' ? { type: 'url', url: String(token.value.url) } : undefined));
  }

  comma(): true | undefined {
    return this.take((token) => (tokenOf(token, 'comma') ? true : undefined));
  }

  delim(character: string): true | undefined {
    return this.take((token) => (tokenOf(token, 'delim')?.value === character ? true : undefined));
  }

  number(): number | undefined {
    return this.take((token) => {
      const number = tokenOf(token, 'number');
      if (number) return roundF32(number.value);
      const result = parseMath(token);
      return result?.kind === 'number' && typeof result.value === 'number' ? result.value : undefined;
    });
  }

  /** Rounds the result of a math function. */
  integer(): number | undefined {
    return this.attempt((cursor) => {
      const isCalculated = cursor.peek()?.type === 'function';
      const value = cursor.number();
      if (value === undefined || Number.isInteger(value)) return value;
      return isCalculated ? Math.round(value) : undefined;
    });
  }

  length(): Specified<number> | undefined {
    return this.take((token) => {
      if (token.type === 'length') return length(token.value.value, token.value.unit);
      if (tokenOf(token, 'number')?.value === 0) return 0;
      const result = parseMath(token);
      return result?.kind === 'length' ? (result.value as Specified<number>) : undefined;
    });
  }

  percentage(): { percent: number; px: number } | undefined {
    return this.take((token) => {
      const value = tokenOf(token, 'percentage');
      return value && percentage(value.value);
    });
  }

  lengthPercentage(): Specified<LengthPercentage> | undefined {
    return (
      this.length() ??
      this.percentage() ??
      this.take((token) => {
        const result = parseMath(token);
        return result?.kind === 'percentage' ? result.value : undefined;
      })
    );
  }

  /** Degrees. */
  angle(): number | undefined {
    return this.take((token) => {
      if (token.type === 'angle') return angle(token.value.value, token.value.type);
      const result = parseMath(token);
      return result?.kind === 'angle' && typeof result.value === 'number' ? result.value : undefined;
    });
  }

  color(): Specified<Color> | undefined {
    return this.take((token) => {
      if (token.type === 'color') return readColor(token.value);
      const word = tokenOf(token, 'ident');
      return word && readColorName(String(word.value));
    });
  }

  /** The arguments of the function `name`. */
  func(name: string): Cursor | undefined {
    return this.take((token) =>
      token.type === 'function' && token.value.name.toLowerCase() === name
        ? new Cursor(token.value.arguments)
        : undefined,
    );
  }

  anyFunction(): { readonly name: string; readonly args: Cursor } | undefined {
    return this.take((token) =>
      token.type === 'function'
        ? { name: String(token.value.name).toLowerCase(), args: new Cursor(token.value.arguments) }
        : undefined,
    );
  }

  /** The contents of square brackets. */
  brackets(): Cursor | undefined {
    return this.#block('square-bracket-block', 'close-square-bracket');
  }

  /** The contents of parentheses. */
  parentheses(): Cursor | undefined {
    return this.#block('parenthesis-block', 'close-parenthesis');
  }

  #block(open: Token['type'], close: Token['type']): Cursor | undefined {
    return this.attempt((cursor) => {
      if (!cursor.take((token) => tokenOf(token, open))) return undefined;
      const start = cursor.at;
      for (let depth = 1; !cursor.done; cursor.at++) {
        if (tokenOf(cursor.peek()!, open)) depth++;
        if (tokenOf(cursor.peek()!, close) && --depth === 0) break;
      }
      const inside = new Cursor(cursor.tokens.slice(start, cursor.at));
      cursor.at++;
      return inside;
    });
  }
}

function wordOf(token: TokenOrValue): string | undefined {
  if (token.type === 'dashed-ident') return String(token.value);
  const ident = tokenOf(token, 'ident');
  return ident && String(ident.value);
}

/** The only identifier of a value, in lower case; undefined for other values. */
export function onlyWord(tokens: readonly TokenOrValue[]): string | undefined {
  const cursor = new Cursor(tokens);
  const word = cursor.take((token) => wordOf(token)?.toLowerCase());
  return cursor.done ? word : undefined;
}

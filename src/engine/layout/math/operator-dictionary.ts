/**
 * The operator dictionary: default spacing and properties of operators by their form.
 * Source: https://w3c.github.io/mathml-core/#operator-dictionary; U+002F has the spacing that Blink gives it
 */

export type OperatorForm = 'infix' | 'prefix' | 'postfix';

/** Spacing in units of 1/18 em. Source: https://w3c.github.io/mathml-core/#operator-dictionary-categories-values */
export interface OperatorDefaults {
  readonly lspace: number;
  readonly rspace: number;
  readonly stretchy: boolean;
  readonly symmetric: boolean;
  readonly largeop: boolean;
  readonly movablelimits: boolean;
}

function defaults(lspace: number, rspace: number, ...flags: (keyof OperatorDefaults)[]): OperatorDefaults {
  const has = (name: keyof OperatorDefaults) => flags.includes(name);
  return {
    lspace,
    rspace,
    stretchy: has('stretchy'),
    symmetric: has('symmetric'),
    largeop: has('largeop'),
    movablelimits: has('movablelimits'),
  };
}

/** Of operators that are not in the dictionary. */
export const DEFAULT_OPERATOR = defaults(5, 5);

interface Category {
  readonly form: OperatorForm;
  readonly operator: OperatorDefaults;
  /** Ranges of code points in hexadecimal. */
  readonly ranges: string;
}

/** In the order of the specification, A to M. */
const CATEGORIES: readonly Category[] = [
  {
    form: 'infix',
    operator: defaults(5, 5, 'stretchy'),
    ranges:
      '2190-2195 219a-21ae 21b0-21b5 21b9 21bc-21d5 21da-21f0 21f3-21ff 2794 2799 279b-27a1 27a5-27a6 27a8-27af 27b1 ' +
      '27b3 27b5 27b8 27ba-27be 27f0-27f1 27f4-27ff 2900-2920 2934-2937 2942-2975 297c-297f 2b04-2b07 2b0c-2b11 ' +
      '2b30-2b3e 2b40-2b4c 2b60-2b65 2b6a-2b6d 2b70-2b73 2b7a-2b7d 2b80-2b87 2b95 2ba0-2baf 2bb8',
  },
  {
    form: 'infix',
    operator: defaults(4, 4),
    ranges:
      '2b 2d 2f b1 f7 322 2044 2212-2216 2227-222a 2236 2238 228c-228e 2293-2296 2298 229d-229f 22bb-22bd 22ce-22cf ' +
      '22d2-22d3 2795-2797 29b8 29bc 29c4-29c5 29f5-29fb 2a1f-2a2e 2a38-2a3a 2a3e 2a40-2a4f 2a51-2a63 2adb 2af6 2afb 2afd',
  },
  {
    form: 'infix',
    operator: defaults(3, 3),
    ranges:
      '25 2a 2e 3f-40 5e b7 d7 323 32e 2022 2043 2217-2219 2240 2297 2299-229b 22a0-22a1 22ba 22c4-22c7 22c9-22cc ' +
      '2305-2306 27cb 27cd 29c6-29c8 29d4-29d7 29e2 2a1d-2a1e 2a2f-2a37 2a3b-2a3d 2a3f 2a50 2a64-2a65 2adc-2add 2afe',
  },
  {
    form: 'prefix',
    operator: defaults(0, 0),
    ranges:
      '21 2b 2d ac b1 331 2018 201c 2200-2201 2203-2204 2207 2212-2213 221f-2222 2234-2235 223c 22be-22bf 2310 2319 ' +
      '2795-2796 27c0 299b-29af 2aec-2aed',
  },
  {
    form: 'postfix',
    operator: defaults(0, 0),
    ranges:
      '21-22 25-27 60 a8 b0 b2-b4 b8-b9 2ca-2cb 2d8-2da 2dd 311 320 325 327 331 2019-201b 201d-201f 2032-2037 2057 ' +
      '20db-20dc 23cd',
  },
  {
    form: 'prefix',
    operator: defaults(0, 0, 'stretchy', 'symmetric'),
    ranges:
      '28 5b 7b-7c 2016 2308 230a 2329 2772 27e6 27e8 27ea 27ec 27ee 2980 2983 2985 2987 2989 298b 298d 298f 2991 2993 ' +
      '2995 2997 2999 29d8 29da 29fc',
  },
  {
    form: 'postfix',
    operator: defaults(0, 0, 'stretchy', 'symmetric'),
    ranges:
      '29 5d 7c-7d 2016 2309 230b 232a 2773 27e7 27e9 27eb 27ed 27ef 2980 2984 2986 2988 298a 298c 298e 2990 2992 2994 ' +
      '2996 2998-2999 29d9 29db 29fd',
  },
  { form: 'prefix', operator: defaults(3, 3, 'symmetric', 'largeop'), ranges: '222b-2233 2a0b-2a1c' },
  {
    form: 'postfix',
    operator: defaults(0, 0, 'stretchy'),
    ranges: '5e-5f 7e af 2c6-2c7 2c9 2cd 2dc 2f7 302 203e 2322-2323 23b4-23b5 23dc-23e1 1eef0-1eef1',
  },
  {
    form: 'prefix',
    operator: defaults(3, 3, 'symmetric', 'largeop', 'movablelimits'),
    ranges: '220f-2211 22c0-22c3 2a00-2a0a 2a1d-2a1e 2afc 2aff',
  },
  { form: 'infix', operator: defaults(0, 0), ranges: '5c 5f 2061-2064 2206' },
  { form: 'prefix', operator: defaults(3, 0), ranges: '2145-2146 2202 221a-221c' },
  { form: 'infix', operator: defaults(0, 3), ranges: '2c 3a-3b' },
];

/** Operators of two characters, at the code points that the tables have in their place. */
const PAIRS: ReadonlyMap<string, number> = new Map(
  '!! != && ** *= ++ += -- -= -> // /= := <= <> == >= ||'.split(' ').map((pair, i) => [pair, 0x320 + i]),
);
const FIRST_PAIR = 0x320;
const LAST_COMBINING = 0x3ff;
/** A long solidus or vertical line overlay negates the operator before it. */
const NEGATION = /^.[\u0338\u20d2]$/su;

const TABLES: Readonly<Record<OperatorForm, ReadonlyMap<number, OperatorDefaults>>> = {
  infix: tableOf('infix'),
  prefix: tableOf('prefix'),
  postfix: tableOf('postfix'),
};

function tableOf(form: OperatorForm): ReadonlyMap<number, OperatorDefaults> {
  const table = new Map<number, OperatorDefaults>();
  for (const category of CATEGORIES) {
    if (category.form !== form) continue;
    for (const range of category.ranges.split(' ')) {
      const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
      for (let code = first; code <= last; code++) table.set(code, category.operator);
    }
  }
  return table;
}

/** @param text  of the operator; undefined: the dictionary has no entry of this form */
export function operatorDefaults(text: string, form: OperatorForm): OperatorDefaults | undefined {
  const key = keyOf(text);
  return key === undefined ? undefined : TABLES[form].get(key);
}

function keyOf(text: string): number | undefined {
  if (NEGATION.test(text)) return text.codePointAt(0);
  const code = text.codePointAt(0);
  if (code === undefined) return undefined;
  if (text.length !== String.fromCodePoint(code).length) return PAIRS.get(text);
  return code >= FIRST_PAIR && code <= LAST_COMBINING ? undefined : code;
}

/** Counter styles that the generic systems cannot express. */

/** Source: https://drafts.csswg.org/css-counter-styles-3/#ethiopic-numeric-counter-style */
function ethiopic(value: number): string | undefined {
  if (value < 1) return undefined;
  if (value === 1) return '፩';
  const digits = String(value);
  const pairs = (digits.length % 2 === 0 ? digits : `0${digits}`).match(/../g)!.reverse();
  return pairs
    .map((pair, index) => {
      const [ten = 0, one = 0] = [...pair].map(Number);
      const isFirst = index === pairs.length - 1;
      // A one is omitted before the hundreds separator, and at the start of the number.
      const isOne = pair === '01' && (index % 2 === 1 || (isFirst && index > 0));
      const text = isOne ? '' : (ETHIOPIC_TENS[ten] ?? '') + (ETHIOPIC_ONES[one] ?? '');
      if (index === 0) return text;
      if (index % 2 === 1) return pair === '00' ? '' : `${text}፻`;
      return `${text}፼`;
    })
    .reverse()
    .join('');
}

const ETHIOPIC_ONES = ['', ...'፩፪፫፬፭፮፯፰፱'];
const ETHIOPIC_TENS = ['', ...'፲፳፴፵፶፷፸፹፺'];

/** Letters for multiples of ten thousand carry a circumflex. */
function armenian(letters: readonly string[]): (value: number) => string | undefined {
  return (value) => {
    if (value < 1 || value > 99_999_999) return undefined;
    const low = fourDigits(value % 10_000, letters, '');
    return fourDigits(Math.floor(value / 10_000), letters, '\u0302') + low;
  };
}

function fourDigits(value: number, letters: readonly string[], mark: string): string {
  let text = '';
  for (let power = 3; power >= 0; power -= 1) {
    const digit = Math.floor(value / 10 ** power) % 10;
    if (digit > 0) text += letters[power * 9 + digit - 1]! + mark;
  }
  return text;
}

const ARMENIAN = [...'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔ'];

/** Thousands use the letters of units with a geresh. Zero is a word. */
function hebrew(value: number): string | undefined {
  if (value < 0 || value > 999_999) return undefined;
  if (value === 0) return 'אפס';
  const thousands = Math.floor(value / 1000);
  return (thousands > 0 ? `${hebrewBelowThousand(thousands)}׳` : '') + hebrewBelowThousand(value % 1000);
}

function hebrewBelowThousand(value: number): string {
  let text = 'ת'.repeat(Math.floor(value / 400));
  let rest = value % 400;
  text += ['', 'ק', 'ר', 'ש'][Math.floor(rest / 100)]!;
  rest %= 100;
  // 15 and 16 avoid letter pairs that spell the name of God.
  if (rest === 15 || rest === 16) return `${text}ט${rest === 15 ? 'ו' : 'ז'}`;
  return text + [...' יכלמנסעפצ'][Math.floor(rest / 10)]!.trim() + [...' אבגדהוזחט'][rest % 10]!.trim();
}

const STYLES: Readonly<Record<string, (value: number) => string | undefined>> = {
  'ethiopic-numeric': ethiopic,
  armenian: armenian(ARMENIAN),
  'upper-armenian': armenian(ARMENIAN),
  'lower-armenian': armenian(ARMENIAN.map((letter) => letter.toLowerCase())),
  hebrew,
};

/** @returns undefined for any other style, or a value out of range */
export function specialCounter(value: number, name: string): string | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(STYLES, key) ? STYLES[key]!(value) : undefined;
}

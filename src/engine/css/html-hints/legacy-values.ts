/** Values of presentational attributes. Source: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html */

import { parseNonNegativeInteger } from '../../html/numbers.js';

const NAMED_COLORS: ReadonlySet<string> = new Set(
  (
    'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood ' +
    'cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray ' +
    'darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen ' +
    'darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue ' +
    'firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew ' +
    'hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan ' +
    'lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue ' +
    'lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine ' +
    'mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise ' +
    'mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered ' +
    'orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple ' +
    'rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue ' +
    'slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white ' +
    'whitesmoke yellow yellowgreen'
  ).split(' '),
);

/** The rules for parsing dimension values. @returns CSS text: `12px` or `50%` */
export function dimension(value: string | undefined): string | undefined {
  const match = /^[ \t\n\f\r]*\+?(\d+(?:\.\d+)?)(%?)/.exec(value ?? '');
  if (!match) return undefined;
  return `${Number(match[1])}${match[2] === '%' ? '%' : 'px'}`;
}

/** The rules for parsing nonzero dimension values. */
export function nonZeroDimension(value: string | undefined): string | undefined {
  const found = dimension(value);
  return found === '0px' || found === '0%' ? undefined : found;
}

/** The rules for parsing non-negative integers, at most a million. */
export function pixels(value: string | undefined): number | undefined {
  const number = parseNonNegativeInteger(value);
  return number === undefined ? undefined : Math.min(number, 1e6);
}

/** The rules for parsing a legacy color value, by which nearly every text is a color. @returns CSS text */
export function color(value: string | undefined): string | undefined {
  const text = value?.trim();
  if (!text || text.toLowerCase() === 'transparent') return undefined;
  if (NAMED_COLORS.has(text.toLowerCase())) return text.toLowerCase();
  if (/^#[0-9a-f]{3}$/i.test(text)) return text;
  let digits = [...text].map((char) => (char.codePointAt(0)! > 0xffff ? '00' : char)).join('');
  digits = digits
    .slice(0, 128)
    .replace(/^#/, '')
    .replace(/[^0-9a-f]/gi, '0');
  while (digits.length === 0 || digits.length % 3 !== 0) digits += '0';
  let length = digits.length / 3;
  let parts = [0, 1, 2].map((index) => digits.slice(index * length, (index + 1) * length));
  if (length > 8) {
    parts = parts.map((part) => part.slice(length - 8));
    length = 8;
  }
  while (length > 2 && parts.every((part) => part.startsWith('0'))) {
    parts = parts.map((part) => part.slice(1));
    length--;
  }
  return `#${parts.map((part) => part.slice(0, 2).padStart(2, '0')).join('')}`;
}

import t from 'tap';
import { controlColors } from '../../../src/engine/box/accent.js';
import { checkbox, radioButton } from '../../../src/engine/box/control-drawings.js';
import { INITIAL_STYLE } from '../../../src/engine/css/compute/compute.js';
import { type Color, WHITE } from '../../../src/engine/css/values/values.js';
import { computed } from '../css/properties/computed.js';

const hexOf = ({ r, g, b }: Color) => [r, g, b].map((channel) => Math.round(channel).toString(16)).join('');
const STATE = { isChecked: true, isDisabled: false, colors: controlColors(INITIAL_STYLE) };

t.test('the line of a check box is as thick in all sizes, its tick grows', async (t) => {
  const large = checkbox({ ...STATE, side: 30 });
  t.match(large, '<rect x=".5" y=".5" width="29" height="29" rx="2"');
  t.match(large, '<path d="M6 15 12 21 24 6" fill="none" stroke="#ffffff" stroke-width="4.8"/>');
  t.match(
    checkbox({ ...STATE, side: 13 }),
    'd="M2.6 6.5 5.2 9.1 10.4 2.6" fill="none" stroke="#ffffff" stroke-width="2.08"',
  );
});

t.test('so does the dot of a radio button', async (t) => {
  const large = radioButton({ ...STATE, side: 30 });
  t.match(large, '<circle cx="15" cy="15" r="14.5"');
  t.match(large, '<circle cx="15" cy="15" r="9"');
});

t.test('a declared accent is legible: on colors of the dark scheme, where it is light', async (t) => {
  const colors = (css: string) => controlColors(computed(`accent-color: ${css}`));
  const DARK = { r: 59, g: 59, b: 59, a: 1 };
  t.match(colors('auto'), { accent: { r: 0, g: 117, b: 255 }, paper: WHITE, track: { r: 239 } });
  t.match(colors('crimson'), { accent: { r: 220, g: 20, b: 60 }, paper: WHITE, track: { r: 239 } });
  t.match(colors('#fd7'), { paper: DARK, track: DARK, trackLine: { r: 133, a: 1 } });
  t.match(colors('rgb(140 140 140)'), { paper: WHITE, track: DARK }, 'a track is not as light as paper');
  t.equal(hexOf(colors('rgb(255 0 0 / 0.5)').accent), 'ff7f7f', 'on white');
  t.match(checkbox({ ...STATE, side: 13, colors: colors('#fd7') }), 'stroke="#3b3b3b" stroke-width="2.08"');
  t.match(radioButton({ ...STATE, side: 13, colors: colors('#fd7') }), 'fill="#3b3b3b" stroke="#ffdd77"');
  t.match(
    radioButton({ ...STATE, side: 13, isDisabled: true, colors: colors('#fd7') }),
    'fill="#fff" stroke="#767676"',
  );
});

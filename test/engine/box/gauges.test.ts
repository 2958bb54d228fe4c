import t from 'tap';
import { painted } from '../paint/painted.js';

const DIV = 'style="width:100px;height:20px;margin:0;border:0;vertical-align:top;';
/** The rectangles of a control of 100 by 20 px at the top left corner. */
const rects = (control: string, css = ''): string[] =>
  painted(`<style>${css}</style>${control.replace('>', ` ${DIV}appearance:none">`)}`)
    .map((item) => item.trim())
    .filter((item) => item.startsWith('rect'));

t.test('a progress bar without native appearance has parts', async (t) => {
  t.strictSame(rects('<progress value=.4>'), ['rect 0,0 100x20 #808080', 'rect 0,0 40x20 #008000']);
  t.strictSame(
    rects(
      '<progress value=3 max=4>',
      '::-webkit-progress-bar{background:red;padding:2px}::-webkit-progress-value{background:lime;width:1px}',
    ),
    ['rect 0,0 100x20 #ff0000', 'rect 2,2 72x16 #00ff00'],
    'the value decides on the width',
  );
  t.strictSame(rects('<progress>'), ['rect 0,0 100x20 #808080'], 'indeterminate');
  t.strictSame(rects('<progress value=.4>', '::-webkit-progress-value{display:none}'), ['rect 0,0 100x20 #808080']);
});

t.test('native progress bars do not show their parts', async (t) => {
  const css = '<style>::-webkit-progress-bar{background:red}</style>';
  t.notMatch(painted(`${css}<progress value=.4>`).join(), '#ff0000');
  t.match(painted(`${css}<progress value=.4 style="border:0">`).join(), '#ff0000', 'decorated by the author');
});

t.test('meters have the part of their value, native or not', async (t) => {
  const css =
    '::-webkit-meter-bar{background:white}::-webkit-meter-optimum-value{background:lime}' +
    '::-webkit-meter-suboptimum-value{background:yellow}::-webkit-meter-even-less-good-value{background:red}';
  const meter = (value: number) => `<meter low=.3 high=.6 optimum=.9 value=${value}>`;
  t.strictSame(rects(meter(0.1), css), ['rect 0,5 100x10 #ffffff', 'rect 0,5 10x10 #ff0000']);
  t.strictSame(rects(meter(0.5), css).at(-1), 'rect 0,5 50x10 #ffff00');
  t.strictSame(rects(meter(0.9), css).at(-1), 'rect 0,5 90x10 #00ff00');
  t.match(painted(`<style>${css}</style>${meter(0.5)}`).join(), '#ffff00', 'native');
  t.match(painted(meter(0.5)).join(), '#ffb900');
});

const SLIDER =
  '::-webkit-slider-runnable-track{height:6px;background:silver}' +
  '::-webkit-slider-thumb{appearance:none;width:10px;height:16px;margin-top:-5px;background:red}';

t.test('a slider without native appearance has a track and a thumb', async (t) => {
  const thumb = (attributes: string) => rects(`<input type=range ${attributes}>`, SLIDER).at(-1);
  t.strictSame(rects('<input type=range>', SLIDER), ['rect 0,7 100x6 #c0c0c0', 'rect 45,2 10x16 #ff0000']);
  t.equal(thumb('value=0'), 'rect 0,2 10x16 #ff0000');
  t.equal(thumb('value=120'), 'rect 90,2 10x16 #ff0000');
  t.equal(thumb('value=20 dir=rtl'), 'rect 72,2 10x16 #ff0000');
  t.equal(thumb('min=0 max=10 value=3.4'), 'rect 27,2 10x16 #ff0000', 'steps of 1 from the minimum');
  t.equal(thumb('value=40 step=30'), 'rect 36,2 10x16 #ff0000', 'or from the value');
  t.equal(thumb('min=0 value=33.3 step=any'), 'rect 30,2 10x16 #ff0000');
});

t.test('the thumb of a native slider is native, its track unless styled', async (t) => {
  const shown = painted(`<style>${SLIDER}</style><input type=range>`).join();
  t.notMatch(shown, '#ff0000');
  t.match(shown, '#c0c0c0');
  t.notMatch(shown, '#efefef');
  t.match(
    painted('<input type=range style="background:red">').join(),
    '#efefef',
    'the control itself is not decorated',
  );
  t.notMatch(painted('<input type=range style="background:red">').join(), '#ff0000');
});

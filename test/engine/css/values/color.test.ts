import t from 'tap';
import { computed, diagnosed } from '../properties/computed.js';

/** Whole channels, and alpha to three digits. */
function color(text: string): number[] {
  const { r, g, b, a } = computed(`background-color: ${text}`, 'color: rgb(1, 2, 3)')['background-color'];
  return [Math.round(r), Math.round(g), Math.round(b), Math.round(a * 1000) / 1000];
}

t.test('names, numbers and the polar notations of sRGB', async (t) => {
  t.strictSame(color('RebeccaPurple'), [102, 51, 153, 1]);
  t.strictSame(color('#abc'), [170, 187, 204, 1]);
  t.strictSame(color('#11223380'), [17, 34, 51, 0.502]);
  t.strictSame(color('rgb(50% 20% 10%)'), [128, 51, 26, 1]);
  t.strictSame(color('rgb(300, -20, 0)'), [255, 0, 0, 1]);
  t.strictSame(color('hsl(120deg 50% 50%)'), [64, 191, 64, 1]);
  t.strictSame(color('hwb(120 10% 20%)'), [26, 204, 26, 1]);
  t.strictSame(color('transparent'), [0, 0, 0, 0]);
});

// Expected values: recorded in Chromium.
t.test('device-independent colors', async (t) => {
  t.strictSame(color('lab(50% 20 30)'), [161, 105, 69, 1]);
  t.strictSame(color('lch(50% 30 120)'), [105, 126, 73, 1]);
  t.strictSame(color('oklab(0.5 0.1 -0.1)'), [129, 69, 154, 1]);
  t.strictSame(color('oklch(60% 0.15 50)'), [196, 96, 22, 1]);
  t.strictSame(color('oklch(60% none 50)'), [128, 128, 128, 1]);
  t.strictSame(color('color(srgb 0.5 0.5 1)'), [128, 128, 255, 1]);
  t.strictSame(color('color(srgb-linear 0.2 0.2 0.4)'), [124, 124, 170, 1]);
  t.strictSame(color('color(display-p3 0 1 0)'), [0, 255, 0, 1], 'cut to the gamut');
});

t.test('keywords of other colors', async (t) => {
  t.strictSame(color('currentColor'), [1, 2, 3, 1]);
  t.strictSame(color('CanvasText'), [0, 0, 0, 1]);
  t.strictSame(color('LinkText'), [0, 0, 238, 1]);
  t.strictSame(color('light-dark(red, blue)'), [255, 0, 0, 1], 'paper is light');
});

t.test('device-cmyk() is converted to sRGB, and keeps its inks', async (t) => {
  const inks = (text: string) => computed(`background-color: ${text}`)['background-color'].cmyk;
  // The example of the specification.
  t.strictSame(color('device-cmyk(0 81% 81% 30%)'), [179, 34, 34, 1]);
  t.strictSame(inks('device-cmyk(0 81% 81% 30%)'), [0, 0.81, 0.81, 0.3]);
  t.strictSame(color('device-cmyk(0 0 0 1 / 50%)'), [0, 0, 0, 0.5]);
  t.strictSame(inks('device-cmyk(-1 200% none calc(0.5 / 2))'), [0, 1, 0, 0.25], 'components are clamped');
  t.strictSame(inks('DEVICE-CMYK(0, 0.5, 1, 0)'), [0, 0.5, 1, 0], 'the legacy syntax');
  t.strictSame(inks('red'), undefined);
  t.strictSame(color('color-mix(in srgb, device-cmyk(0 0 0 1), white)'), [128, 128, 128, 1]);
  t.strictSame(inks('color-mix(in srgb, device-cmyk(0 0 0 1), white)'), undefined, 'conversions are mixed');
  t.strictSame(inks('light-dark(device-cmyk(0 1 0 0), red)'), [0, 1, 0, 0]);
  t.strictSame(inks('light-dark(red, color(prophoto-rgb 9.5 9 none))'), undefined, 'no inks');
});

t.test('device-cmyk() in shorthands and lists', async (t) => {
  const border = computed('border: 1px solid device-cmyk(0 0 0 1); border-left-color: black');
  t.strictSame(border['border-top-color'].cmyk, [0, 0, 0, 1]);
  t.strictSame(border['border-left-color'].cmyk, undefined);
  const { 'border-top-color': top, 'border-right-color': right } = computed(
    'border-color: device-cmyk(0 0 0 1) device-cmyk(1 1 1 1)',
  );
  t.strictSame(
    [top.cmyk, right.cmyk],
    [
      [0, 0, 0, 1],
      [1, 1, 1, 1],
    ],
    'with one conversion',
  );
  t.strictSame(computed('--ink: device-cmyk(0 0 1 0); color: var(--ink)').color.cmyk, [0, 0, 1, 0]);
  t.strictSame(computed('--k: 50%; color: device-cmyk(0 0 0 var(--k))').color.cmyk, [0, 0, 0, 0.5]);
});

t.test('an invalid device-cmyk() makes the declaration invalid', async (t) => {
  for (const text of ['0 0 0', '0 0 0 1 1', '0, 0 0, 1', '0%, 0%, 0%, 1%', '0 0 0 1 /', 'red 0 0 0'])
    t.match(diagnosed(`color: device-cmyk(${text})`), [/^InvalidCss /], text);
  t.strictSame(diagnosed('color: color(--press 0 0 0 1)'), [], 'a profile may be declared elsewhere');
});

t.test('mixed and relative colors', async (t) => {
  t.strictSame(color('color-mix(in srgb, red 25%, blue)'), [64, 0, 191, 1]);
  t.strictSame(color('rgb(from red r g 255)'), [255, 0, 255, 1]);
});

t.test('colors of the text color, in every place of a color', async (t) => {
  const mix = 'color-mix(in srgb, currentcolor, white)';
  const at = (css: string) => computed(css, 'color: rgb(0, 128, 0)');
  const light = { r: 127.5, g: 191.5, b: 127.5, a: 1 };
  t.match(at(`background-color: ${mix}`)['background-color'], light);
  t.match(at(`background: ${mix} no-repeat`)['background-color'], light);
  t.match(at(`border: 3px solid ${mix}`)['border-left-color'], light);
  t.match(at(`border-color: ${mix} red`)['border-top-color'], light);
  t.match(at(`box-shadow: 0 0 0 3px ${mix}`)['box-shadow'][0]!.color, light);
  t.match(at(`background: linear-gradient(90deg, ${mix}, red)`)['background-image'], [
    { stops: [{ color: light }, {}] },
  ]);
  t.match(at(`color: ${mix}`).color, light, 'of the parent');
  t.match(at(`background: light-dark(${mix}, red)`)['background-color'], light);
  t.match(at('background: color-mix(in srgb, red, color-mix(in srgb, currentcolor, white))')['background-color'], {
    g: 95.75,
  });
  t.match(at('background: rgb(from currentcolor r g b / 50%)')['background-color'], { g: 128, a: 0.5 });
  t.match(at('background: color(from currentcolor srgb b r g)')['background-color'], { b: 128, g: 0 });
});

t.test('color keywords of WebKit', async (t) => {
  t.strictSame(color('-webkit-link'), [0, 0, 238, 1]);
  t.match(computed('outline: 5px auto -webkit-focus-ring-color'), {
    'outline-style': 'auto',
    'outline-color': { r: 16, g: 16, b: 16, a: 1 },
  });
});

t.test('percentages and channels of mixed and relative colors may be calculated', async (t) => {
  t.strictSame(color('color-mix(in srgb, red calc(1 * 25%), blue)'), [64, 0, 191, 1]);
  t.strictSame(color('color-mix(in srgb, red min(25%, 40%), blue)'), [64, 0, 191, 1]);
  t.strictSame(color('color-mix(in srgb, red calc(-1 * 25%), blue)'), [0, 0, 255, 1], 'clamped');
  t.strictSame(color('color-mix(in srgb, red calc(10%), blue 10%)'), [128, 0, 128, 0.2]);
  t.strictSame(color('color-mix(in srgb, canvas, canvastext)'), [128, 128, 128, 1]);
  t.strictSame(color('color-mix(red calc(50%), blue)'), color('color-mix(in oklab, red, blue)'), 'oklab by default');
  t.strictSame(color('hsl(from red calc(h + 120) s l)'), [0, 255, 0, 1]);
  t.strictSame(color('oklch(from canvastext calc(l + 1) c h)'), [255, 255, 255, 1]);
  t.strictSame(color('rgb(from canvas calc(r / 5) none 50% / calc(alpha * .5))'), [51, 0, 128, 0.5]);
  t.strictSame(color('contrast-color(yellow)'), [0, 0, 0, 1]);
  t.strictSame(color('contrast-color(navy)'), [255, 255, 255, 1]);
});

t.test('mixed and relative colors that are none', async (t) => {
  for (const text of [
    'color-mix(in srgb, currentcolor 120%, red)',
    'color-mix(in srgb, currentcolor 0%, red 0%)',
    'color-mix(in srgb longer hue, currentcolor, red)',
    'color-mix(in srgb, currentcolor)',
    'rgb(from currentcolor r g)',
    'rgb(from currentcolor r g l)',
    'hsl(from currentcolor h s l / calc(1px))',
    'contrast-color()',
  ])
    t.match(diagnosed(`color: ${text}`)[0], /^InvalidCss color: /, text);
});

t.test('a named color in component values', async (t) => {
  t.strictSame(computed('column-rule: 1px solid teal')['column-rule-color'], { r: 0, g: 128, b: 128, a: 1 });
});

t.test('invalid colors', async (t) => {
  for (const text of ['#12', 'rgb(1 2)', 'reddish', 'hsl(1, 2, 3, 4, 5)']) {
    t.match(diagnosed(`color: ${text}`)[0], /^(InvalidCss|UnsupportedValue) color: /, text);
  }
});

// Expected values: recorded in Chromium.
t.test('missing components of hsl() and hwb()', async (t) => {
  t.strictSame(color('hsl(none 100% 50%)'), [255, 0, 0, 1]);
  t.strictSame(color('hsl(120 none 50%)'), [128, 128, 128, 1]);
  t.strictSame(color('hsl(120 80% none)'), [0, 0, 0, 1]);
  t.strictSame(color('hwb(none 50% 0% / 50%)'), [255, 128, 128, 0.5]);
  t.strictSame(color('hwb(120 50% none / 50%)'), [128, 255, 128, 0.5]);
  t.strictSame(color('color-mix(in srgb, hsl(120 none 50%), currentcolor 0%)'), [128, 128, 128, 1]);
});

t.test('the linear space of display-p3', async (t) => {
  t.strictSame(color('color(display-p3-linear 0 0 0)'), [0, 0, 0, 1]);
  t.strictSame(color('color(display-p3-linear 1 1 0.0895)'), [255, 255, 0, 1]);
  t.strictSame(color('color(display-p3-linear 0.183382 0.245634 0.082317 / 50%)'), [114, 137, 73, 0.5]);
  t.strictSame(color('color-mix(in display-p3-linear, white, black)'), [188, 188, 188, 1]);
});

t.test('math functions that mix units in components', async (t) => {
  t.strictSame(color('rgb(calc(100 * sign(1em - 1px)) 128 0)'), [100, 128, 0, 1]);
  t.strictSame(color('rgb(calc(100 * sign(1em - 1px)), 128, 0, 50%)'), [100, 128, 0, 0.5]);
  t.strictSame(color('hsl(calc(120deg * sign(1em - 1px)) 100% 25%)'), [0, 128, 0, 1]);
  t.strictSame(color('color(srgb 0 calc(0.5 * sign(1em)) 0 / calc(sign(2px)))'), [0, 128, 0, 1]);
  t.strictSame(diagnosed('color: rgb(calc(1px * sign(1em)) 0 0)').length, 1, 'a length is no component');
});

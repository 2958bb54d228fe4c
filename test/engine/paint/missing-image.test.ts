import t from 'tap';
import { painted } from './painted.js';

const SHEET = 'path #979797';
const FRAME = 'path #c0c0c0';

t.test('a missing image has an icon, in a frame where it has a size', async (t) => {
  const paths = (img: string) => painted(`<p>${img}</p>`).filter((item) => item === SHEET || item === FRAME);
  t.strictSame(paths('<img src="none.png">'), [SHEET, SHEET]);
  t.strictSame(paths('<img src="" width="50" height="20">'), [FRAME, SHEET, SHEET]);
  t.strictSame(paths('<img src="" width="50" height="20" style="border:1px solid">'), [SHEET, SHEET]);
  t.strictSame(paths('<img src="" width="10" height="10">'), [FRAME], 'it is too small');
  t.strictSame(paths('<img src="">'), []);
});

t.test('an image that names no file has a frame and no icon', async (t) => {
  const sized = (attributes: string) =>
    painted(`<p><img ${attributes} width="50" height="30"></p>`).filter((item) => item === SHEET || item === FRAME);
  for (const attributes of ['', 'alt=""', 'src=" "']) t.strictSame(sized(attributes), [FRAME], attributes);
  for (const attributes of ['src=""', 'alt="" src="none.png"', 'srcset="none.png 2x"'])
    t.strictSame(sized(attributes), [FRAME, SHEET, SHEET], attributes);
});

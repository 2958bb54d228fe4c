import { png } from './png.js';
import { Words } from './words.js';

const STYLE = `@page { size: A4; margin: 22mm 20mm }
body { margin: 0; font: 10.5pt/1.45 Arial, sans-serif }
h1 { font-size: 22pt; margin: 0 0 6mm; break-before: page }
h1:first-child { break-before: auto }
h2 { font-size: 14pt; margin: 6mm 0 3mm; break-after: avoid }
p { margin: 0 0 3mm; orphans: 2; widows: 2 }
figure { margin: 4mm 0; break-inside: avoid }
figure img { width: 100%; height: 60mm; display: block }
figcaption { font-size: 8.5pt; color: #555; margin-top: 1mm }
aside { float: right; width: 55mm; margin: 1mm 0 3mm 6mm; padding: 3mm; background: #eef3f7; border-left: 1mm solid #2b6a99; font-size: 9pt }
table { width: 100%; border-collapse: collapse; margin: 3mm 0 }
th, td { border: .2mm solid #bbb; padding: 1mm 2mm; text-align: left }
a { color: #2b6a99 }`;

const CHAPTERS = 10;

/** Some 30 pages: chapters of text, a picture, an aside and a table each. */
export function report(seed: number): string {
  const words = new Words(seed);
  const row = () =>
    `<tr><td>${words.phrase(2)}</td><td>${words.money()}</td><td>${words.money()}</td><td>${words.phrase(1)}</td></tr>`;
  const chapters = Array.from(
    { length: CHAPTERS },
    (
      _,
      i,
    ) => `<h1 id="c${i}">${i + 1} ${words.phrase(3)}</h1><p>${words.sentences(6)}</p><aside>${words.sentences(3)}</aside>
<p>${words.sentences(8)}</p><p>${words.sentences(9)} See <a href="#c${words.below(CHAPTERS)}">another chapter</a>.</p>
<h2>${words.phrase(2)}</h2><p>${words.sentences(10)}</p>
<figure><img alt="${words.phrase(3)}" src="${picture(words)}"><figcaption>${words.sentences(1)}</figcaption></figure>
<p>${words.sentences(9)}</p><h2>${words.phrase(2)}</h2><p>${words.sentences(12)}</p><p>${words.sentences(10)}</p>
<table><thead><tr><th>Region</th><th>Sales</th><th>Costs</th><th>Lead</th></tr></thead><tbody>${Array.from({ length: 14 }, row).join('')}</tbody></table>
<p>${words.sentences(11)}</p><p>${words.sentences(8)}</p><p>${words.sentences(9)}</p>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Report ${seed}</title><style>${STYLE}</style></head><body>${chapters.join('\n')}</body></html>`;
}

const WIDTH = 480;
const HEIGHT = 180;

/** A PNG of smooth colours as a `data:` URL. */
function picture(words: Words): string {
  const [red, green, blue] = [words.below(256), words.below(256), words.below(256)];
  const pixels = Buffer.alloc(HEIGHT * (1 + 3 * WIDTH));
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const at = y * (1 + 3 * WIDTH) + 1 + 3 * x;
      pixels[at] = red + x / 4;
      pixels[at + 1] = green + y / 2;
      pixels[at + 2] = blue + (x ^ y) / 8;
    }
  }
  return `data:image/png;base64,${png(WIDTH, HEIGHT, pixels).toString('base64')}`;
}

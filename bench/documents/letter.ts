import { Words } from './words.js';

const STYLE = `@page { size: A4; margin: 25mm 22mm }
body { margin: 0; font: 11pt/1.4 'Times New Roman', serif }
.sender { float: right; width: 60mm; text-align: right; font: 9pt Arial, sans-serif }
.address { clear: both; margin: 12mm 0 10mm; line-height: 1.25 }
.date { text-align: right }
.subject { font-weight: bold; margin: 8mm 0 4mm }
p { margin: 0 0 3mm; text-align: justify; hyphens: none }
li { margin-bottom: 1mm }
.signature { margin-top: 14mm; border-top: .3mm solid #999; width: 50mm; padding-top: 1mm; font-size: 9pt }
section + section { break-before: page }`;

/** One page. */
export const letter = (seed: number): string => page(`Letter ${seed}`, body(new Words(seed)));

/** A letter to each recipient, in one file. */
export function mailMerge(recipients: number, seed: number): string {
  const words = new Words(seed);
  return page('Mail merge', Array.from({ length: recipients }, () => `<section>${body(words)}</section>`).join('\n'));
}

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body>${content}</body></html>`;

const body = (
  words: Words,
): string => `<div class="sender"><b>${words.phrase(2)} &amp; Sons</b><br>${words.below(90)} ${words.phrase(1)} road<br>${words.phrase(1)}</div>
<div class="address">${words.phrase(2)}<br>${words.below(300)} ${words.phrase(2)} street<br>${words.phrase(1)} ${words.below(90_000)}</div>
<div class="date">${words.date()}</div><div class="subject">Your contract ${words.below(900_000)}</div>
<p>Dear ${words.phrase(2)},</p><p>${words.sentences(4)}</p><p>${words.sentences(5)}</p>
<ol><li>${words.sentences(1)}</li><li>${words.sentences(1)}</li><li>${words.sentences(1)}</li></ol>
<p>${words.sentences(4)}</p><p>Yours sincerely</p><div class="signature">${words.phrase(2)}</div>`;

/** Reads the words of a printed PDF from MuPDF's structured text (`mutool draw -F stext`). */

const PX_PER_PT = 96 / 72;

/** Page (0-based), left edge and baseline in px from the corner of the page, text. */
export type Word = [page: number, x: number, y: number, text: string];

export function readWords(stext: string): Word[] {
  const found: Word[] = [];
  stext
    .split('<page ')
    .slice(1)
    .forEach((page, index) => {
      for (const line of page.split('<line ').slice(1)) {
        let word: Word | undefined;
        for (const [, x, y, character] of line.matchAll(/<char [^>]*?\bx="([^"]+)" y="([^"]+)"[^>]*? c="([^"]*)"/g)) {
          if (!character?.trim()) {
            word = undefined;
          } else if (word) {
            word[3] += character;
          } else {
            word = [index, px(x), px(y), character];
            found.push(word);
          }
        }
      }
    });
  return found;
}

function px(pt: string | undefined): number {
  return Math.round(Number(pt) * PX_PER_PT * 100) / 100;
}

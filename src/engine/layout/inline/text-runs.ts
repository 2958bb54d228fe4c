/** The runs of a text fragment. */

import type { ShapedText } from '../../text/types.js';
import type { PhysicalTextFragment, TextFragment, TextRun } from '../algorithm/fragment.js';

/** The runs of a fragment in visual order, left to right. That of a whole shape result is made here, when it is painted. */
export function runsOf({ content }: Pick<TextFragment | PhysicalTextFragment, 'content'>): readonly TextRun[] {
  return 'advances' in content ? [plainRun(content)] : content;
}

/** Whether a fragment has right-to-left text. */
export function isRightToLeft({ content }: Pick<PhysicalTextFragment, 'content'>): boolean {
  return !('advances' in content) && content.some(({ rtl }) => rtl);
}

/** @param shaped  of one plain run, all of which is in the fragment */
function plainRun(shaped: ShapedText): TextRun {
  const { text, advances } = shaped;
  const end = text.length;
  const run = shaped.runs[0]!;
  return {
    text,
    face: run.face,
    rtl: false,
    x: 0,
    width: advances[end]!,
    justify: 0,
    incomplete: !run.complete,
    features: undefined,
    shaped: { shaped, run, start: 0, end, startsLine: true, endsLine: false },
    clusters: undefined,
    uprights: undefined,
  };
}

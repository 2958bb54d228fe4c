/** `text-transform` over the texts of a document in order, since `capitalize` looks at the text before. */

import type { ComputedStyle } from '../css/properties/table.js';
import { transformText } from '../text/transform.js';

export interface TextMapper {
  map(text: string, transform: ComputedStyle['text-transform'], language: string): string;
  /** A box begins or ends a line of its own: the next text is not in the middle of a word. */
  endOfContext(): void;
}

export function createTextMapper(): TextMapper {
  let previous = '';
  return {
    map(text, transform, language) {
      const result = transformText(text, transform, language, previous);
      previous = text;
      return result;
    },
    endOfContext() {
      previous = '';
    },
  };
}

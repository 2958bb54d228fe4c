/** Applies `text-transform` to texts in document order, as `capitalize` depends on the preceding text. */

import type { ComputedStyle } from '../css/properties/table.js';
import { transformText } from '../text/transform.js';

export interface TextMapper {
  map(text: string, transform: ComputedStyle['text-transform'], language: string): string;
  /** Marks a line boundary: the next text does not continue a word. */
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

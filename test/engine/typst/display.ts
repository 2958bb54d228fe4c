/** Small display lists. */

import { type DocumentMetadata, NO_METADATA } from '../../../src/engine/html/metadata.js';
import type { DisplayItem, DisplayList, Tag, TagItem, TextItem } from '../../../src/engine/paint/display-list.js';
import { loadFonts } from '../../../src/fonts/fonts.js';

export const fonts = loadFonts({ packages: ['@expo-google-fonts/arimo'] });
export const arimo = fonts.find(({ id }) => id === 'Arimo-Regular')!;

export const BLACK = { r: 0, g: 0, b: 0, a: 1 };
export const RED = { r: 255, g: 0, b: 0, a: 1 };

export function text(content: string, options: Partial<TextItem> = {}): TextItem {
  return {
    kind: 'text',
    x: 10,
    y: 20,
    width: 100,
    text: content,
    face: arimo,
    size: 16,
    color: BLACK,
    letterSpacing: 0,
    wordSpacing: 0,
    features: [],
    rtl: false,
    language: undefined,
    shaped: undefined,
    clusters: undefined,
    underlines: undefined,
    stroke: undefined,
    ...options,
  };
}

export const tagged = (tag: Tag, ...children: DisplayItem[]): TagItem => ({ kind: 'tag', tag, children, order: 0 });

/** As metadata, in every place that text of an author has in it. */
export const titled = (text: string): DocumentMetadata => ({
  title: text,
  authors: [text],
  description: text,
  keywords: [text],
});

export function list(items: readonly DisplayItem[], options: Partial<DisplayList> = {}): DisplayList {
  return {
    pages: [{ width: 400, height: 300, items }],
    metadata: NO_METADATA,
    language: undefined,
    faces: new Set([arimo]),
    ...options,
  };
}

/** The box tree while it is being built: one node per element, text or generated piece, not yet fixed up. */

import type { FrameChange } from '../css/compute/frames.js';
import type { PseudoName } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { UrlReference } from '../css/values/values.js';
import type { ElementNode } from '../html/dom.js';
import type { Bookmark } from './bookmarks.js';
import type { Footnote } from './footnotes.js';
import type { RunningElement } from './running.js';
import type {
  AppliedDecoration,
  BlockBox,
  ImageResource,
  InlineAncestor,
  NamedString,
  OrthogonalRoom,
  ReplacedContent,
} from './tree.js';

export type RawNode = RawBox | RawText | RawBreak | RawReplaced;

interface RawBase {
  /** See BoxBase. */
  readonly inlineAncestors?: readonly InlineAncestor[];
  readonly style: ComputedStyle;
  readonly element: ElementNode;
  readonly origin: PseudoName | 'anonymous' | undefined;
  /** A block that splits the inline box it stands in. */
  readonly splitsInline?: boolean;
  /** See BoxBase. */
  readonly bookmark?: Bookmark;
  readonly strings?: readonly NamedString[];
}

export interface RawBox extends RawBase {
  readonly kind: 'box';
  children: RawNode[];
  /** Content of the outside marker of a list item. */
  marker?: RawBox;
  /** Parts of an inline box that a block inside it split: no start or end edge on the side that goes on. */
  continuesBefore?: boolean;
  continuesAfter?: boolean;
  /** See BlockBox. */
  readonly baseline?: BlockBox['baseline'];
  readonly roundsUpWidth?: true;
  readonly isRubyPair?: boolean;
  readonly running?: RunningElement;
  readonly footnote?: Footnote;
  /** A page-margin box: `vertical-align` is for its content, as it is in cells. */
  readonly isMarginBox?: boolean;
  readonly frames?: FrameChange;
  /** The one child has the content, in another frame. */
  readonly turned?: 'orthogonal' | 'parallel';
  /** Of such a box: the style of its element, of which it has a part. */
  readonly computedStyle?: ComputedStyle;
  /** See BlockBox. */
  readonly squeezes?: boolean;
  readonly room?: OrthogonalRoom;
}

export interface RawText extends RawBase {
  readonly kind: 'text';
  readonly text: string;
  readonly decorations: readonly AppliedDecoration[];
  /** See TextBox. */
  readonly isLeader?: true;
}

export interface RawBreak extends RawBase {
  readonly kind: 'break';
  readonly forced: boolean;
}

export interface RawReplaced extends RawBase {
  readonly kind: 'replaced';
  readonly content: ReplacedContent;
  readonly naturalWidth: number | undefined;
  readonly naturalHeight: number | undefined;
  readonly naturalRatio: number | undefined;
}

/** Where images come from. No I/O: the caller has the bytes at hand. */
export interface Resources {
  /** @returns the image behind a URL that is no `data:` URL, or why there is none. */
  image(reference: UrlReference): ImageResource | ImageFailure;
  /** Reads an image's header, within the limits. */
  read(bytes: Uint8Array): ImageResource | ImageFailure;
}

export interface ImageFailure {
  readonly failure: 'blocked' | 'missing' | 'broken';
  readonly message: string;
}

export function isInlineLevel(node: RawNode): boolean {
  if (node.kind === 'text' || node.kind === 'break') return true;
  return isInlineDisplay(node.style.display) && !isOutOfFlow(node) && !isFloating(node);
}

function isInlineDisplay(display: ComputedStyle['display']): boolean {
  return display.startsWith('inline') || display.startsWith('ruby');
}

/** A non-atomic inline box: its children take part in the line. */
export function isInlineBox(node: RawNode): node is RawBox {
  return (
    node.kind === 'box' &&
    (node.style.display === 'inline' ||
      node.style.display === 'inline-list-item' ||
      node.style.display.startsWith('ruby')) &&
    !isOutOfFlow(node) &&
    !isFloating(node)
  );
}

export function isOutOfFlow(node: RawNode): boolean {
  return node.kind !== 'text' && (node.style.position === 'absolute' || node.style.position === 'fixed');
}

export function isFloating(node: RawNode): boolean {
  return node.kind !== 'text' && (node.style.float === 'left' || node.style.float === 'right') && !isOutOfFlow(node);
}

/** Text that collapses to nothing between blocks. */
export function isCollapsibleSpace(node: RawNode): boolean {
  if (node.kind !== 'text' || node.isLeader || !/^[ \t\n\r\f]*$/.test(node.text)) return false;
  const collapse = node.style['white-space-collapse'];
  return collapse === 'collapse' || (collapse === 'preserve-breaks' && !node.text.includes('\n'));
}

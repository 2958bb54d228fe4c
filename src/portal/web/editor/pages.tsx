/** The pages of a preview: drawn by pdf.js when they are in view; the last ones stay until the new ones are drawn. */

import { type RefObject, useEffect, useRef, useState } from 'react';
import { openPdf, type Pdf } from '../pdf.js';
import type { Preview } from '../requests.js';
import { hasBox } from './element-boxes.js';
import { Page } from './page.js';
import { PageStrip } from './page-strip.js';
import type { Shown } from './shown.js';

interface PagesProps {
  readonly preview: Preview | undefined;
  /** CSS px of the screen per px of the page; 0: as wide as there is space. */
  readonly zoom: number;
  /** Offsets of the elements that the cursor is in, innermost first; the boxes of the first that has any are marked. */
  readonly cursor: readonly number[];
  /** Called with the offset of the element that was clicked. */
  readonly onPick?: (offset: number) => void;
  /** Called when a preview is on the screen. */
  readonly onDrawn?: () => void;
}

const GAP = 24;

export function Pages({ preview, zoom, cursor, onPick, onDrawn }: PagesProps) {
  const shown = useShown(preview);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const boxes = shown?.preview.boxes ?? [];
  const widest = Math.max(1, ...boxes.map((page) => page.width));
  const marked = cursor.find((offset) => boxes.some((page) => hasBox(page.boxes, offset)));
  const scale = zoom || Math.max(0.1, Math.min(1.6, (width - 2 * GAP) / widest));
  const go = (index: number) => {
    const page = frame.current!.children[index] as HTMLElement | undefined;
    frame.current!.scrollTop = page ? page.offsetTop - GAP : 0;
  };
  const pages = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div ref={frame} className="pages" tabIndex={0} role="region" aria-label="Preview">
      {shown &&
        width > 0 &&
        boxes.map((_, index) => (
          <Page
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
            key={index}
            shown={shown}
            index={index}
            scale={scale}
            marked={marked}
            {...(onPick && { onPick })}
            {...(index === 0 && onDrawn && { onDrawn })}
          />
        ))}
    </div>
  );
  return (
    <div className="pages-body">
      {shown && boxes.length > 1 && <PageStrip shown={shown} onGo={go} />}
      {pages}
    </div>
  );
}

/** The latest preview whose PDF could be opened. */
function useShown(preview: Preview | undefined): Shown | undefined {
  const [shown, setShown] = useState<Shown>();
  const latest = useRef<Preview>(undefined);
  latest.current = preview;
  useEffect(() => {
    if (!preview) return;
    openPdf(preview.pdf.slice()).then(
      (pdf) => {
        if (latest.current !== preview) return void pdf.destroy();
        setShown({ preview, pdf });
      },
      () => undefined, // the last good pages stay
    );
  }, [preview]);
  const replaced = useRef<Pdf>(undefined);
  useEffect(() => {
    const before = replaced.current;
    replaced.current = shown?.pdf;
    // Pages of the former one may still be drawn.
    if (before && before !== shown?.pdf) setTimeout(() => void before.destroy(), 2000);
  }, [shown]);
  return shown;
}

/** The width of an element, in whole CSS px. */
function useWidth(frame: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

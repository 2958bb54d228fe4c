/** The pages of a preview: drawn by pdf.js when they are in view; the last ones stay until the new ones are drawn. */

import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { drawPage, openPdf, type Pdf } from '../pdf.js';
import type { Preview } from '../requests.js';
import { PageStrip } from './page-strip.js';

export interface Shown {
  readonly preview: Preview;
  readonly pdf: Pdf;
}

export interface PagesProps {
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
  const [shown, setShown] = useState<Shown>();
  const [width, setWidth] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
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

interface PageProps {
  readonly shown: Shown;
  readonly index: number;
  readonly scale: number;
  /** Offset of the element whose boxes are marked. */
  readonly marked: number | undefined;
  readonly onPick?: (offset: number) => void;
  readonly onDrawn?: () => void;
}

function Page({ shown, index, scale, marked, onPick, onDrawn }: PageProps) {
  const { width, height, boxes } = shown.preview.boxes[index]!;
  const frame = useRef<HTMLDivElement>(null);
  const [isVisible, setVisible] = useState(index === 0);
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;
  useEffect(() => {
    // The margin is one of what scrolls: beyond any other root's clip nothing intersects.
    const root = frame.current!.closest('.pages');
    const near = { root, rootMargin: '400px' };
    const observer = new IntersectionObserver(([entry]) => setVisible(entry!.isIntersecting), near);
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isVisible) return;
    let isOld = false;
    drawPage(shown.pdf, index, scale * Math.min(2, devicePixelRatio)).then(
      (canvas) => {
        if (isOld) return;
        canvas.className = 'page-canvas';
        const holder = frame.current!.querySelector('.page-holder')!;
        holder.replaceChildren(canvas);
        drawn.current?.();
      },
      () => undefined, // replaced while it was drawn
    );
    return () => {
      isOld = true;
    };
  }, [shown, index, scale, isVisible]);
  const pick = (event: MouseEvent<HTMLElement>) => {
    const area = event.currentTarget.getBoundingClientRect();
    const offset = elementAt(boxes, (event.clientX - area.left) / scale, (event.clientY - area.top) / scale);
    if (offset !== undefined) onPick?.(offset);
  };
  return (
    <figure className="page" data-page={index + 1}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the editor itself is the way by keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse */}
      <div ref={frame} className="page-paper" style={{ width: width * scale, height: height * scale }} onClick={pick}>
        <div className="page-holder" />
        {marked !== undefined &&
          boxesOf(boxes, marked).map((box) => (
            <span
              key={box.join(' ')}
              className="page-box"
              style={{ left: box[0] * scale, top: box[1] * scale, width: box[2] * scale, height: box[3] * scale }}
            />
          ))}
      </div>
      <figcaption>
        Page {index + 1} of {shown.preview.pages}
      </figcaption>
    </figure>
  );
}

type Box = readonly [x: number, y: number, width: number, height: number];
const FIELDS = 5;

/** The offset of the smallest box at a point. */
function elementAt(boxes: readonly number[], x: number, y: number): number | undefined {
  let best: number | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < boxes.length; at += FIELDS) {
    const [left, top, width, height] = [boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!, boxes[at + 4]!];
    const isInside = x >= left && y >= top && x <= left + width && y <= top + height;
    if (!isInside || width * height > smallest) continue;
    best = boxes[at]!;
    smallest = width * height;
  }
  return best;
}

/** Whether the element that begins at an offset is on a page. */
function hasBox(boxes: readonly number[], start: number): boolean {
  for (let at = 0; at < boxes.length; at += FIELDS) if (boxes[at] === start) return true;
  return false;
}

/** The boxes of the element that begins at an offset. */
function boxesOf(boxes: readonly number[], start: number): Box[] {
  const found: Box[] = [];
  for (let at = 0; at < boxes.length; at += FIELDS) {
    if (boxes[at] === start) found.push([boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!, boxes[at + 4]!]);
  }
  return found.slice(0, 200);
}

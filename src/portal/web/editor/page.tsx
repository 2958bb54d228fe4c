/** One page of a preview, drawn when it is nearly in view. */

import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { drawPage } from '../pdf.js';
import { boxesOf, elementAt } from './element-boxes.js';
import type { Shown } from './shown.js';

interface PageProps {
  readonly shown: Shown;
  readonly index: number;
  readonly scale: number;
  /** Offset of the element whose boxes are marked. */
  readonly marked: number | undefined;
  readonly onPick?: (offset: number) => void;
  readonly onDrawn?: () => void;
}

export function Page({ shown, index, scale, marked, onPick, onDrawn }: PageProps) {
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

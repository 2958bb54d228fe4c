/** Small pictures of the pages of a preview, to go to one of them. */

import { useEffect, useRef, useState } from 'react';
import { drawPage } from '../pdf.js';
import type { Shown } from './shown.js';

interface StripProps {
  readonly shown: Shown;
  /** Called with the index of the page. */
  readonly onGo: (index: number) => void;
}

/** CSS px. */
const WIDTH = 56;
/** Milliseconds after the last new preview: the pages themselves come first. */
const PAUSE = 400;

export function PageStrip({ shown, onGo }: StripProps) {
  return (
    <nav className="page-strip" aria-label="Go to a page">
      {shown.preview.boxes.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
        <Small key={index} shown={shown} index={index} onGo={onGo} />
      ))}
    </nav>
  );
}

function Small({ shown, index, onGo }: StripProps & { readonly index: number }) {
  const frame = useRef<HTMLButtonElement>(null);
  const [isVisible, setVisible] = useState(false);
  const { width, height } = shown.preview.boxes[index]!;
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setVisible(entry!.isIntersecting));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isVisible) return;
    const timer = setTimeout(() => {
      drawPage(shown.pdf, index, (WIDTH / width) * Math.min(2, devicePixelRatio)).then(
        (canvas) => frame.current?.querySelector('.page-small')?.replaceChildren(canvas),
        () => undefined, // replaced while it was drawn
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [shown, index, width, isVisible]);
  return (
    <button ref={frame} type="button" aria-label={`Page ${index + 1}`} onClick={() => onGo(index)}>
      <span className="page-small" style={{ width: WIDTH, height: (WIDTH / width) * height }} />
      <span aria-hidden="true">{index + 1}</span>
    </button>
  );
}

/** Pictures of first pages, drawn when they scroll into view. */

import { useEffect, useRef, useState } from 'react';
import { api, previewOf } from './api.js';
import { drawPage, openPdf } from './pdf.js';
import { ApiError, type PreviewRequest } from './requests.js';

/** One at a time: they wait in the lane of previews. */
let queue: Promise<unknown> = Promise.resolve();
const pictures = new Map<string, Promise<string>>();
const WIDTH = 420;
const ATTEMPTS = 5;

async function preview(request: PreviewRequest) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await api.preview(request);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503 || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfter * 1000));
    }
  }
}

async function draw(load: () => Promise<PreviewRequest>): Promise<string> {
  const { pdf: bytes, boxes } = await preview(await load());
  const pdf = await openPdf(bytes);
  try {
    const canvas = await drawPage(pdf, 0, WIDTH / (boxes[0]?.width ?? WIDTH));
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    return blob ? URL.createObjectURL(blob) : '';
  } finally {
    void pdf.destroy();
  }
}

function pictureOf(key: string, load: () => Promise<PreviewRequest>): Promise<string> {
  const known = pictures.get(key);
  if (known) return known;
  const picture = queue.then(() => draw(load));
  queue = picture.catch(() => undefined);
  pictures.set(key, picture);
  picture.catch(() => pictures.delete(key));
  return picture;
}

/** @param id  of the picture, for its cache */
export function Thumbnail({ id, load }: { readonly id: string; readonly load: () => Promise<PreviewRequest> }) {
  const frame = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<{ url: string } | 'failed'>();
  const loader = useRef(load);
  loader.current = load;
  useEffect(() => {
    let isGone = false;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      pictureOf(id, () => loader.current()).then(
        (url) => isGone || setState({ url }),
        () => isGone || setState('failed'),
      );
    });
    observer.observe(frame.current!);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [id]);
  return (
    <div ref={frame} className="thumb-frame">
      {state === undefined && <span className="spinner" aria-hidden="true" />}
      {state === 'failed' && <span className="note">no preview</span>}
      {typeof state === 'object' && <img src={state.url} alt="" />}
    </div>
  );
}

export function TemplateThumbnail({ id, version }: { readonly id: string; readonly version: number }) {
  return <Thumbnail id={`${id} ${version}`} load={async () => previewOf(await api.template(id))} />;
}

/** Draws pages of PDFs with pdf.js, which is loaded when the first is drawn. */

import type { PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

let library: Promise<{ pdfjs: typeof import('pdfjs-dist'); worker: PDFWorker }> | undefined;

/** Loads pdf.js and starts its worker. */
export function loadPdfJs() {
  library ??= (async () => {
    const pdfjs = await import('pdfjs-dist');
    pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
    return { pdfjs, worker: new pdfjs.PDFWorker({ name: 'pdf' } as never) };
  })();
  return library;
}

export type Pdf = PDFDocumentProxy;

/** @param bytes  are transferred to the worker */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const { pdfjs, worker } = await loadPdfJs();
  return pdfjs.getDocument({ data: bytes, worker, isEvalSupported: false, useWasm: false, enableXfa: false }).promise;
}

/** @param pixels  device pixels per CSS px of the page (96 to the inch) */
export async function drawPage(pdf: Pdf, index: number, pixels: number): Promise<HTMLCanvasElement> {
  const page = await pdf.getPage(index + 1);
  const viewport = page.getViewport({ scale: (pixels * 96) / 72 });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport, background: '#ffffff' }).promise;
  return canvas;
}

/** Joins PDFs into one: uploaded ones, earlier renders and those in the request. */

import type { MergeTask } from '../pool/messages.js';
import { assetIds, imagesByUrl, UUID, unescaped } from './document.js';
import { type PdfCall, producePdf, type RenderResult } from './render.js';

const RENDER = new RegExp(`render:(${UUID})`, 'gi');

/** @throws ServiceError, ClientGone */
export function mergePdfs(call: PdfCall): Promise<RenderResult> {
  return producePdf(call, async () => ({ task: await prepareMerge(call) }));
}

/** The thread reads the list itself: what looks like a reference elsewhere in the body is read for nothing. */
async function prepareMerge({ body, bytes, account, services, hold = () => undefined }: PdfCall): Promise<MergeTask> {
  const { assets, files } = services.data;
  const { accountId } = account;
  const text = unescaped(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
  const renders = [...text.matchAll(RENDER)].map(([, id]) => id!.toLowerCase());
  const uploaded = await assets.load(accountId, assetIds([], bytes), hold);
  const rendered = await files.load(accountId, renders, hold);
  const byReference = [...rendered].map(([id, pdf]) => [`render:${id}`, pdf] as const);
  return {
    kind: 'merge',
    json: bytes,
    title: body.title ?? null,
    files: new Map([...imagesByUrl(uploaded), ...byReference]),
  };
}

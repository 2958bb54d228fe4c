/** Calls of the server of `platen preview`. */

import { call, type Preview, type PreviewRequest, readPreview, send } from '../requests.js';

/** The files as they are on the disk. */
export interface Files {
  readonly name: string;
  readonly source: string;
  /** JSON. */
  readonly data: string;
  readonly data_name: string | null;
  /** Why a file cannot be read. */
  readonly problem: string | null;
}

export interface OpenedFiles extends Files {
  readonly settings: {
    readonly locale?: string;
    readonly strict?: boolean;
    readonly standard?: readonly string[];
  };
}

/** A new text, and what the editor last knew to be on the disk. */
export interface Change {
  readonly text: string;
  readonly base: string;
}

export const files = {
  open: () => call<OpenedFiles>('GET', '/studio'),
  save: (body: { readonly source?: Change; readonly data?: Change }) => call<Files>('PUT', '/studio', { body }),
  preview: async (body: PreviewRequest, signal?: AbortSignal): Promise<Preview> =>
    readPreview(await send('POST', '/studio/preview', { body, ...(signal && { signal }) })),
};

/** Calls back with the files now and after each change, until the server ends. */
export async function follow(onFiles: (files: Files) => void, signal: AbortSignal): Promise<void> {
  const response = await send('GET', '/studio/changes', { signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) onFiles(JSON.parse(line));
  }
}

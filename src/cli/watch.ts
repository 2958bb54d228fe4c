/** Repeats work whenever the files it read have changed. */

import { type FSWatcher, watch } from 'node:fs';
import { ReadFiles } from './read-files.js';

/** Milliseconds without another event, as saving a file causes several. */
const QUIET_TIME = 50;

/**
 * @param work  records the files it reads
 * @param stop  ends the loop after the current run
 */
export async function repeatOnChange(work: (files: ReadFiles) => Promise<void>, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const files = new ReadFiles();
    await work(files);
    await changeOf(files, stop);
  }
}

/** Resolves when a file has changed since it was read, or when stopped. */
export async function changeOf(files: ReadFiles, stop: AbortSignal): Promise<void> {
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  const ended = new AbortController();
  await new Promise<void>((resolve, reject) => {
    const check = () => {
      try {
        follow();
        if (files.haveChanged || stop.aborted) resolve();
      } catch (error) {
        reject(error);
      }
    };
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(check, QUIET_TIME);
    };
    /** Starts new watchers: folders appear and disappear, and a watcher does not follow a replaced folder. */
    const follow = () => {
      for (const watcher of watchers.splice(0)) watcher.close();
      for (const folder of files.folders) watchers.push(watch(folder, settle).on('error', settle));
    };
    stop.addEventListener('abort', () => resolve(), { signal: ended.signal });
    check();
  }).finally(() => {
    ended.abort();
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  });
}

/** Does a piece of work again whenever the files that it read have changed. */

import { type FSWatcher, watch } from 'node:fs';
import { ReadFiles } from './read-files.js';

/** Milliseconds without another event: a save is several. */
const QUIET_TIME = 50;

/**
 * @param work  says what it reads
 * @param stop  ends it, once the work that is being done is done
 */
export async function repeatOnChange(work: (files: ReadFiles) => Promise<void>, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const files = new ReadFiles();
    await work(files);
    await changeOf(files, stop);
  }
}

/** Resolves when one of the files is not as it was read, or when it is stopped. */
async function changeOf(files: ReadFiles, stop: AbortSignal): Promise<void> {
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
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
    /** Anew each time: folders come and go, and a watcher of one that was replaced would hear nothing more. */
    const follow = () => {
      for (const watcher of watchers.splice(0)) watcher.close();
      for (const folder of files.folders) watchers.push(watch(folder, settle).on('error', settle));
    };
    stop.addEventListener('abort', () => resolve(), { once: true });
    check();
  }).finally(() => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  });
}

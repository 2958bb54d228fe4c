/** What stands beside the HTML file: from its folder and nowhere above it. */

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { AssetAnswer } from '../engine/document.js';

/** Symbolic links are followed first, so none leads out of the folder. */
export function folderAssets(folder: string): (url: string) => AssetAnswer {
  const root = realpathSync(folder);
  const inside = root.endsWith(sep) ? root : root + sep;
  return (url) => {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return undefined;
    try {
      const path = resolve(root, decodeURIComponent(url.replace(/[?#].*$/s, '')));
      // Nothing is told of what is outside, not even whether it is there.
      if (!path.startsWith(inside)) return 'blocked';
      const file = realpathSync(path);
      if (!file.startsWith(inside)) return 'blocked';
      // Nothing but a file: a pipe or a device would be waited for.
      return statSync(file).isFile() ? new Uint8Array(readFileSync(file)) : undefined;
    } catch {
      return undefined; // missing, unreadable or not a file name at all: the document reports it as missing
    }
  };
}

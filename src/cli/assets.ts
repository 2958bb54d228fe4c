/** Assets from the folder of the HTML file; nothing outside it is accessible. */

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { AssetAnswer } from '../engine/document.js';

/** Resolves symbolic links first, so that none leads out of the folder. */
export function folderAssets(folder: string): (url: string) => AssetAnswer {
  const root = realpathSync(folder);
  const inside = root.endsWith(sep) ? root : root + sep;
  return (url) => {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return undefined;
    try {
      const path = resolve(root, decodeURIComponent(url.replace(/[?#].*$/s, '')));
      // Reveals nothing about files outside, not even whether they exist.
      if (!path.startsWith(inside)) return 'blocked';
      const file = realpathSync(path);
      if (!file.startsWith(inside)) return 'blocked';
      // Regular files only: reading a pipe or device could block.
      return statSync(file).isFile() ? new Uint8Array(readFileSync(file)) : undefined;
    } catch {
      return undefined; // missing, unreadable or an invalid name: reported as missing
    }
  };
}

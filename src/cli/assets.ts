/** Assets from the folder of the HTML file; nothing outside it is accessible. */

import { readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import type { AssetAnswer } from '../engine/document.js';

/** Symbolic links that are followed one by one; more are a cycle. */
const MAX_LINKS = 40;

/** Resolves symbolic links first, so that none leads out of the folder. */
export function folderAssets(folder: string): (url: string) => AssetAnswer {
  const root = realpathSync(folder);
  const inside = root.endsWith(sep) ? root : root + sep;
  const isInside = (path: string) => path === root || path.startsWith(inside);
  return (url) => {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return undefined;
    try {
      const path = resolve(root, decodeURIComponent(url.replace(/[?#].*$/s, '')));
      // Reveals nothing about files outside, not even whether they exist.
      if (!isInside(path) || !isInside(furthest(path))) return 'blocked';
      const file = realpathSync(path);
      // Regular files only: reading a pipe or device could block.
      return statSync(file).isFile() ? new Uint8Array(readFileSync(file)) : undefined;
    } catch {
      return undefined; // missing, unreadable or an invalid name: reported as missing
    }
  };
}

/** Resolves symbolic links as far as there are files: where a file that is missing would be, or a folder around it. */
function furthest(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = furthest(dirname(path), links);
    const target = linkTarget(path);
    return target === undefined || links === MAX_LINKS ? folder : furthest(resolve(folder, target), links + 1);
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // missing, or no link
  }
}

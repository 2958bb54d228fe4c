/** Reads a folder of partials for `{{> name}}`. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { decodeHtml } from './decode.js';
import { UsageError } from './outcome.js';
import type { ReadFiles } from './read-files.js';

const TEMPLATE = /\.(?:html?|hbs|handlebars)$/i;

/**
 * Names each template by its path in the folder without extension: `letter/head.html` is `{{> letter/head}}`. Skips
 * other files and hidden ones, such as editor backups.
 * @throws UsageError when two have the same name, or one cannot be read
 */
export function readPartials(folder: string, files: ReadFiles): Record<string, string> {
  const partials = new Map<string, string>();
  files.record(folder);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const inside = path.slice(join(folder, sep).length).split(sep).join('/');
    if (/(?:^|\/)\./.test(inside)) continue;
    if (entry.isDirectory()) files.record(path);
    if (entry.isDirectory() || !TEMPLATE.test(inside)) continue;
    const name = inside.replace(TEMPLATE, '');
    if (partials.has(name)) throw new UsageError(`--partials ${folder}: two files are the partial ${name}`);
    files.record(path);
    partials.set(name, readTemplate(path));
  }
  return Object.fromEntries(partials);
}

function readTemplate(path: string): string {
  try {
    return decodeHtml(readFileSync(path));
  } catch (error) {
    throw new UsageError(`cannot read the partial ${path}: ${(error as Error).message}`);
  }
}

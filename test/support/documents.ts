/** The documentation for users. */

import { readdirSync } from 'node:fs';

/** Paths from the root of the project. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  'examples/README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The fenced blocks of a Markdown text in a language, in their order. */
export function blocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text]) =>
    name === language ? [text!] : [],
  );
}

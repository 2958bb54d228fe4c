/** Problems of sample data, which is a JSON object. */

import { jsonLanguage } from '@codemirror/lang-json';

export interface DataProblem {
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
  /** Errors keep the data from being used. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** Why a text is no sample data; undefined when it is. */
export function dataError(text: string): DataProblem | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
    const from = text.search(/\S/);
    const message = 'The data is an object, like {"name": "value"}';
    return { from, to: text.trimEnd().length, severity: 'error', message };
  } catch (error) {
    return syntaxError(text, (error as Error).message);
  }
}

/** @param reason  of the engine, which does not always say where it is */
function syntaxError(text: string, reason: string): DataProblem {
  const place = /^(.*?)(?: in JSON)? at position (\d+)/s.exec(reason);
  const message = place?.[1] ?? reason.replace(/, (?:\.\.\.)?".*" is not valid JSON$/s, '');
  const from = Math.min(place ? Number(place[2]) : firstError(text), text.length);
  return { from, to: Math.min(from + 1, text.length), severity: 'error', message };
}

function firstError(text: string): number {
  let first = text.length;
  jsonLanguage.parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) first = Math.min(first, node.from);
    },
  });
  return first;
}

/** The error of a text, or what its values lose when they are read. */
export function dataProblems(text: string): DataProblem[] {
  const error = dataError(text);
  if (error) return [error];
  const problems: DataProblem[] = [];
  const warn = ({ from, to }: { readonly from: number; readonly to: number }, message: string) =>
    problems.push({ from, to, severity: 'warning', message });
  const names: Set<string>[] = [];
  jsonLanguage.parser.parse(text).iterate({
    enter({ name, from, to }) {
      const part = () => text.slice(from, to);
      if (name === 'Object') names.push(new Set());
      else if (name === 'PropertyName') {
        const key = JSON.parse(part()) as string;
        if (names.at(-1)!.has(key)) warn({ from, to }, `“${key}” is there twice: only the last one is used`);
        names.at(-1)!.add(key);
      } else if (name === 'Number' && isRounded(part()))
        warn({ from, to }, `This number is read as ${Number(part())}: write it as a string`);
    },
    leave({ name }) {
      if (name === 'Object') names.pop();
    },
  });
  return problems;
}

/** Whether an integer has more digits than numbers keep. */
const isRounded = (text: string): boolean => /^-?\d{16,}$/.test(text) && BigInt(text) !== BigInt(Number(text));

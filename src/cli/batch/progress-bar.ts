/** The progress bar of `platen batch`, on a terminal. Records are rendered in threads, so this one is free to draw it. */

import { ERASE_LINE, hasErasableLine } from '../progress.js';
import type { Output } from '../streams.js';
import type { Counts } from './counts.js';

const INTERVAL_MS = 200;
const WIDTH = 24;

interface ProgressBarOptions {
  readonly counts: Counts;
  /** How much of the input is read, from 0 to 1; undefined when its size is not known. */
  readonly fraction: () => number | undefined;
  readonly stderr: Output;
}

/** @returns erases the bar */
export function openProgressBar({ counts, fraction, stderr }: ProgressBarOptions): () => void {
  if (!hasErasableLine(stderr)) return () => undefined;
  const since = performance.now();
  const timer = setInterval(() => {
    const line = progressLine(counts, fraction(), (performance.now() - since) / 1000);
    stderr.write(`\r${line}\x1b[K`);
  }, INTERVAL_MS);
  return () => {
    clearInterval(timer);
    stderr.write(ERASE_LINE);
  };
}

/** @param fraction  from 0 to 1; undefined: not known */
export function progressLine(counts: Counts, fraction: number | undefined, seconds: number): string {
  const { done, kept, failed } = counts;
  const total = done + kept + failed;
  const bar = fraction === undefined ? '' : `${drawn(fraction)} ${Math.floor(fraction * 100)} % · `;
  const rate = seconds > 0 ? ` · ${(total / seconds).toFixed(0)}/s` : '';
  const left = fraction && fraction < 1 ? ` · ${clock((seconds / fraction) * (1 - fraction))} left` : '';
  return `${bar}${total} records${failed > 0 ? `, ${failed} failed` : ''}${rate}${left}`;
}

function drawn(fraction: number): string {
  const filled = Math.floor(fraction * WIDTH);
  return `[${'='.repeat(filled)}${' '.repeat(WIDTH - filled)}]`;
}

/** `1:05`, `2:00:00` */
function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

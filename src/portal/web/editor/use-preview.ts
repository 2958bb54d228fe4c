/** Previews what is being written: the newest state, one request at a time. */

import { useEffect, useRef, useState } from 'react';
import { ApiError, type Preview, type PreviewRequest } from '../requests.js';

export type RequestPreview = (request: PreviewRequest, signal: AbortSignal) => Promise<Preview>;

interface PreviewState {
  /** The last good one. */
  readonly preview: Preview | undefined;
  /** Of the newest attempt. */
  readonly error: ApiError | undefined;
  /** The newest state has no answer yet. */
  readonly isRunning: boolean;
  /** Milliseconds from the request to its answer. */
  readonly took: number;
}

interface Answered extends Omit<PreviewState, 'isRunning'> {
  /** The request that was answered last. */
  readonly to: PreviewRequest | undefined;
}

/**
 * Milliseconds without a key press: a part of what a preview takes, as the next one waits for it. One that is fast is
 * asked for at once.
 */
const PAUSE = { part: 0.1, none: 10, max: 80 } as const;

export function usePreview(request: PreviewRequest | undefined, ask: RequestPreview): PreviewState {
  const [state, setState] = useState<Answered>({ preview: undefined, error: undefined, to: undefined, took: 0 });
  const wanted = useRef<PreviewRequest>(undefined);
  const isBusy = useRef(false);
  const took = useRef(0);
  const gone = useRef<AbortController>(undefined);
  useEffect(() => {
    gone.current = new AbortController();
    return () => gone.current?.abort();
  }, []);
  useEffect(() => {
    if (!request) return;
    wanted.current = request;
    const run = async () => {
      if (isBusy.current) return; // it goes on with the newest when it is done
      isBusy.current = true;
      const signal = gone.current!.signal;
      while (wanted.current && !signal.aborted) {
        const current = wanted.current;
        const since = performance.mark('platen-request').startTime;
        const result = await ask(current, signal).catch((error: unknown) => error);
        took.current = performance.mark('platen-answer').startTime - since;
        if (signal.aborted) break;
        const isLatest = wanted.current === current;
        if (result instanceof ApiError && result.status === 503 && isLatest) {
          await new Promise((resolve) => setTimeout(resolve, result.retryAfter * 1000));
          continue;
        }
        if (isLatest) wanted.current = undefined;
        if (result instanceof Error) {
          const error = result instanceof ApiError ? result : new ApiError(0, 'failed', result.message, [], 1);
          setState((before) => ({ ...before, error, to: current }));
        } else setState({ preview: result as Preview, error: undefined, to: current, took: took.current });
      }
      isBusy.current = false;
    };
    const pause = Math.min(PAUSE.max, took.current * PAUSE.part);
    const timer = setTimeout(run, pause < PAUSE.none ? 0 : pause);
    return () => clearTimeout(timer);
  }, [request, ask]);
  const { to, ...shown } = state;
  return { ...shown, isRunning: request !== undefined && request !== to };
}

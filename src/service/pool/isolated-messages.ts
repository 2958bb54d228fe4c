/** Messages between a pool and a process that renders its large documents. */

import type { PdfBackend } from '../../engine/document.js';
import type { EngineLimits } from '../../engine/render.js';
import type { ServiceErrorCode } from '../errors.js';
import type { Outcome, Task } from './messages.js';

/** Those options of its pool that a process needs: plain data. */
export interface IsolatedSetup {
  readonly backend: PdfBackend;
  readonly memory: number;
  readonly youngMemory: number;
  readonly limits: EngineLimits;
  readonly fontFolders: readonly string[];
  readonly isBackground: boolean;
}

export type IsolatedOrder =
  | { readonly type: 'isolated:open'; readonly setup: IsolatedSetup }
  | { readonly type: 'isolated:render'; readonly task: Task };

/** `code`: of a ServiceError. */
export type IsolatedAnswer =
  | { readonly type: 'isolated:outcome'; readonly outcome: Outcome<unknown> }
  | { readonly type: 'isolated:failed'; readonly code: ServiceErrorCode | undefined; readonly message: string };

/** Both ends are of one version. */
export function isIsolatedAnswer(message: unknown): message is IsolatedAnswer {
  return typeof message === 'object' && message !== null && /^isolated:/.test((message as IsolatedAnswer).type);
}

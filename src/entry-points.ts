/** The modules that threads and processes start with. In the bundle, this module may be in any file of src/ or workers/. */

import { fileURLToPath } from 'node:url';

const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

const entryPoint = (name: string) => fileURLToPath(new URL(`../workers/${name}${EXTENSION}`, import.meta.url));

export const RENDER_THREAD = entryPoint('render');
/** A process that renders large documents. */
export const ISOLATED_RENDERS = entryPoint('isolated');
/** A process that renders for a renderer of the library. */
export const ISOLATED_RENDERER = entryPoint('isolated-renderer');
/** The built client of the portal. */
export const PORTAL_FOLDER = fileURLToPath(new URL('../portal', import.meta.url));

export const HTTP_PROCESS = entryPoint('http');
export const BATCH_THREAD = entryPoint('batch');
export const PREVIEW_THREAD = entryPoint('preview');
/** Joins PDFs. */
export const JOIN_THREAD = entryPoint('join');
/** A process that stops an embedded Postgres. */
export const STOP_POSTGRES = entryPoint('stop-postgres');
/** A process that `platen tune` measures. */
export const TUNE_PROCESS = entryPoint('tune');

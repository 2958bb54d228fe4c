/** Backends that tests use. */

import { coreAddonPath } from '../../native/core-addon.js';

/** The core: the addon where it is built, else the same as WebAssembly. */
export const CORE = coreAddonPath() === undefined ? 'wasm' : 'core';

/** One of each kind. */
export const ENGINES = [CORE, 'typst'] as const;

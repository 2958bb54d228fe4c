/** The library; nothing else is public. */

import './requirements.js'; // first: reports a missing package before another import fails on it

export * from './renderer.js';

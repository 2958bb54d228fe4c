/** Every route of the portal. They need a session instead of an API key, and are not part of the HTTP contract. */

import type { Route } from '../../service/http/route.js';
import { assetRoutes } from './assets.js';
import { batchRoutes } from './batches.js';
import { keyRoutes } from './keys.js';
import { oidcRoutes } from './oidc.js';
import { openPages } from './pages.js';
import { sessionRoutes } from './session.js';
import { templateRoutes } from './templates.js';
import { usageRoute } from './usage.js';

export const PORTAL_ROUTES: readonly Route[] = [
  ...sessionRoutes,
  ...oidcRoutes,
  ...keyRoutes,
  ...templateRoutes,
  ...assetRoutes,
  ...batchRoutes,
  usageRoute,
];

/** @param folder  of the built client */
export function openPortalRoutes(folder: string): readonly Route[] {
  return [...PORTAL_ROUTES, ...openPages(folder)];
}

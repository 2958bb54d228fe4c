/** Every route, in the order of the OpenAPI document. */

import { createDocument } from '../openapi.js';
import type { Route } from '../route.js';
import { assetRoutes } from './assets.js';
import { batchRoutes } from './batches.js';
import { fileRoute } from './files.js';
import { meRoute } from './me.js';
import { mergeRoute } from './merge.js';
import { createDescriptionRoute, healthRoutes } from './operation.js';
import { renderRoute } from './render.js';
import { templateRoutes } from './templates.js';
import { validateRoute } from './validate.js';
import { webhookSecretRoute } from './webhook-secret.js';

export const ROUTES: readonly Route[] = [
  renderRoute,
  validateRoute,
  mergeRoute,
  fileRoute,
  ...batchRoutes,
  ...templateRoutes,
  ...assetRoutes,
  meRoute,
  webhookSecretRoute,
  createDescriptionRoute(() => createDocument(ROUTES)),
  ...healthRoutes,
];

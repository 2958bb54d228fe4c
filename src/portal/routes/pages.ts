/** The client: its pages and files. */

import { ServiceError } from '../../service/errors.js';
import { defineRoute, type Reply, type Route } from '../../service/http/route.js';
import { openClient } from '../client.js';

/** The client shows these; anything else is answered 404. */
const PAGES = [
  '/',
  '/sign-in',
  '/sign-up',
  '/keys',
  '/templates',
  '/templates/new',
  '/templates/{id}',
  '/templates/{id}/versions',
  '/images',
  '/batches',
  '/usage',
  '/docs',
  '/docs/{page}',
  '/account',
];

const NOT_BUILT = 'The portal is not built here: npm run build';

/** @param folder  of the built client; without one, its pages are answered 404 */
export function openPages(folder: string): readonly Route[] {
  const client = openClient(folder);
  const page = async (): Promise<Reply> => {
    const found = client.page('index.html');
    if (!found) throw new ServiceError('not_found', NOT_BUILT);
    return { status: 200, ...found };
  };
  const pages = PAGES.map((path) =>
    defineRoute({
      method: 'GET',
      path,
      id: `page ${path}`,
      tag: 'Pages',
      summary: 'A page of the portal',
      access: 'public',
      answers: { 200: { description: 'The page', content: { 'text/html': 'binary' } } },
      errors: ['not_found'],
      handle: page,
    }),
  );
  const file = defineRoute({
    method: 'GET',
    path: '/assets/{file}',
    id: 'page file',
    tag: 'Pages',
    summary: 'A file of the portal',
    access: 'public',
    answers: { 200: { description: 'The file', content: { 'application/octet-stream': 'binary' } } },
    errors: ['not_found'],
    async handle({ headers, parameters }) {
      const found = client.file(parameters.file, headers.get('accept-encoding'));
      if (!found) throw new ServiceError('not_found');
      return { status: 200, ...found };
    },
  });
  return [...pages, file];
}

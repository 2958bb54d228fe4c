import Type from 'typebox';
import { ServiceError } from '../../errors.js';
import { uploadKind } from '../media-type.js';
import { defineRoute } from '../route.js';
import { AssetView } from '../schemas.js';
import { ASSET } from './examples.js';

const tag = 'Assets';
const path = '/v1/assets';
const MAX_NAME_LENGTH = 255;

/** @throws ServiceError `missing_parameter`, `invalid_request` */
export function assetName(query: URLSearchParams): string {
  const name = query.get('name');
  if (!name) throw new ServiceError('missing_parameter', 'name: must be given, as in /v1/assets?name=logo.png');
  if (name.length <= MAX_NAME_LENGTH) return name;
  throw new ServiceError('invalid_request', `name: must have at most ${MAX_NAME_LENGTH} characters`);
}

export const assetRoutes = [
  defineRoute({
    method: 'POST',
    path,
    id: 'uploadAsset',
    tag,
    summary: 'Upload an image, a PDF or a color profile',
    description:
      'A template shows it with its reference: `<img src="asset:<asset_id>">`. A PDF, sent as `application/pdf`, serves the options `letterhead`, `prepend`, `append` and `attachments`; an ICC profile, sent as `application/vnd.iccprofile`, the `src` of `@color-profile` rules.',
    query: {
      name: {
        description: 'The name of the file',
        required: true,
        schema: Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH }),
        example: 'logo.png',
      },
    },
    body: { kind: 'file' },
    answers: {
      201: { description: 'The asset', content: { 'application/json': { schema: AssetView, example: ASSET } } },
    },
    errors: ['missing_parameter', 'invalid_request', 'invalid_image', 'invalid_pdf', 'invalid_profile', 'storage_full'],
    async handle({ account, bytes, headers, query, services }) {
      const asset = await services.data.assets.create(
        account.accountId,
        assetName(query),
        bytes,
        account.plan.assetBytes,
        uploadKind(headers),
      );
      return { status: 201, json: asset };
    },
  }),

  defineRoute({
    method: 'GET',
    path,
    id: 'listAssets',
    tag,
    summary: 'List the uploaded files',
    description: 'Newest first.',
    answers: {
      200: {
        description: 'All of them',
        content: { 'application/json': { schema: Type.Array(AssetView), example: [ASSET] } },
      },
    },
    errors: [],
    async handle({ account, services }) {
      return { status: 200, json: await services.data.assets.list(account.accountId) };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/v1/assets/{id}',
    id: 'deleteAsset',
    tag,
    summary: 'Delete an uploaded file',
    answers: { 204: { description: 'The resource is deleted' } },
    errors: ['not_found'],
    async handle({ account, parameters, services }) {
      const isRemoved = await services.data.assets.remove(account.accountId, parameters.id);
      if (!isRemoved) throw new ServiceError('not_found', 'The account has no such file');
      return { status: 204 };
    },
  }),
];

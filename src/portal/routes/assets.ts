import Type from 'typebox';
import { ServiceError } from '../../service/errors.js';
import { defineRoute } from '../../service/http/route.js';
import { assetName } from '../../service/http/routes/assets.js';
import { AssetView } from '../../service/http/schemas.js';
import { AssetUse } from '../schemas.js';
import { answer, done } from './answers.js';

const tag = 'Assets';
const path = '/portal/images';

export const assetRoutes = [
  defineRoute({
    method: 'GET',
    path,
    id: 'listOwnAssets',
    tag,
    summary: 'List the images with the templates that use them',
    access: 'session',
    answers: answer(Type.Array(AssetUse), []),
    errors: [],
    async handle({ account: { accountId }, services: { data } }) {
      const [assets, uses] = await Promise.all([data.assets.list(accountId), data.templates.assetUses(accountId)]);
      const byId = new Map<string, string[]>();
      for (const { id, name } of uses) byId.set(id, [...(byId.get(id) ?? []), name]);
      const json = assets.map((asset) => ({ ...asset, used_by: byId.get(asset.id) ?? [] }));
      return { status: 200, json: json satisfies AssetUse[] };
    },
  }),

  defineRoute({
    method: 'POST',
    path,
    id: 'uploadOwnAsset',
    tag,
    summary: 'Upload an image',
    access: 'session',
    query: {
      name: {
        description: 'The name of the image',
        required: true,
        schema: Type.String({ minLength: 1 }),
        example: 'logo.png',
      },
    },
    body: { kind: 'image' },
    answers: {
      201: { description: 'The image', content: { 'application/json': { schema: AssetView, example: {} } } },
    },
    errors: ['missing_parameter', 'invalid_request', 'invalid_image', 'storage_full'],
    async handle({ account, bytes, query, services }) {
      return {
        status: 201,
        json: await services.data.assets.create(account.accountId, assetName(query), bytes, account.plan.assetBytes),
      };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/portal/images/{id}',
    id: 'getOwnAsset',
    tag,
    summary: 'The bytes of an image',
    access: 'session',
    answers: { 200: { description: 'The image', content: { 'image/png': 'binary', 'image/jpeg': 'binary' } } },
    errors: ['not_found'],
    async handle({ account, parameters, services }) {
      const loaded = await services.data.assets.load(account.accountId, [parameters.id]);
      const image = loaded.get(parameters.id);
      if (!image) throw new ServiceError('not_found', 'The account has no such image');
      const isPng = image.bytes[0] === 0x89;
      const headers = {
        'Content-Type': isPng ? 'image/png' : 'image/jpeg',
        'Cache-Control': 'private, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      };
      return { status: 200, headers, bytes: image.bytes };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/portal/images/{id}',
    id: 'deleteOwnAsset',
    tag,
    summary: 'Delete an image',
    access: 'session',
    answers: done,
    errors: ['not_found'],
    async handle({ account, parameters, services }) {
      if (!(await services.data.assets.remove(account.accountId, parameters.id)))
        throw new ServiceError('not_found', 'The account has no such image');
      return { status: 204 };
    },
  }),
];

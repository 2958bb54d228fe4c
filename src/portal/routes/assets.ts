import Type from 'typebox';
import { ServiceError } from '../../service/errors.js';
import { uploadKind } from '../../service/http/media-type.js';
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
    body: { kind: 'file' },
    answers: {
      201: { description: 'The image', content: { 'application/json': { schema: AssetView, example: {} } } },
    },
    errors: ['missing_parameter', 'invalid_request', 'invalid_image', 'invalid_pdf', 'invalid_profile', 'storage_full'],
    async handle({ account, bytes, headers, query, services }) {
      const { accountId, plan } = account;
      const asset = await services.data.assets.create(
        accountId,
        assetName(query),
        bytes,
        plan.assetBytes,
        uploadKind(headers),
      );
      return { status: 201, json: asset };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/portal/images/{id}',
    id: 'getOwnAsset',
    tag,
    summary: 'The bytes of an image',
    access: 'session',
    answers: {
      200: {
        description: 'The image',
        content: {
          'image/png': 'binary',
          'image/jpeg': 'binary',
          'application/pdf': 'binary',
          'application/vnd.iccprofile': 'binary',
        },
      },
    },
    errors: ['not_found'],
    async handle({ account, parameters, services }) {
      const loaded = await services.data.assets.load(account.accountId, [parameters.id]);
      const image = loaded.get(parameters.id);
      if (!image) throw new ServiceError('not_found', 'The account has no such image');
      const headers = {
        'Content-Type': typeOf(image.bytes),
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

/** First bytes of files; a profile begins with its size. */
const FIRST_BYTES: Readonly<Record<number, string>> = {
  137: 'image/png',
  255: 'image/jpeg',
  0: 'application/vnd.iccprofile',
};

const typeOf = ([first]: Uint8Array): string => FIRST_BYTES[first!] ?? 'application/pdf';

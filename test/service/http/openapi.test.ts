/** The OpenAPI document against the contract, the table of errors and the standard. */

import t from 'tap';
import { PORTAL_ROUTES } from '../../../src/portal/routes/index.js';
import { SERVICE_ERRORS } from '../../../src/service/errors.js';
import { createDocument } from '../../../src/service/http/openapi.js';
import { ROUTES } from '../../../src/service/http/routes/index.js';
import { operationsOf, problems } from '../support/document.js';
import { faults } from '../support/openapi.js';

// biome-ignore lint/suspicious/noExplicitAny: JSON that is looked into
const document = JSON.parse(JSON.stringify(createDocument(ROUTES))) as any;
const operations = operationsOf(document);

/** Of the contract: `?` marks fields that may be left out. */
const RESOURCES: Record<string, string> = {
  AssetView: 'id:uuid name:string content_type:string size:int64 reference:string created_at:int64',
  DiagnosticView: 'kind:string text:string context:string count:integer',
  DocumentInput:
    'data?:object html?:string|null template_id?:uuid|null locale?:string|null strict?:boolean title?:string|null standard?:string[]|null notices?:boolean|null template?:boolean|null pages?:string|null forms?:boolean|null facturx?:FacturxInput|null protection?:ProtectionInput|null signature?:SignatureInput|null letterhead?:LetterheadInput|null prepend?:string[]|null append?:string[]|null attachments?:AttachmentInput[]|null',
  RenderRequest:
    'data?:object html?:string|null template_id?:uuid|null locale?:string|null strict?:boolean title?:string|null output?:string standard?:string[]|null notices?:boolean|null template?:boolean|null pages?:string|null forms?:boolean|null facturx?:FacturxInput|null protection?:ProtectionInput|null signature?:SignatureInput|null letterhead?:LetterheadInput|null prepend?:string[]|null append?:string[]|null attachments?:AttachmentInput[]|null callback_url?:string|null',
  FacturxInput: 'xml?:string|null template?:string|null profile?:string|null',
  ProtectionInput: 'owner_password:string user_password?:string|null permissions?:string[]|null',
  AttachmentInput:
    'name:string data:string description?:string|null mime_type?:string|null relationship?:string|null modified?:int64|null',
  RenderLink:
    'id:uuid url:string expires_at:int64 pages:integer bytes:integer credits_remaining:int64 diagnostics:DiagnosticView[] notices?:DiagnosticView[]',
  ValidateResponse: 'ok:boolean pages:integer diagnostics:DiagnosticView[] notices?:DiagnosticView[]',
  TemplateInput:
    'name:string source:string locale?:string|null sample_data?:object|null standard?:string[]|null options?:TemplateOptions|null',
  TemplatePatch:
    'name?:string|null source?:string|null locale?:string|null sample_data?:object|null standard?:string[]|null options?:TemplateOptions|null',
  TemplateSummary: 'id:uuid name:string locale:string version:int64 created_at:int64 updated_at:int64',
  TemplateView:
    'id:uuid name:string source:string locale:string sample_data:object standard:string[] options:TemplateOptions version:int64 created_at:int64 updated_at:int64',
  Me: 'email:string plan:string credits:int64 period_end:int64 locale:string',
};

const SUMMARY =
  'id:uuid status:string output:string total:integer succeeded:integer failed:integer cancelled:integer pages:integer bytes:integer rate:number template_id:uuid|null template_version:int64|null created_at:int64 started_at:int64|null finished_at:int64|null expires_at:int64|null';

/** Beside the contract. */
const OWN_RESOURCES: Record<string, string> = {
  BatchRequest:
    'data:object[] html?:string|null template_id?:uuid|null locale?:string|null strict?:boolean title?:string|null standard?:string[]|null output?:string callback_url?:string|null forms?:boolean|null facturx?:SavedFacturx|null letterhead?:SavedLetterhead|null prepend?:string[]|null append?:string[]|null attachments?:SavedAttachment[]|null',
  BatchSummary: SUMMARY,
  BatchView: `${SUMMARY} links:object|null callback:object|null errors:BatchError[]`,
  BatchError: 'record:integer code:string message:string diagnostics?:DiagnosticView[]',
  WebhookSecret: 'secret:string',
};

/** Success and what else the contract names; of batches and webhooks, which it does not know, too. */
const ENDPOINTS: Record<string, string> = {
  'POST /v1/render': '200 401 402 422 429 503',
  'POST /v1/validate': '200 401 422 429',
  'GET /v1/files/{id}': '200',
  'GET /v1/templates': '200 401',
  'POST /v1/templates': '201 422',
  'GET /v1/templates/{id}': '200 404',
  'PATCH /v1/templates/{id}': '200 404 412',
  'DELETE /v1/templates/{id}': '204 404 412',
  'POST /v1/assets': '201 400',
  'GET /v1/assets': '200',
  'DELETE /v1/assets/{id}': '204 404',
  'GET /v1/me': '200 401',
  'GET /v1/webhook-secret': '200 401',
  'POST /v1/batches': '202 401 402 422 429 503',
  'GET /v1/batches': '200 401',
  'GET /v1/batches/{id}': '200 401 404',
  'POST /v1/batches/{id}/cancel': '200 401 404',
  'POST /v1/batches/{id}/retry': '202 401 402 404 409 429 503',
  'GET /v1/batches/{id}/manifest': '200 403 404 410',
  'GET /v1/batches/{id}/archive': '200 403 404 410',
  'GET /v1/batches/{id}/merged': '200 403 404 410 422 503',
  'GET /v1/batches/{id}/records/{record}': '200 403 404 410',
  'GET /openapi.json': '200',
};

// biome-ignore lint/suspicious/noExplicitAny: JSON that is looked into
function typeName(schema: any): string {
  if (schema.anyOf) return schema.anyOf.map(typeName).join('|');
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.type === 'array') return `${typeName(schema.items)}[]`;
  return schema.format ?? schema.type;
}

t.test('every resource has the fields and types of the contract', async (t) => {
  for (const [name, fields] of Object.entries({ ...RESOURCES, ...OWN_RESOURCES })) {
    const { properties, required = [] } = document.components.schemas[name];
    const actual = Object.entries(properties).map(
      ([field, schema]) => `${field}${required.includes(field) ? '' : '?'}:${typeName(schema)}`,
    );
    t.strictSame(actual.sort(), fields.split(' ').sort(), name);
  }
  t.strictSame(document.components.schemas.RenderRequest.properties.output.enum, ['pdf', 'url']);
  for (const field of ['DiagnosticView.count', 'RenderLink.pages', 'RenderLink.bytes', 'ValidateResponse.pages']) {
    const [name, property] = field.split('.') as [string, string];
    t.equal(document.components.schemas[name].properties[property].minimum, 0, field);
  }
});

t.test('every endpoint of the contract is there with its statuses', async (t) => {
  for (const [endpoint, statuses] of Object.entries(ENDPOINTS)) {
    const operation = operations.find(({ method, path }) => `${method} ${path}` === endpoint);
    for (const status of statuses.split(' ')) t.ok(operation?.responses[status], `${endpoint} ${status}`);
  }
  t.equal(document.info.version, '0.1.0');
  for (const { path } of operations) t.match(path, /^\/(v1\/[a-z]|openapi\.json$|healthz$|readyz$)/, 'the prefix');
  t.notOk(
    operations.some(({ path }) => /key/i.test(path)),
    'keys are made and revoked elsewhere',
  );
});

t.test('every operation has an id of its own, and 401 exactly when it needs a key', async (t) => {
  const ids = ROUTES.map(({ id }) => id);
  t.equal(new Set(ids).size, ids.length);
  for (const { method, path, isPublic, responses } of operations) {
    t.equal('401' in responses, !isPublic, `${method} ${path}`);
  }
});

t.test('every error code is documented where it occurs, and none that does not exist', async (t) => {
  /** Not of one operation: no such path, no such method, another host, no proper HTTP, a fault. */
  const general = ['not_found', 'method_not_allowed', 'unknown_host', 'malformed_request', 'internal'];
  const documented = new Set([...[...ROUTES, ...PORTAL_ROUTES].flatMap(({ errors }) => errors), ...general]);
  t.strictSame([...documented].sort(), Object.keys(SERVICE_ERRORS).sort());
  t.ok(
    Object.keys(SERVICE_ERRORS).every((code) =>
      document.components.schemas.ErrorBody.properties.error.properties.code.description.includes(code),
    ),
  );
});

t.test('every example fits its schema', async (t) => {
  for (const { method, path, body = {}, responses } of operations) {
    const operation = document.paths[path][method.toLowerCase()];
    for (const [type, schema] of Object.entries(body)) {
      for (const [name, { value }] of Object.entries<{ value: unknown }>(
        operation.requestBody.content[type].examples ?? {},
      )) {
        t.strictSame(problems(schema, value), [], `${method} ${path}: ${name}`);
      }
    }
    for (const [status, content] of Object.entries(responses)) {
      for (const [type, schema] of Object.entries(content)) {
        const { example, examples = {} } = operation.responses[status].content[type];
        const values = [
          ...(example === undefined ? [] : [example]),
          ...Object.values<{ value: unknown }>(examples).map(({ value }) => value),
        ];
        if (!schema) continue;
        t.not(values.length, 0, `${method} ${path} ${status} has an example`);
        for (const value of values) t.strictSame(problems(schema, value), [], `${method} ${path} ${status}`);
      }
    }
  }
});

t.test('answers that ask to wait document Retry-After', async (t) => {
  for (const [path, item] of Object.entries<Record<string, { responses: Record<string, { headers: object }> }>>(
    document.paths,
  )) {
    for (const { responses } of Object.values(item)) {
      for (const status of ['429', '503']) {
        if (responses[status]) t.ok('Retry-After' in responses[status].headers, `${path} ${status}`);
      }
    }
  }
});

t.test('the document is OpenAPI 3.1', async (t) => {
  t.strictSame(faults(document), []);
});

t.test('what is no OpenAPI is found out', async (t) => {
  // biome-ignore lint/suspicious/noExplicitAny: JSON that is looked into
  const spoilt = (spoil: (copy: any) => void) => {
    const copy = structuredClone(document);
    spoil(copy);
    return faults(copy);
  };
  for (const spoil of [
    (copy) => delete copy.info.version,
    (copy) => delete copy.paths['/v1/me'].get.responses['200'].description,
    (copy) => (copy.paths['/v1/me'].get.responses['2000'] = { description: '' }),
    (copy) => (copy.paths['/v1/me'].get.surprise = true),
    (copy) => (copy.paths['/v1/me'].get.operationId = 'render'),
    (copy) => (copy.paths['/v1/me'].get.tags = ['none']),
    (copy) => (copy.paths['/v1/me'].get.security = [{ none: [] }]),
    (copy) => (copy.paths['/v1/files/{id}'].get.parameters[0].name = 'other'),
    (copy) => (copy.paths['/v1/files/{id}'].get.parameters[0].required = false),
    (copy) => (copy.paths.relative = {}),
    (copy) => delete copy.components.schemas.Me,
    (copy) => (copy.openapi = '3.0.3'),
  ] satisfies ((copy: typeof document) => unknown)[]) {
    t.equal(spoilt(spoil).length, 1, String(spoil));
  }
});

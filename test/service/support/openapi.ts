/**
 * Validates OpenAPI 3.1 documents: the fields of each kind of object, required ones, and the types of their values.
 * Covers the kinds of objects in our document only; any other field is a problem.
 * Source: https://spec.openapis.org/oas/v3.1.1.html#schema-0
 */

import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

type Json = unknown;
type Fields = Readonly<Record<string, Json>>;

/** The expected content of a field. @returns the problems, each with its path */
type Rule = (value: Json, at: string) => string[];

const isObject = (value: Json): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const text: Rule = (value, at) => (typeof value === 'string' ? [] : [`${at}: no text`]);
const flag: Rule = (value, at) => (typeof value === 'boolean' ? [] : [`${at}: neither true nor false`]);
const anything: Rule = () => [];
const matching =
  (pattern: RegExp): Rule =>
  (value, at) =>
    typeof value === 'string' && pattern.test(value) ? [] : [`${at}: ${JSON.stringify(value)} is not ${pattern}`];
const listOf =
  (rule: Rule): Rule =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((one, index) => rule(one, `${at}/${index}`)) : [`${at}: no array`];
const mapOf =
  (rule: Rule, key = /./): Rule =>
  (value, at) => {
    if (!isObject(value)) return [`${at}: no object`];
    return Object.entries(value).flatMap(([name, one]) => [
      ...(key.test(name) ? [] : [`${at}: no such name as ${name}`]),
      ...rule(one, `${at}/${name}`),
    ]);
  };

/** An object with these fields; those that end in `!` must be there. */
function object(fields: Readonly<Record<string, Rule>>, further: Rule = anything): Rule {
  const rules = new Map(Object.entries(fields).map(([name, rule]) => [name.replace('!', ''), rule]));
  const required = Object.keys(fields).flatMap((name) => (name.endsWith('!') ? [name.slice(0, -1)] : []));
  return (value, at) => {
    if (!isObject(value)) return [`${at}: no object`];
    return [
      ...required.filter((name) => !(name in value)).map((name) => `${at}: without ${name}`),
      ...Object.entries(value).flatMap(
        ([name, one]) => rules.get(name)?.(one, `${at}/${name}`) ?? [`${at}: no such field as ${name}`],
      ),
      ...further(value, at),
    ];
  };
}

/** JSON Schema 2020-12; references are looked up elsewhere. */
const schema: Rule = (value, at) => {
  if (typeof value !== 'boolean' && !isObject(value)) return [`${at}: no schema`];
  try {
    Compile(withoutReferences(value) as TSchema);
    return [];
  } catch (error) {
    return [`${at}: ${(error as Error).message}`];
  }
};

function withoutReferences(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (!isObject(value)) return value;
  if (typeof value['$ref'] === 'string') return {};
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutReferences(one)]));
}

const oneExampleForm: Rule = (value, at) =>
  isObject(value) && 'example' in value && 'examples' in value ? [`${at}: both example and examples`] : [];
const examples = mapOf(object({ summary: text, description: text, 'value!': anything }));
const content = mapOf(object({ schema, example: anything, examples }, oneExampleForm), /^[\w.+-]+\/[\w.+-]+$/);
const header = object({ description: text, required: flag, 'schema!': schema, example: anything });
const response = object({ 'description!': text, headers: mapOf(header), content });
const parameter = object(
  {
    'name!': text,
    'in!': matching(/^(path|query|header)$/),
    required: flag,
    description: text,
    'schema!': schema,
    example: anything,
  },
  (value, at) =>
    isObject(value) && value['in'] === 'path' && value['required'] !== true ? [`${at}: in the path, not required`] : [],
);
const security = listOf(mapOf(listOf(text)));
const operation = object({
  operationId: text,
  tags: listOf(text),
  summary: text,
  description: text,
  security,
  parameters: listOf(parameter),
  requestBody: object({ description: text, required: flag, 'content!': content }),
  'responses!': mapOf(response, /^([1-5]\d\d|default)$/),
});
const document = object({
  'openapi!': matching(/^3\.1\.\d+$/),
  'info!': object({ 'title!': text, 'version!': text, description: text }),
  servers: listOf(object({ 'url!': text, description: text })),
  security,
  tags: listOf(object({ 'name!': text, description: text })),
  'paths!': mapOf(mapOf(operation, /^(get|put|post|delete|options|head|patch|trace)$/), /^\//),
  components: object({
    schemas: mapOf(schema, /^[\w.-]+$/),
    securitySchemes: mapOf(object({ 'type!': matching(/^http$/), 'scheme!': text, description: text }), /^[\w.-]+$/),
  }),
});

/** The problems of an OpenAPI document; empty when there are none. */
export function faults(value: Json): string[] {
  const found = document(value, '');
  return found.length > 0 ? found : [...pathFaults(value as Fields), ...nameFaults(value as Fields)];
}

/** Parameters in a path and those that are described are the same, and each is described once. */
function pathFaults({ paths }: Fields): string[] {
  return Object.entries(paths as Record<string, Record<string, Fields>>).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { parameters = [] }]) => {
      const described = (parameters as { name: string; in: string }[]).map((one) => `${one.in} ${one.name}`).sort();
      const named = [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => `path ${name}`).sort();
      const inPath = described.filter((one) => one.startsWith('path '));
      return [
        ...(String(named) === String(inPath) ? [] : [`${method} ${path}: describes ${inPath}`]),
        ...(new Set(described).size === described.length ? [] : [`${method} ${path}: describes a parameter twice`]),
      ];
    }),
  );
}

/** References resolve, and unique names are unique. */
function nameFaults(document: Fields): string[] {
  const operations = Object.values(document['paths'] as Record<string, Record<string, Fields>>).flatMap((item) =>
    Object.values(item),
  );
  const ids = operations.map(({ operationId }) => operationId as string);
  const tags = (document['tags'] as { name: string }[]).map(({ name }) => name);
  const { schemas, securitySchemes } = document['components'] as Record<string, Fields>;
  const secured = [document, ...operations].flatMap(({ security = [] }) => (security as object[]).flatMap(Object.keys));
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"(.+?)"/g)].map(([, reference]) => reference!);
  const known = Object.keys(schemas!).map((name) => `#/components/schemas/${name}`);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `operationId ${id}: twice`),
    ...tags.filter((tag, index) => tags.indexOf(tag) !== index).map((tag) => `tag ${tag}: twice`),
    ...operations
      .flatMap(({ tags }) => tags as string[])
      .filter((tag) => !tags.includes(tag))
      .map((tag) => `tag ${tag}: nowhere`),
    ...secured.filter((name) => !(name in securitySchemes!)).map((name) => `security ${name}: nowhere`),
    ...references.filter((reference) => !known.includes(reference)).map((reference) => `${reference}: nowhere`),
  ];
}

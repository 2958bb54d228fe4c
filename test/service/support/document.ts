/** The OpenAPI document as a client sees it. */

import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

// biome-ignore lint/suspicious/noExplicitAny: JSON that is looked into
type Json = any;

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    schema: Json;
    example: string;
  }[];
  /** By media type: the schema, with references put in. */
  readonly body: Readonly<Record<string, Json>> | undefined;
  /** By status: schemas by media type; undefined for what is no JSON. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly isPublic: boolean;
}

export function operationsOf(document: Json): Operation[] {
  const resolve = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if (typeof value.$ref === 'string') return resolve(lookUp(document, value.$ref));
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one)]));
  };
  const schemas = (content: Json = {}) =>
    Object.fromEntries(Object.entries<Json>(content).map(([type, { schema }]) => [type, resolve(schema)]));
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters,
      body: operation.requestBody && schemas(operation.requestBody.content),
      responses: Object.fromEntries(
        Object.entries<Json>(operation.responses).map(([status, { content }]) => [status, schemas(content)]),
      ),
      isPublic: operation.security?.length === 0,
    })),
  );
}

/** @throws when it leads nowhere */
function lookUp(document: Json, reference: string): Json {
  const found = reference
    .slice(2)
    .split('/')
    .reduce((value, key) => value?.[key], document);
  if (found === undefined) throw new Error(`${reference} leads nowhere`);
  return found;
}

const compiled = new Map<string, ReturnType<typeof Compile>>();

/** The problems of a value; empty when there are none. Unknown fields are problems, too. */
export function problems(schema: Json, value: unknown): string[] {
  const closed = close(schema);
  const key = JSON.stringify(closed);
  const check = compiled.get(key) ?? Compile(closed as TSchema);
  compiled.set(key, check);
  return check.Check(value) ? [] : check.Errors(value).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function close(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const fields = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, close(one)]));
  const isOpen = schema.type !== 'object' || !schema.properties || Object.keys(schema.properties).length === 0;
  return isOpen || typeof schema.properties.type === 'string' ? fields : { ...fields, additionalProperties: false };
}

/** Validates request bodies against their schema; the error message names the field. */

import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ServiceError } from '../errors.js';
import { nearName } from './near-name.js';

/** @throws ServiceError `invalid_request`, which names the field */
export type Validator<S extends TSchema> = (value: unknown) => Static<S>;

/** Compiles a schema. A field that is null counts as absent. */
export function createValidator<const S extends TSchema>(schema: S): Validator<S> {
  const compiled = Compile(withoutAnnotations(schema) as TSchema);
  const fields = Object.keys((schema as { properties?: object }).properties ?? {});
  return (value) => {
    const given = withoutNulls(value);
    if (compiled.Check(given)) return given as Static<S>;
    throw new ServiceError('invalid_request', explainUnknown(given, fields) ?? explain(compiled.Errors(given)));
  };
}

/** Formats only document the contract: routes decide what an id of another form means. */
function withoutAnnotations(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutAnnotations);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !isAnnotation(key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutAnnotations(value)]));
}

function isAnnotation(key: string, value: unknown): boolean {
  return (key === 'format' || key === '$id' || key === 'description') && typeof value === 'string';
}

function withoutNulls(value: unknown): unknown {
  if (!isRecord(value) || !Object.values(value).includes(null)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Longer names of the client are truncated in messages. */
const MAX_NAME_LENGTH = 64;

/** Comes first: a misspelled name also explains a missing field. */
function explainUnknown(given: unknown, fields: readonly string[]): string | undefined {
  const unknown = isRecord(given) ? Object.keys(given).find((name) => !fields.includes(name)) : undefined;
  if (unknown === undefined) return undefined;
  const near = nearName(unknown, fields);
  const shown = unknown.length > MAX_NAME_LENGTH ? `${unknown.slice(0, MAX_NAME_LENGTH)}…` : unknown;
  return `${shown}: there is no such field${near === undefined ? '' : `; did you mean ${near}?`}`;
}

interface Problem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

function explain(problems: readonly Problem[]): string {
  const [first] = problems;
  if (!first) return 'The body is not valid';
  const { instancePath, keyword, params, message } = first;
  const field = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'required' && 'requiredProperties' in params) {
    const missing = (params.requiredProperties as string[]).map((name) => (field ? `${field}.${name}` : name));
    return `${missing.join(', ')}: must be given`;
  }
  if (keyword === 'enum' && 'allowedValues' in params) {
    return `${field}: must be ${(params.allowedValues as unknown[]).map((one) => JSON.stringify(one)).join(' or ')}`;
  }
  if (keyword !== 'type') return `${field || 'The body'}: ${message}`;
  const types = problems.flatMap((problem) =>
    problem.keyword === 'type' && problem.instancePath === instancePath && 'type' in problem.params
      ? [String(problem.params.type)]
      : [],
  );
  return `${field || 'The body'}: must be ${[...new Set(types)].join(' or ')}`;
}

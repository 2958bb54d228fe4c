import type { TSchema } from 'typebox';
import type { AnswerDefinition } from '../../service/http/route.js';

type Answers = Readonly<Record<number, AnswerDefinition>>;

export const answer = (schema: TSchema, example: unknown): Answers => ({
  200: { description: 'The result', content: { 'application/json': { schema, example } } },
});

export const done: Answers = { 204: { description: 'It is done' } };

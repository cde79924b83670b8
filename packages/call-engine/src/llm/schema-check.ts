import { createRequire } from 'node:module';
import type { Static, TSchema } from 'typebox';

const load = createRequire(import.meta.url);

/** Its 300 files slowed every start; a service without a model needs none of them. */
export const loadSchemaCheck = () => load('typebox/value') as typeof import('typebox/value');

export const matches = <Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> =>
  loadSchemaCheck().Check(schema, value);

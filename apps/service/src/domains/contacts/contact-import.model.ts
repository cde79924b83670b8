import { Named, Strict, Uuid } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';

const MOST_ROWS = 1000;
const Line = Type.Integer({ minimum: 1, description: 'Where it stands in the file, to name it by.' });

export const ContactImport = Strict({
  rows: Type.Array(
    Strict({
      line: Line,
      values: Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'A contact, as `POST /contacts` takes it.',
        example: {
          firstName: 'Ada',
          lastName: 'Novak',
          email: 'ada@example.com',
          gdprExpiryDate: '2099-12-31',
        },
      }),
    }),
    { minItems: 1, maxItems: MOST_ROWS },
  ),
  createMissingFields: Type.Optional(
    Type.Boolean({ description: 'Define keys of `fields` that the catalog does not know.' }),
  ),
});
export type ContactImport = Static<typeof ContactImport>;

const RowError = Strict({ path: Type.String(), message: Type.String() });

export const ContactImportView = Named(
  'ContactImportResult',
  Strict({
    created: Type.Array(Strict({ line: Line, id: Uuid() })),
    refused: Type.Array(Strict({ line: Line, errors: Type.Array(RowError) })),
  }),
);
export type ContactImportView = Static<typeof ContactImportView>;
export type RowError = Static<typeof RowError>;

/** A violation begins with the path of what is wrong. */
export const rowError = (violation: string | RowError): RowError =>
  typeof violation === 'string' ? { path: violation.split(' ')[0] ?? '', message: violation } : violation;

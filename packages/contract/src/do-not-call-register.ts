import { type Static, Type } from 'typebox';
import { DateOnly, Name, Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

const Country = (options: object = {}) =>
  Type.String({
    pattern: '^[A-Z]{2}$',
    'x-rule': 'use the two capital letters of ISO 3166, such as DE',
    example: 'DE',
    ...options,
  });

export const NewRegister = Named(
  'NewDoNotCallRegister',
  Strict({
    name: Name({ example: 'Robinson list' }),
    country: Type.Optional(
      Nullable(Country({ description: 'Of numbers without a country code, as ISO 3166 code.' })),
    ),
    date: Type.Optional(
      Nullable(DateOnly({ description: 'When the list was issued.', example: '2026-03-01' })),
    ),
  }),
);
export type NewRegister = Static<typeof NewRegister>;

const modes = ['append', 'replace'] as const;
const states = ['loading', 'active', 'replaced', 'undone'] as const;

export const NewRegisterImport = Named(
  'NewDoNotCallImport',
  Strict({
    mode: OneOf(modes, {
      description: '`append` adds to what is listed; `replace` takes its place once the import is finished.',
    }),
    date: Type.Optional(
      Nullable(DateOnly({ description: 'When the list was issued.', example: '2026-03-01' })),
    ),
  }),
);
export type NewRegisterImport = Static<typeof NewRegisterImport>;

export const MOST_NUMBERS = 10_000;
/** Of a company. */
export const MOST_REGISTERS = 50;
/** A register shows so many of its imports. */
export const SHOWN_IMPORTS = 20;

export const RegisterNumbers = Named(
  'DoNotCallNumbers',
  Strict({
    numbers: Type.Array(Type.String({ maxLength: 40, example: '+4930123456' }), {
      minItems: 1,
      maxItems: MOST_NUMBERS,
      description:
        'In any usual spelling; without a country code they belong to the country of the register.',
    }),
  }),
);

export const RegisterImportView = Named(
  'DoNotCallImport',
  Strict({
    id: Uuid(),
    mode: OneOf(modes),
    state: OneOf(states, { description: 'Only numbers of `active` imports are not called.' }),
    numbers: Type.Integer({ minimum: 0, description: 'Stored, without repetitions.' }),
    refused: Type.Integer({ minimum: 0, description: 'Rows that are no telephone number.' }),
    createdAt: Timestamp(),
  }),
);
export type RegisterImportView = Static<typeof RegisterImportView>;

export const RegisterView = Named(
  'DoNotCallRegister',
  Strict({
    id: Uuid(),
    name: Type.String(),
    country: Nullable(Country()),
    date: Nullable(DateOnly()),
    isShared: Type.Boolean({
      description: 'It holds for every company of the installation: an administrator says so.',
    }),
    numbers: Type.Integer({ minimum: 0, description: 'In active imports.' }),
    imports: Type.Array(RegisterImportView, {
      description: `The latest ${SHOWN_IMPORTS}, the latest first.`,
    }),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
);
export type RegisterView = Static<typeof RegisterView>;

export const SharedRegister = Strict({ isShared: Type.Boolean() });

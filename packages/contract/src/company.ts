import { type Static, Type } from 'typebox';
import { Description, Email, Metadata, Name, Named, Nullable, Strict, Timestamp, Uuid } from './schema.ts';

const Timezone = (options: object = {}) =>
  Type.String({ format: 'timezone', example: 'Europe/Zurich', ...options });
const Country = (options: object = {}) => Type.String({ format: 'country', example: 'CH', ...options });

const writable = {
  description: Type.Optional(Nullable(Description())),
  defaultCountry: Type.Optional(
    Nullable(Country({ description: 'ISO 3166 code; phone numbers without `+` are read in it.' })),
  ),
  timezone: Type.Optional(Timezone({ description: 'IANA name; the default is `UTC`.' })),
  metadata: Type.Optional(Metadata()),
};

export const NewCompany = Named(
  'NewCompany',
  Strict({
    name: Name(),
    ...writable,
    ownerEmail: Type.Optional(Email({ description: 'Invites the owner to the console.' })),
  }),
);
export type NewCompany = Static<typeof NewCompany>;

export const CompanyChanges = Named('CompanyUpdate', Strict({ name: Type.Optional(Name()), ...writable }));
export type CompanyChanges = Static<typeof CompanyChanges>;

export const CompanyView = Named(
  'Company',
  Strict({
    id: Uuid(),
    name: Type.String(),
    description: Nullable(Type.String()),
    timezone: Type.String(),
    defaultCountry: Nullable(Type.String()),
    metadata: Metadata(),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
);
export type CompanyView = Static<typeof CompanyView>;

import { type Static, Type } from 'typebox';
import { Named, Nullable, OneOf, Pattern, Strict, Visible } from './schema.ts';

/** Of the protocols that the call engine speaks. */
const modelProviders = ['openai-compatible', 'anthropic'] as const;

const given = {
  provider: OneOf(modelProviders, { description: 'The protocol that the endpoint speaks.' }),
  url: Type.Optional(
    Nullable(
      Pattern('^https?://', 'write an address that begins with http:// or https://', {
        format: 'uri',
        maxLength: 2000,
        description:
          "Up to and with its version, such as `http://localhost:11434/v1`; without it, the vendor's own.",
      }),
    ),
  ),
  model: Visible(1, 200, { description: 'Its name there.' }),
};

/** As an administrator sets it. */
export const NewCompanyModel = Named(
  'NewCompanyModel',
  Strict({
    ...given,
    key: Type.Optional(
      Nullable(
        Type.String({ minLength: 1, maxLength: 1000, description: 'Kept sealed and never shown again.' }),
      ),
    ),
  }),
);
export type NewCompanyModel = Static<typeof NewCompanyModel>;

export const CompanyModelView = Named(
  'CompanyModel',
  Strict({
    provider: given.provider,
    url: Nullable(Type.String()),
    model: Type.String(),
    hasKey: Type.Boolean(),
  }),
);
export type CompanyModelView = Static<typeof CompanyModelView>;

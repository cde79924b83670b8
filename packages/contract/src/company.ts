import { type Static, Type } from 'typebox';
import {
  Country,
  Description,
  Email,
  Metadata,
  Name,
  Named,
  Nullable,
  OneOf,
  Pattern,
  Phone,
  Strict,
  Timestamp,
  Uuid,
  Visible,
} from './schema.ts';
import { callLimits } from './trunk.ts';

const Timezone = (options: object = {}) =>
  Type.String({ format: 'timezone', example: 'Europe/Zurich', ...options });

const AllowedCountries = () =>
  Type.Array(Country(), {
    minItems: 1,
    maxItems: 250,
    uniqueItems: true,
    description:
      'ISO 3166 codes of the countries that may be called over trunks, also as a handoff. A call to another one ends `FAILED`, and an SMS is cancelled. `null`: all countries. Simulated calls are not concerned.',
    example: ['CH', 'DE'],
  });

const MaxMinutes = (span: string, example: number) =>
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: `Most minutes of calls over trunks ${span}. A live call counts with its maximum duration. When it is reached, calls wait, use no attempt, and the owners are notified by mail. \`null\`: no limit.`,
    example,
  });

const writable = {
  description: Type.Optional(Nullable(Description())),
  defaultCountry: Type.Optional(
    Nullable(Country({ description: 'ISO 3166 code; phone numbers without `+` are read in it.' })),
  ),
  timezone: Type.Optional(Timezone({ description: 'IANA name; the default is `UTC`.' })),
  metadata: Type.Optional(Metadata()),
  allowedCountries: Type.Optional(Nullable(AllowedCountries())),
  maxMinutesPerHour: Type.Optional(Nullable(MaxMinutes('that begin in one hour of the clock', 120))),
  maxMinutesPerDay: Type.Optional(Nullable(MaxMinutes('in any 24 hours', 600))),
};

const ceiling = {
  allowedCountries: Nullable(AllowedCountries()),
  maxMinutesPerHour: Nullable(MaxMinutes('that begin in one hour of the clock', 600)),
  maxMinutesPerDay: Nullable(MaxMinutes('in any 24 hours', 3000)),
};

/** As staff set it: what is left out has no ceiling. */
export const NewCallCeiling = Named(
  'NewCallCeiling',
  Strict({
    allowedCountries: Type.Optional(ceiling.allowedCountries),
    maxMinutesPerHour: Type.Optional(ceiling.maxMinutesPerHour),
    maxMinutesPerDay: Type.Optional(ceiling.maxMinutesPerDay),
  }),
);
export type NewCallCeiling = Static<typeof NewCallCeiling>;

export const CallCeilingView = Named(
  'CallCeiling',
  Strict(ceiling, {
    description:
      "What the administrator allows the company at most. It holds whatever the company's own limits are: the stricter one counts. `null`: no ceiling.",
  }),
);
export type CallCeilingView = Static<typeof CallCeilingView>;

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
    allowedCountries: Type.Optional(Nullable(AllowedCountries())),
    maxMinutesPerHour: writable.maxMinutesPerHour,
    maxMinutesPerDay: writable.maxMinutesPerDay,
    callCeiling: Type.Optional(CallCeilingView),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
);
export type CompanyView = Static<typeof CompanyView>;

/** How much of its limits of minutes a company has used. */
export const CallMinutesView = Named(
  'CallMinutes',
  Strict({
    thisHour: Type.Integer({ description: 'Minutes of calls that began in this hour.' }),
    last24Hours: Type.Integer(),
    held: Type.Integer({ description: 'Minutes that live calls may still use.' }),
    wait: Nullable(
      Strict(
        { reason: Type.String(), until: Timestamp() },
        { description: 'Why calls wait, and until when at least; null: they do not.' },
      ),
    ),
  }),
);
export type CallMinutesView = Static<typeof CallMinutesView>;

const numberUse = {
  isPooled: Type.Boolean({
    description:
      'Whether agents without a number of their own call from it. Of several the one nearest to the contact is used, and of those the one that has rested longest. Default false.',
  }),
  trunkId: Nullable(
    Uuid({ description: 'The trunk that knows the number; null: it may be used over every trunk.' }),
  ),
  ...callLimits,
  coolDownSeconds: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      description: 'From one call to the next; null: none.',
      example: 30,
    }),
  ),
};
const optionalNumberUse = {
  label: Type.Optional(Nullable(Name())),
  isPooled: Type.Optional(numberUse.isPooled),
  trunkId: Type.Optional(numberUse.trunkId),
  maxConcurrentCalls: Type.Optional(numberUse.maxConcurrentCalls),
  maxCallsPerSecond: Type.Optional(numberUse.maxCallsPerSecond),
  maxCallsPerDay: Type.Optional(numberUse.maxCallsPerDay),
  coolDownSeconds: Type.Optional(numberUse.coolDownSeconds),
};

export const NewPhoneNumber = Named(
  'NewPhoneNumber',
  Strict({ companyId: Uuid(), phoneNumber: Phone, ...optionalNumberUse }),
);
export type NewPhoneNumber = Static<typeof NewPhoneNumber>;

export const PhoneNumberChanges = Named('PhoneNumberUpdate', Strict(optionalNumberUse));
export type PhoneNumberChanges = Static<typeof PhoneNumberChanges>;

export const PhoneNumberView = Named(
  'PhoneNumber',
  Strict(
    {
      id: Uuid(),
      companyId: Uuid(),
      phoneNumber: Type.String(),
      label: Nullable(Type.String()),
      ...numberUse,
      createdAt: Timestamp(),
    },
    {
      example: {
        id: '01957a2e-7c00-7000-8000-000000000091',
        companyId: '01957a2e-7c00-7000-8000-0000000000f1',
        phoneNumber: '+15005550000',
        label: 'Main line',
        isPooled: true,
        trunkId: null,
        maxConcurrentCalls: null,
        maxCallsPerSecond: null,
        maxCallsPerDay: 100,
        coolDownSeconds: 30,
        createdAt: '2026-03-14T09:30:00.000Z',
      },
    },
  ),
);
export type PhoneNumberView = Static<typeof PhoneNumberView>;

/** The protocols that the call engine supports. */
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
  model: Visible(1, 200, { description: 'The name of the model at the endpoint.' }),
};

/** As staff set it. */
export const NewCompanyModel = Named(
  'NewCompanyModel',
  Strict({
    ...given,
    key: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 1000,
          description: 'Stored encrypted and never shown again.',
        }),
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

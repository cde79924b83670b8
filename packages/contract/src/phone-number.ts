import { type Static, Type } from 'typebox';
import { Name, Named, Nullable, Strict, Timestamp, Uuid } from './schema.ts';

export const NewPhoneNumber = Named(
  'NewPhoneNumber',
  Strict({
    companyId: Uuid(),
    phoneNumber: Type.String({
      minLength: 1,
      maxLength: 50,
      description: "Stored as E.164; without `+` it is read in the company's country.",
      example: '+15005550000',
    }),
    label: Type.Optional(Nullable(Name())),
  }),
);
export type NewPhoneNumber = Static<typeof NewPhoneNumber>;

export const PhoneNumberView = Named(
  'PhoneNumber',
  Strict(
    {
      id: Uuid(),
      companyId: Uuid(),
      phoneNumber: Type.String(),
      label: Nullable(Type.String()),
      createdAt: Timestamp(),
    },
    {
      example: {
        id: '01957a2e-7c00-7000-8000-000000000091',
        companyId: '01957a2e-7c00-7000-8000-0000000000f1',
        phoneNumber: '+15005550000',
        label: 'Main line',
        createdAt: '2026-03-14T09:30:00.000Z',
      },
    },
  ),
);
export type PhoneNumberView = Static<typeof PhoneNumberView>;

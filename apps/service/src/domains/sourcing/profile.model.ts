import { Email, Name, Named, Pattern, Strict } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';

const MOST_PROFILES = 1000;
const MOST_TEXTS = 200;

export const ProfileId = Pattern('^\\S(.*\\S)?$', 'write an id without spaces at its ends', {
  minLength: 1,
  maxLength: 128,
});
const Line = (options: object = {}) => Type.String({ minLength: 1, maxLength: 300, ...options });
const Texts = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: MOST_TEXTS });
const Url = Type.String({ format: 'uri', maxLength: 2048 });

const Experience = Strict({
  role: Line(),
  company: Type.Optional(Line()),
  duration: Type.Optional(Line({ description: 'In words, such as `2019 – 2023` or `4 years`.' })),
  highlights: Type.Optional(Texts),
});

const NewProfile = Named(
  'NewProfile',
  Strict({
    profileId: Type.Optional(
      Type.Unsafe<string>({
        ...ProfileId,
        description: 'Yours. One that is there already is replaced; without one, one is made.',
      }),
    ),
    name: Name({ example: 'Maria Keller' }),
    headline: Type.Optional(Line({ example: 'Backend engineer who likes databases' })),
    location: Type.Optional(Line({ example: 'Zurich, Switzerland' })),
    country: Type.Optional(Line({ description: 'A name or a two-letter code.' })),
    currentCompany: Type.Optional(Line({ example: 'Nordwind' })),
    companyUrl: Type.Optional(Url),
    currentRole: Type.Optional(Line({ example: 'Senior Backend Engineer' })),
    skills: Type.Optional({ ...Texts, example: ['TypeScript', 'PostgreSQL'] } as typeof Texts),
    emails: Type.Optional(Type.Array(Email(), { maxItems: MOST_TEXTS })),
    phones: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: MOST_TEXTS })),
    professionalProfileUrl: Type.Optional(Url),
    detailedExperience: Type.Optional(Type.Array(Experience, { maxItems: MOST_TEXTS })),
  }),
);
export type NewProfile = Static<typeof NewProfile>;

export const NewProfiles = Named(
  'NewProfiles',
  Strict({
    profiles: Type.Array(NewProfile, { minItems: 1, maxItems: MOST_PROFILES }),
  }),
);

export const UploadedProfiles = Strict({
  created: Type.Integer({ minimum: 0, example: 1 }),
  updated: Type.Integer({ minimum: 0, example: 0 }),
});

/** One thing that somebody did for some time. */
export interface Experience {
  readonly role: string;
  readonly company: string | null;
  readonly duration: string | null;
  readonly highlights: readonly string[];
}

/** A person as a provider knows them. What is not known is null or empty: nothing is made up. */
export interface Profile {
  readonly profileId: string;
  readonly name: string;
  readonly headline: string | null;
  readonly location: string | null;
  readonly country: string | null;
  readonly currentCompany: string | null;
  readonly companyUrl: string | null;
  readonly currentRole: string | null;
  readonly skills: readonly string[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly professionalProfileUrl: string | null;
  readonly detailedExperience: readonly Experience[];
}

/** What was sent, with nothing left open. */
export const readProfile = (sent: Partial<NewProfile> & { name: string }, profileId: string): Profile => ({
  profileId,
  name: sent.name,
  headline: sent.headline ?? null,
  location: sent.location ?? null,
  country: sent.country ?? null,
  currentCompany: sent.currentCompany ?? null,
  companyUrl: sent.companyUrl ?? null,
  currentRole: sent.currentRole ?? null,
  skills: sent.skills ?? [],
  emails: sent.emails ?? [],
  phones: sent.phones ?? [],
  professionalProfileUrl: sent.professionalProfileUrl ?? null,
  detailedExperience: (sent.detailedExperience ?? []).map(readExperience),
});

export const readExperience = (sent: Static<typeof Experience>): Experience => ({
  role: sent.role,
  company: sent.company ?? null,
  duration: sent.duration ?? null,
  highlights: sent.highlights ?? [],
});

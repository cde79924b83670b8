import type { NewExperience, NewProfile } from '@parley/contract/sourcing.ts';
import type { Static } from 'typebox';

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

/** One thing that somebody did for some time. */
export interface Experience {
  readonly role: string;
  readonly company: string | null;
  readonly duration: string | null;
  readonly highlights: readonly string[];
}

/** What was sent, with nothing left open. */
export const readProfile = (sent: Partial<NewProfile> & { name: string }, profileId: string): Profile => ({
  profileId,
  name: sent.name,
  headline: sent.headline ?? null,
  location: sent.location ?? null,
  country: sent.country ?? null,
  currentCompany: sent.currentCompany ?? null,
  companyUrl: webAddress(sent.companyUrl),
  currentRole: sent.currentRole ?? null,
  skills: sent.skills ?? [],
  emails: sent.emails ?? [],
  phones: sent.phones ?? [],
  professionalProfileUrl: webAddress(sent.professionalProfileUrl),
  detailedExperience: (sent.detailedExperience ?? []).map(readExperience),
});

export const readExperience = (sent: Static<typeof NewExperience>): Experience => ({
  role: sent.role,
  company: sent.company ?? null,
  duration: sent.duration ?? null,
  highlights: sent.highlights ?? [],
});

/** It is shown as a link, and a provider may say anything: what is no address of the web is left out. */
const webAddress = (given: string | null | undefined): string | null =>
  given && /^https?:\/\//i.test(given) ? given : null;

import type { Scope } from '../../storage/scope.ts';
import type { Criteria } from './criteria.model.ts';
import type { Experience, Profile } from './profile.model.ts';

/** What a search found. */
export interface Found {
  /** In the order of relevance, each once; at most MOST_FOUND. */
  readonly profiles: readonly Profile[];
  /** How many there are, of whom these are the first; no fewer than they. */
  readonly total: number;
}

/** The most profiles that one search brings, and so the most that are scored. */
export const MOST_FOUND = 300;
/** How far a search counts: each takes its time, and beyond so many nobody needs to know. */
export const MOST_COUNTED = 10_000;

/** Whoever is to be enriched: a profile by its id alone, or a contact with what is known of them. */
export interface Sought {
  readonly profileId: string;
  readonly known?: {
    readonly name: string;
    readonly emails: readonly string[];
    readonly phones: readonly string[];
  };
}

export interface Enriched {
  readonly profileId: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly detailedExperience: readonly Experience[];
  /** Set when nothing could be found out, in words for the client. */
  readonly failureReason: string | null;
}

/**
 * Where candidates come from. Both answer in the order of relevance, each profile once; what they do not know they
 * leave empty. A provider that cannot answer throws ProviderFailure; any other error is the machine's, and the work is
 * tried again.
 */
export interface SourcingProvider {
  /** In a preview nobody's addresses are needed. */
  search(scope: Scope, search: { requestId: string; criteria: Criteria; isPreview: boolean }): Promise<Found>;
  /** One answer for each that is sought. */
  enrich(scope: Scope, wanted: { requestId: string; sought: readonly Sought[] }): Promise<Enriched[]>;
}

/** The provider is away, refuses, or answers nonsense. Its words are for the operator and the client alike. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
}

/** Nothing is known about somebody, for this reason. */
export const unenriched = (profileId: string, failureReason: string): Enriched => ({
  profileId,
  emails: [],
  phones: [],
  detailedExperience: [],
  failureReason,
});

export const unknownProfile = (profileId: string): Enriched =>
  unenriched(profileId, 'The provider knows no such profile');

export const deletedContact = (contactId: string): Enriched =>
  unenriched(contactId, 'The contact was deleted');

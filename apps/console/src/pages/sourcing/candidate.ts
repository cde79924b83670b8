import type { Reply } from '../../api/client.ts';

type Full = NonNullable<
  Extract<Reply<'/sourcing/{id}/results', 'get'>, { candidates?: unknown }>['candidates']
>;
type Preview = NonNullable<
  Extract<Reply<'/sourcing/preview/{id}/results', 'get'>, { candidates?: unknown }>['candidates']
>;

/** Somebody who was found, by a preview or by a whole search. */
export interface Candidate {
  readonly profileId: string;
  readonly name: string;
  readonly role: string | null;
  readonly company: string | null;
  readonly location: string | null;
  readonly headline: string | null;
  readonly url: string | null;
  /** Missing in a preview. */
  readonly assessment?: {
    readonly score: number;
    readonly rationale: string;
    readonly fits: readonly string[];
    readonly flags: readonly string[];
    readonly steps: Full[number]['aiDetailedRationale'];
  };
  readonly skills: readonly string[];
  readonly emails: readonly string[];
}

export const candidatesOf = ({
  candidates = [],
}: {
  readonly candidates?: Full | Preview;
}): readonly Candidate[] => candidates.map((one) => ('matchScore' in one ? whole(one) : previewed(one)));

const whole = (one: Full[number]): Candidate => ({
  profileId: one.profileId,
  name: one.name,
  role: one.currentRole,
  company: one.currentCompany,
  location: one.location,
  headline: one.headline,
  url: webAddress(one.professionalProfileUrl),
  assessment: {
    score: one.matchScore,
    rationale: one.rationale,
    fits: one.aiFitPoints,
    flags: one.aiRedFlags,
    steps: one.aiDetailedRationale,
  },
  skills: one.skills,
  emails: one.emails,
});

const previewed = (one: Preview[number]): Candidate => ({
  profileId: one.profileId,
  name: one.fullName,
  role: one.title,
  company: one.companyName,
  location: one.location,
  headline: one.headline,
  url: webAddress(one.profileUrl),
  skills: [],
  emails: [],
});

/** A provider may write anything there; people follow only what leads to the web. */
const webAddress = (url: string | null): string | null => (url && /^https?:\/\//i.test(url) ? url : null);

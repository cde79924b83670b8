import type { Criteria } from './criteria.model.ts';
import type { Profile } from './profile.model.ts';

/** How well somebody fits, and why: every sentence is about what the profile says, or does not say. */
export interface Assessment {
  /** 0 to 100. */
  readonly matchScore: number;
  readonly rationale: string;
  readonly fitPoints: readonly string[];
  readonly redFlags: readonly string[];
  readonly detailedRationale: readonly {
    readonly title: string;
    readonly company: string | null;
    readonly duration: string | null;
    readonly relevanceExplanation: string;
  }[];
}

/** Judges profiles against what is sought; an answer for each, in their order. */
export type Score = (criteria: Criteria, profiles: readonly Profile[]) => Promise<Assessment[]>;

import type { NewSourcing } from '@parley/contract/sourcing.ts';
import type { Scope } from '../../storage/scope.ts';
import { getJob, requireJobs } from '../jobs/job.actions.ts';
import { type Assessment, byFit } from './assessment.model.ts';
import { criteriaOf, sourcingViolations } from './criteria.model.ts';
import type { Profile } from './profile.model.ts';
import type { Found } from './provider.model.ts';
import { completeRequest, pollRequest, refuse, startRequest } from './request.actions.ts';
import type { RequestKind, SourcingRequest } from './request.model.ts';
import { listResults } from './request.store.ts';
import {
  answerPreview,
  answerSourcing,
  type Candidate,
  viewCandidate,
  withoutAddresses,
} from './sourcing.model.ts';

type SearchKind = Exclude<RequestKind, 'ENRICHMENT'>;

/** The job is read now: what becomes of it later does not change what was asked for. */
export async function startSourcing(scope: Scope, kind: SearchKind, wanted: NewSourcing) {
  refuse(sourcingViolations(wanted));
  const { jobId } = wanted;
  if (jobId !== undefined) await requireJobs(scope, [jobId]);
  const job = jobId === undefined ? undefined : await getJob(scope, jobId);
  return startRequest(scope, kind, criteriaOf(wanted, job));
}

export async function readSourcing(scope: Scope, id: string) {
  const request = await pollRequest(scope, 'SOURCING', id);
  return answerSourcing(request, await candidatesOf(scope, request));
}

export async function readPreview(scope: Scope, id: string) {
  const request = await pollRequest(scope, 'PREVIEW', id);
  return answerPreview(request, await candidatesOf(scope, request));
}

const candidatesOf = async (scope: Scope, { id, status }: SourcingRequest) => ({
  candidates: status === 'completed' ? await listResults<Candidate>(scope, id) : [],
});

/** What a search found, in the order it was found. */
export const completePreview = (scope: Scope, id: string, { profiles, total }: Found, limit: number) =>
  completeRequest(scope, id, {
    foundCount: total,
    scoredCount: 0,
    results: profiles
      .slice(0, limit)
      .map((profile) => ({ profileId: profile.profileId, result: { profile: withoutAddresses(profile) } })),
    event: undefined,
  });

interface Outcome {
  readonly scored: readonly { readonly profile: Profile; readonly assessment: Assessment }[];
  readonly foundCount: number;
}

/** Stores those who fit best, with everything that is reported about them. */
export function completeSourcing(scope: Scope, id: string, { scored, foundCount }: Outcome, limit: number) {
  const best = [...scored].sort(byFit).slice(0, limit);
  return completeRequest(scope, id, {
    foundCount,
    scoredCount: scored.length,
    results: best.map((candidate) => ({ profileId: candidate.profile.profileId, result: candidate })),
    event: {
      type: 'sourcing.completed',
      subjectId: id,
      data: {
        requestId: id,
        foundCount,
        scoredCount: scored.length,
        candidates: best.map(({ profile, assessment }) => viewCandidate(profile, assessment)),
      },
    },
  });
}

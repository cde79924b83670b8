import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, get, type Reply } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Section } from '../../components/page.tsx';
import { Empty, LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { CandidateActions } from './candidate-actions.tsx';
import { type Candidate, CandidateCard, candidatesOf } from './candidate-card.tsx';

/** Polling interval, in case the change event is missed. */
const LOOK_AGAIN_MS = 5_000;
const FIRST_LOOK_MS = 1_500;

type Results = Reply<'/sourcing/{id}/results', 'get'> | Reply<'/sourcing/preview/{id}/results', 'get'>;

const read = (id: string, signal: AbortSignal): Promise<Results> =>
  id.startsWith('req_prev_')
    ? get('/sourcing/preview/{id}/results', { path: { id }, signal })
    : get('/sourcing/{id}/results', { path: { id }, signal });

/** A search: its progress, then its candidates. */
export function SearchResults({
  requestId,
  jobId,
}: {
  readonly requestId: string;
  readonly jobId: string | undefined;
}) {
  const results = useQuery({
    queryKey: ['request', requestId],
    queryFn: ({ signal }) => read(requestId, signal),
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) => {
      if (error instanceof ApiFailure && error.status !== 429) return false;
      if (data !== undefined && data.status !== 'processing') return false;
      return dataUpdateCount < 2 ? FIRST_LOOK_MS : LOOK_AGAIN_MS;
    },
  });
  const { data } = results;
  if (data === undefined) {
    return results.error && !isTooFast(results.error) ? (
      <LoadError error={results.error} onRetry={() => void results.refetch()} />
    ) : (
      <SkeletonLines lines={6} />
    );
  }
  if (data.status === 'processing') {
    return (
      <Section title="Searching">
        <div className="flex flex-col gap-4">
          <p role="status">
            {data.message}
            {data.candidatesSourcedCount > 0 && '. They are being scored.'}
          </p>
          <SkeletonLines lines={6} />
        </div>
      </Section>
    );
  }
  if (data.status === 'failed') {
    return (
      <Section title="The search failed">
        <Empty title="The search could not run">
          {data.errorMessage ?? 'The candidate source did not respond.'} Start the search again in a moment.
        </Empty>
      </Section>
    );
  }
  return (
    <Found
      candidates={candidatesOf(data)}
      foundCount={data.foundCount ?? 0}
      scoredCount={data.scoredCount ?? 0}
      jobId={jobId}
    />
  );
}

const isTooFast = (error: unknown): boolean => error instanceof ApiFailure && error.status === 429;

function Found({
  candidates,
  foundCount,
  scoredCount,
  jobId,
}: {
  readonly candidates: readonly Candidate[];
  readonly foundCount: number;
  readonly scoredCount: number;
  readonly jobId: string | undefined;
}) {
  const mayWrite = useHasRole('member');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  if (candidates.length === 0) {
    return (
      <Section title="No candidates found">
        <Empty title="No match in the talent pool">
          Try fewer skills or another location, or add more people to the pool.
        </Empty>
      </Section>
    );
  }
  return (
    <Section
      title={`${foundCount.toLocaleString()} found`}
      actions={
        scoredCount > 0 && (
          <span className="text-xs text-soft">{scoredCount.toLocaleString()} scored, best first</span>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {mayWrite && (
          <CandidateActions
            candidates={candidates}
            chosen={chosen}
            jobId={jobId}
            onChooseAll={(isAll) =>
              setChosen(new Set(isAll ? candidates.map(({ profileId }) => profileId) : []))
            }
          />
        )}
        <ul className="flex flex-col divide-y divide-line/60">
          {candidates.map((candidate) => (
            <CandidateCard
              key={candidate.profileId}
              candidate={candidate}
              isChosen={chosen.has(candidate.profileId)}
              onChoose={mayWrite ? (isChosen) => toggle(candidate.profileId, isChosen) : undefined}
            />
          ))}
        </ul>
      </div>
    </Section>
  );
}

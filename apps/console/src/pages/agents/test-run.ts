import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Action, useAction } from '../../api/action.ts';
import { get, post, type Reply } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import type { Agent } from './agent.ts';
import type { TestCase } from './test-case-dialog.tsx';

type Run = Reply<'/agents/{id}/test-cases/run', 'post'>;
export type TestResult = Run['results'][number];
export type SimulatedOutcome = Reply<'/console/api/agents/{id}/simulated-test', 'post'>;

/** The version that is tested, and its last change: a result of an older state is marked. */
interface Tested {
  readonly draft: boolean;
  readonly of: string;
}

/** The agent's test cases and how they went the last time, in the flow as on the page of tests. */
export interface TestRun {
  readonly cases: readonly TestCase[];
  readonly isPending: boolean;
  readonly last: Run | undefined;
  /** The agent was changed since. */
  readonly isStale: boolean;
  readonly action: Action<Tested, Run>;
  readonly run: () => void;
  /** After a save: with what was saved. Without test cases there is nothing to run. */
  readonly runAgain: (of: string) => void;
}

export function useTestRun(agent: Agent, { isDraft, hasDraft }: OpenVersion): TestRun {
  const queries = useQueryClient();
  const mayRun = useHasRole('member');
  const runKey = ['test-run', agent.id, isDraft];
  const cases = useQuery({
    queryKey: ['test-cases', agent.id],
    queryFn: ({ signal }) =>
      get('/agents/{id}/test-cases', { path: { id: agent.id }, query: { limit: 100 }, signal }),
  });
  // Kept in the query cache, so that the result is still there after opening another tab.
  const { data: last } = useQuery<Run & Pick<Tested, 'of'>>({
    queryKey: runKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const action = useAction(
    ({ draft }: Tested) => post('/agents/{id}/test-cases/run', { draft }, { path: { id: agent.id } }),
    { isQuiet: true, onDone: (result, { of }) => void queries.setQueryData(runKey, { ...result, of }) },
  );
  const all = cases.data?.data ?? [];
  return {
    cases: all,
    isPending: cases.isPending,
    last,
    isStale: last !== undefined && last.of !== agent.updatedAt,
    action,
    run: () => action.run({ draft: isDraft && hasDraft, of: agent.updatedAt }),
    runAgain: (of) => {
      if (mayRun && all.length > 0) action.run({ draft: isDraft, of });
    },
  };
}

/** Which version of the agent the page shows. A draft that was never saved is still the published version. */
export interface OpenVersion {
  readonly isDraft: boolean;
  readonly hasDraft: boolean;
}

/** The last test with simulated contacts, if there was one. */
export const useSimulatedOutcome = (agentId: string, isDraft: boolean) =>
  useQuery<SimulatedOutcome & Pick<Tested, 'of'>>({
    queryKey: ['simulated-test', agentId, isDraft],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });

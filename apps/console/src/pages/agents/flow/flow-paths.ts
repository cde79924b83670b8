import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { get } from '../../../api/client.ts';
import type { Choice } from '../../../components/field.tsx';
import { useFilters } from '../../../components/filters.tsx';
import type { Flow } from '../../../flow/flow.model.ts';
import { type FlowTrace, missingParts, type PathPart, reachedBy } from '../../../flow/flow-path.ts';
import type { Agent } from '../agent.ts';
import { type TestRun, useSimulatedOutcome } from '../test-run.ts';

/** What the diagram shows of calls: all test cases, one of them, a simulated contact, or a real call. */
export interface FlowPaths {
  readonly shown: string;
  readonly choices: readonly Choice[];
  /** The path of one call; undefined: of all test cases together, or none. */
  readonly path: readonly PathPart[] | undefined;
  /** Parts of the path that the flow no longer has. */
  readonly missing: number;
  /** Why the path of a real call cannot be shown. */
  readonly problem: string | undefined;
  readonly trace: FlowTrace | undefined;
}

const none: readonly PathPart[] = [];

/** The address keeps what is shown: `path`, and for a real call `conversation` and `call`. */
export function useFlowPaths(agent: Agent, isDraft: boolean, tests: TestRun, flow: Flow): FlowPaths {
  const [{ path: wanted, conversation = '', call = '' }] = useFilters();
  const { data: simulated } = useSimulatedOutcome(agent.id, isDraft);
  const isCall = conversation !== '' && call !== '';
  const real = useQuery({
    queryKey: ['call-path', conversation, call],
    queryFn: ({ signal }) =>
      get('/conversations/{id}/call-attempts/{attemptId}/path', {
        path: { id: conversation, attemptId: call },
        signal,
      }),
    enabled: isCall,
    retry: false,
  });
  const shown = wanted ?? (isCall ? CALL : ALL);
  const { last } = tests;
  const path =
    shown === CALL
      ? real.data?.path
      : (last?.results.find(({ id }) => id === shown)?.path ??
        simulated?.people.find(({ number }) => number === shown)?.path);
  const trace = useMemo((): FlowTrace | undefined => {
    const unreached = new Set((last?.unreached ?? none).map(({ id }) => id));
    if (shown === NOTHING) return undefined;
    if (path) return { reached: reachedBy(flow, [path]), unreached };
    if (!last || last.results.length === 0) return undefined;
    return {
      reached: reachedBy(
        flow,
        last.results.map((one) => one.path),
      ),
      unreached,
    };
  }, [shown, path, last, flow]);
  return {
    shown,
    path,
    missing: path ? missingParts(flow, path) : 0,
    problem: shown === CALL ? real.error?.message : undefined,
    trace,
    choices: [
      { value: ALL, words: 'All test cases' },
      ...(isCall ? [{ value: CALL, words: 'The call of the conversation' }] : []),
      ...(last?.results ?? []).flatMap(({ id, name, passed }) =>
        id === null ? [] : [{ value: id, words: `${name} (${passed ? 'passed' : 'failed'})` }],
      ),
      ...(simulated?.people ?? []).map(({ name, number }) => ({
        value: number,
        words: `Simulated contact ${number.slice(-4)}: ${name}`,
      })),
      { value: NOTHING, words: 'No path' },
    ],
  };
}

export const ALL = 'all';
const CALL = 'call';
const NOTHING = 'none';

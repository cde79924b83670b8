import { get, post, type Reply } from '../../api/client.ts';
import { randomId } from '../../components/random-id.ts';
import { type FlowDocument, readFlow } from '../../flow/flow-document.ts';
import { problemsOf } from '../../flow/flow-tree.ts';
import { blockName } from '../../flow/flow-words.ts';
import type { Run } from './run.ts';

type Preflight = Reply<'/agents/{id}/preflight', 'post'>;
export type Problem = Preflight['problems'][number];

export interface LaunchCheck {
  readonly attached: number;
  readonly callable: number;
  readonly agentId: string;
  readonly problems: readonly PlacedProblem[];
}

/** A problem with its place, as text. */
interface LocatedProblem extends Problem {
  readonly place?: string | undefined;
}

/** One problem, with the number of contacts that have it. */
export interface PlacedProblem extends LocatedProblem {
  readonly count: number;
}

/** Runs the preflight of a run, with each version that would call. What it costs is in the launch preview. */
export async function checkLaunch(
  run: Pick<Run, 'id' | 'agentId' | 'versions'>,
  signal: AbortSignal,
): Promise<LaunchCheck> {
  const versions = await Promise.all(
    versionsOf(run).map((versionId) => checkVersion(run, versionId, signal)),
  );
  return {
    attached: Math.max(...versions.map(({ total }) => total)),
    // Who gets which version is not known here: callable is who every version can call.
    callable: Math.min(...versions.map(({ callable }) => callable)),
    agentId: run.agentId,
    problems: gathered(versions.flatMap(({ problems }) => problems)),
  };
}

/** Undefined: the one that is published at the launch. */
const versionsOf = ({ versions = [] }: Pick<Run, 'versions'>): readonly (string | undefined)[] =>
  versions.length === 0 ? [undefined] : versions.map(({ versionId }) => versionId);

async function checkVersion(
  { id: runId, agentId: id }: Pick<Run, 'id' | 'agentId'>,
  versionId: string | undefined,
  signal: AbortSignal,
): Promise<{ total: number; callable: number; problems: readonly LocatedProblem[] }> {
  const [flow, { contacts, problems }] = await Promise.all([
    flowOf(id, versionId, signal),
    post(
      '/agents/{id}/preflight',
      { runId, ...(versionId !== undefined && { versionId }) },
      { path: { id }, signal },
    ),
  ]);
  return {
    ...contacts,
    problems: problems.filter(isOfAgentOrContact).map((problem) => ({
      ...problem,
      place: problem.path === undefined ? undefined : findingPlace(flow, problem.path),
    })),
  };
}

async function flowOf(id: string, versionId: string | undefined, signal: AbortSignal) {
  const { flow } =
    versionId === undefined
      ? await get('/agents/{id}', { path: { id }, signal })
      : (await get('/agents/{id}/versions/{versionId}', { path: { id, versionId }, signal })).agent;
  return flow ?? null;
}

/** Problems of neither are about the plan; the launch preview has what the launch reserves. */
const isOfAgentOrContact = ({ path, contactId }: Problem): boolean =>
  path !== undefined || contactId !== undefined;

/** The same problem of several versions is one line; errors come before warnings. */
export function gathered(problems: readonly LocatedProblem[]): PlacedProblem[] {
  const byWords = Map.groupBy(
    problems,
    ({ severity, path = '', message }) => `${severity} ${path} ${message}`,
  );
  return [...byWords.values()]
    .flatMap((same) => {
      const [first] = same;
      return first ? [{ ...first, count: Math.max(...same.map(({ contacts = 1 }) => contacts)) }] : [];
    })
    .sort((one, other) => one.severity.localeCompare(other.severity));
}

/** The labels of settings that a finding may be about. */
const settings: readonly (readonly [path: string, words: string])[] = [
  ['instructions', 'Instructions'],
  ['voicemail', 'Voicemail message'],
  ['guardrails.rules', 'Rules'],
  ['guardrails.forbiddenTopics', 'Topics to avoid'],
  ['analyticsConfig', 'Call analysis'],
  ['language', 'Language'],
];

/** The place of a finding in the agent, as labels of the page instead of an API path. */
export function findingPlace(flow: FlowDocument | null, path: string): string {
  if (flow !== null && path.startsWith('flow')) {
    const draft = readFlow(flow, randomId);
    const [problem] = problemsOf(draft, [{ path, problem: '' }]);
    return (problem?.blockId && blockName(draft, problem.blockId)) || 'Flow';
  }
  return settings.find(([start]) => path.startsWith(start))?.[1] ?? 'Settings';
}

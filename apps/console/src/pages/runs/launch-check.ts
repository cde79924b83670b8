import { MAX_CONTACTS } from '@parley/contract/preflight.ts';
import { get, post, type Reply } from '../../api/client.ts';
import { randomId } from '../../components/random-id.ts';
import { type FlowDocument, readFlow } from '../../flow/flow-document.ts';
import { problemsOf } from '../../flow/flow-tree.ts';
import { blockName } from '../../flow/flow-words.ts';
import type { Run } from './run.ts';

type Preflight = Reply<'/agents/{id}/preflight', 'post'>;
export type Problem = Preflight['problems'][number];

/** Enough for a check; the dialog says when a list is longer. */
const MAX_CHECKED = 2_000;
const PAGE = 100;

export interface LaunchCheck {
  readonly attached: number;
  readonly checked: number;
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

/** Runs the preflight of a list, with each version that would call. What it costs is in the launch preview. */
export async function checkLaunch(
  run: Pick<Run, 'id' | 'agentId' | 'versions'>,
  signal: AbortSignal,
): Promise<LaunchCheck> {
  const ids: string[] = [];
  let attached = 0;
  for (let page = 1; ids.length < MAX_CHECKED; page++) {
    const part = await get('/runs/{id}/contacts', {
      path: { id: run.id },
      query: { page, limit: PAGE },
      signal,
    });
    attached = part.total;
    ids.push(...part.data.map(({ contactId }) => contactId));
    if (page >= part.totalPages) break;
  }
  const versions = await Promise.all(
    versionsOf(run).map((versionId) => checkVersion(run.agentId, versionId, ids, signal)),
  );
  return {
    attached,
    checked: ids.length,
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
  id: string,
  versionId: string | undefined,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<{ callable: number; problems: readonly LocatedProblem[] }> {
  const { flow } =
    versionId === undefined
      ? await get('/agents/{id}', { path: { id }, signal })
      : (await get('/agents/{id}/versions/{versionId}', { path: { id, versionId }, signal })).agent;
  const answers: Preflight[] = [];
  for (let from = 0; from === 0 || from < ids.length; from += MAX_CONTACTS) {
    const contactIds = ids.slice(from, from + MAX_CONTACTS);
    const body = {
      ...(contactIds.length > 0 && { contactIds }),
      ...(versionId !== undefined && { versionId }),
    };
    answers.push(await post('/agents/{id}/preflight', body, { path: { id }, signal }));
  }
  return {
    callable: answers.reduce((sum, { contacts }) => sum + contacts.callable, 0),
    problems: answers.flatMap(({ problems }) =>
      problems.filter(isOfAgentOrContact).map((problem) => ({
        ...problem,
        place: problem.path === undefined ? undefined : findingPlace(flow ?? null, problem.path),
      })),
    ),
  };
}

/** Problems of neither are about the plan for one batch; the launch preview covers the whole list. */
const isOfAgentOrContact = ({ path, contactId }: Problem): boolean =>
  path !== undefined || contactId !== undefined;

/** The same problem of many contacts is one line; errors come before warnings. */
export function gathered(problems: readonly LocatedProblem[]): PlacedProblem[] {
  const byWords = Map.groupBy(
    problems,
    ({ severity, path = '', message }) => `${severity} ${path} ${message}`,
  );
  return [...byWords.values()]
    .flatMap((same) => (same[0] ? [{ ...same[0], count: distinct(same) }] : []))
    .sort((one, other) => one.severity.localeCompare(other.severity));
}

/** Problems of the agent are returned with every batch, and shown once. */
const distinct = (same: readonly Problem[]): number => new Set(same.map(({ contactId }) => contactId)).size;

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

import { MAX_CONTACTS } from '@parley/contract/preflight.ts';
import { get, post, type Reply } from '../../api/client.ts';
import { randomId } from '../../components/random-id.ts';
import { type FlowDocument, readFlow } from '../../flow/flow-document.ts';
import { problemsOf } from '../../flow/flow-tree.ts';
import { blockName } from '../../flow/flow-words.ts';

type Preflight = Reply<'/agents/{id}/preflight', 'post'>;
type Quote = Reply<'/console/api/billing/quote', 'get'>;
export type Problem = Preflight['problems'][number];

/** Enough for a check; the dialog says when a list is longer. */
const MAX_CHECKED = 2_000;
const PAGE = 100;

export interface LaunchCheck {
  readonly attached: number;
  readonly checked: number;
  readonly callable: number;
  readonly minutesACall: number;
  /** The cost of the whole list. */
  readonly quote: Quote;
  readonly agentId: string;
  readonly problems: readonly PlacedProblem[];
}

/** One problem, with the number of contacts that have it. */
export interface GatheredProblem extends Problem {
  readonly count: number;
}

/** A problem with its place, as text. */
export interface PlacedProblem extends GatheredProblem {
  readonly place: string | undefined;
}

/** Runs the preflight of a list. */
export async function checkLaunch(
  run: { id: string; agentId: string },
  signal: AbortSignal,
): Promise<LaunchCheck> {
  const agent = await get('/agents/{id}', { path: { id: run.agentId }, signal });
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
  const answers: Preflight[] = [];
  for (let from = 0; from === 0 || from < ids.length; from += MAX_CONTACTS) {
    const contactIds = ids.slice(from, from + MAX_CONTACTS);
    answers.push(
      await post('/agents/{id}/preflight', contactIds.length > 0 ? { contactIds } : {}, {
        path: { id: agent.id },
        signal,
      }),
    );
  }
  const quote = await get('/console/api/billing/quote', {
    query: { minutes: attached * agent.duration },
    signal,
  });
  return {
    attached,
    checked: ids.length,
    callable: answers.reduce((sum, { contacts }) => sum + contacts.callable, 0),
    minutesACall: agent.duration,
    quote,
    agentId: agent.id,
    problems: gathered(answers.flatMap(({ problems }) => problems.filter(isOfAgentOrContact))).map(
      (problem) => ({
        ...problem,
        place: problem.path === undefined ? undefined : findingPlace(agent.flow ?? null, problem.path),
      }),
    ),
  };
}

/** Problems of neither are about the plan for one batch; the quote covers the whole list. */
const isOfAgentOrContact = ({ path, contactId }: Problem): boolean =>
  path !== undefined || contactId !== undefined;

/** The same problem of many contacts is one line; errors come before warnings. */
export function gathered(problems: readonly Problem[]): GatheredProblem[] {
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

import type { RunFilter } from '@parley/contract/run-results.ts';
import { invalid } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { findAgentVersion } from '../agents/agent.actions.ts';
import {
  endedLike,
  hasOnlineConversations,
  inRun,
  type ResolvedFilter,
  sameAnswer,
  supersededIn,
  versionsOfRun,
} from './run-filter.store.ts';
import { type AskingSection, askingSections } from './run-section.model.ts';

export { endedLike, inRun, type ResolvedFilter, sameAnswer };

/** How many conversations of a run each version of the agent has. */
export const countVersions = (scope: Scope, runId: string, filter: ResolvedFilter = {}) =>
  versionsOfRun(scope, runId, filter);

/** Whether contacts of a run have links. */
export const hasLinks = (scope: Scope, runId: string): Promise<boolean> =>
  hasOnlineConversations(scope, runId);

/** The sections with questions of the versions that a run has called with. */
export async function sectionsOfRun(scope: Scope, runId: string): Promise<AskingSection[]> {
  const versions = await versionsOfRun(scope, runId);
  const agents = await Promise.all(versions.map(({ versionId }) => findAgentVersion(scope, versionId)));
  return askingSections(agents.flatMap((agent) => agent?.flow ?? []));
}

type FilterName = keyof RunFilter;

/** What is wrong with the part of a filter that is about a result. */
function resultViolations(
  [kind, key, value, state]: readonly [FilterName, FilterName, FilterName, FilterName],
  filter: RunFilter,
): string[] {
  const has = (name: FilterName): boolean => filter[name] !== undefined;
  return [
    ...(has(key) && !has(kind) ? [`${kind} is needed with ${key}`] : []),
    ...(!has(key) && (has(kind) || has(value) || has(state))
      ? [`${key} is needed with ${kind}, ${value} and ${state}`]
      : []),
    ...(filter[state] === 'NONE' && has(value) ? [`${value} must be left out where ${state} is NONE`] : []),
  ];
}

/** Refuses what makes no sense, and turns a section into its questions. */
export async function resolveFilter(
  scope: Scope,
  runId: string,
  { sectionId, ...filter }: RunFilter,
): Promise<ResolvedFilter> {
  const violations = [
    ...resultViolations(['resultKind', 'resultKey', 'resultValue', 'resultState'], filter),
    ...resultViolations(['andResultKind', 'andResultKey', 'andResultValue', 'andResultState'], filter),
  ];
  if (violations.length > 0) throw invalid(violations);
  if (sectionId === undefined) return filter;
  const section = (await sectionsOfRun(scope, runId)).find(
    (one) => one.sectionId === sectionId.toLowerCase(),
  );
  return { ...filter, questionIds: section?.questions.map(({ id }) => id) ?? [] };
}

/** The same for what is counted by conversation: each contact once, also one who has several since contacts were merged. */
export async function resolveCounted(scope: Scope, runId: string, sent: RunFilter): Promise<ResolvedFilter> {
  const filter = await resolveFilter(scope, runId, sent);
  const superseded = await supersededIn(scope, runId);
  return superseded.length === 0 ? filter : { ...filter, superseded: superseded.map(({ id }) => id) };
}

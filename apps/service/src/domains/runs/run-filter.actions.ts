import type { RunFilter } from '@parley/contract/run-results.ts';
import { invalid } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { findAgentVersion } from '../agents/agent.actions.ts';
import { endedLike, inRun, type ResolvedFilter, versionsOfRun } from './run-filter.store.ts';
import { type AskingSection, askingSections } from './run-section.model.ts';

export { endedLike, inRun, type ResolvedFilter };

/** How many conversations of a run each version of the agent has. */
export const countVersions = (scope: Scope, runId: string, filter: ResolvedFilter = {}) =>
  versionsOfRun(scope, runId, filter);

/** The sections with questions of the versions that a run has called with. */
export async function sectionsOfRun(scope: Scope, runId: string): Promise<AskingSection[]> {
  const versions = await versionsOfRun(scope, runId);
  const agents = await Promise.all(versions.map(({ versionId }) => findAgentVersion(scope, versionId)));
  return askingSections(agents.flatMap((agent) => agent?.flow ?? []));
}

/** Refuses what makes no sense, and turns a section into its questions. */
export async function resolveFilter(
  scope: Scope,
  runId: string,
  { sectionId, ...filter }: RunFilter,
): Promise<ResolvedFilter> {
  const violations = [
    ...(filter.resultKey !== undefined && filter.resultKind === undefined
      ? ['resultKind is needed with resultKey']
      : []),
    ...(filter.resultKey === undefined &&
    (filter.resultKind ?? filter.resultValue ?? filter.resultState) !== undefined
      ? ['resultKey is needed with resultKind, resultValue and resultState']
      : []),
  ];
  if (violations.length > 0) throw invalid(violations);
  if (sectionId === undefined) return filter;
  const section = (await sectionsOfRun(scope, runId)).find(
    (one) => one.sectionId === sectionId.toLowerCase(),
  );
  return { ...filter, questionIds: section?.questions.map(({ id }) => id) ?? [] };
}

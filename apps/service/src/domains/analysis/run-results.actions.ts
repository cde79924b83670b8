import type {
  CallCounts,
  ResultCounts,
  RunComparison,
  RunFilter,
  RunResults,
} from '@parley/contract/run-results.ts';
import type { Scope } from '../../storage/scope.ts';
import { versionNumbers } from '../agents/agent-version.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { readRun } from '../runs/run.actions.ts';
import {
  countVersions,
  type ResolvedFilter,
  resolveCounted,
  sectionsOfRun,
} from '../runs/run-filter.actions.ts';
import { compareVersions } from './run-comparison.model.ts';
import { viewCounts, viewHours } from './run-results.model.ts';
import {
  callsByHour,
  countAnswered,
  countCalls,
  countConversations,
  countEndings,
  countResults,
  outcomesByVersion,
} from './run-results.store.ts';

/** Counts the results of the conversations of a run. All numbers are of one moment. */
export async function readRunResults(scope: Scope, id: string, sent: RunFilter): Promise<RunResults> {
  return scope.snapshot(async (inside) => {
    const run = await readRun(inside, id);
    const filter = await resolveCounted(inside, run.id, sent);
    const { timezone } = await ownCompany(inside);
    const [counted, rows, hours, versions] = [
      await countConversations(inside, run.id, filter),
      await countResults(inside, run.id, filter),
      await callsByHour(inside, run.id, filter, timezone),
      await countVersions(inside, run.id, filter),
    ];
    const counts = viewCounts(rows, counted);
    const numbers = await versionNumbers(
      inside,
      run.agentId,
      versions.map(({ versionId }) => versionId),
    );
    return {
      runId: run.id,
      ...counts,
      calls: await countCalls(inside, run.id, filter),
      funnel: {
        contacts: counted.conversations,
        called: counted.called,
        answered: counted.answered,
        sections: await reachedSections(inside, run.id, filter, counts),
        completed: counted.completed,
      },
      endings: await countEndings(inside, run.id, filter),
      hours: viewHours(hours),
      versions: versions
        .map(({ versionId, conversations, completed }) => ({
          versionId,
          number: numbers.get(versionId) ?? null,
          conversations,
          completed,
        }))
        .sort((one, other) => (one.number ?? 0) - (other.number ?? 0)),
    };
  });
}

/** How many calls of a run were placed, and how many of them were simulated. */
export async function readCallCounts(scope: Scope, id: string): Promise<CallCounts> {
  const run = await readRun(scope, id);
  return countCalls(scope, run.id, {});
}

async function reachedSections(
  scope: Scope,
  runId: string,
  filter: ResolvedFilter,
  { answers }: ResultCounts,
): Promise<RunResults['funnel']['sections']> {
  const sections = await sectionsOfRun(scope, runId);
  const answered = new Map(answers.map(({ id, answered: count }) => [id, count]));
  // One question alone was answered as often as its section was reached.
  const longer = sections.flatMap(({ questions }, place) =>
    questions.length > 1 ? questions.map(({ id: key }) => ({ place, key })) : [],
  );
  const reached = longer.length === 0 ? [] : await countAnswered(scope, runId, filter, longer);
  const byPlace = new Map(reached.map((one) => [one.place, one.reached]));
  return sections.map(({ sectionId, title, questions }, place) => ({
    sectionId,
    title,
    reached: questions.length > 1 ? (byPlace.get(place) ?? 0) : (answered.get(questions[0]?.id ?? '') ?? 0),
    questions: questions.map(({ id, question }) => ({ id, question, answered: answered.get(id) ?? 0 })),
  }));
}

/** Results of a run by the version of its agent, the first of them as the reference. */
export async function compareRunVersions(scope: Scope, id: string): Promise<RunComparison> {
  return scope.snapshot(async (inside) => {
    const run = await readRun(inside, id);
    const filter = await resolveCounted(inside, run.id, {});
    const versions = await countVersions(inside, run.id, filter);
    const outcomes = await outcomesByVersion(inside, run.id, filter);
    const chosen = (run.versions ?? []).map(({ versionId }) => versionId);
    const used = versions.map(({ versionId }) => versionId);
    const numbers = await versionNumbers(inside, run.agentId, [...new Set([...chosen, ...used])]);
    const others = used
      .filter((versionId) => !chosen.includes(versionId))
      .sort((one, other) => (numbers.get(one) ?? 0) - (numbers.get(other) ?? 0));
    return {
      runId: run.id,
      confidence: 0.95 as const,
      versions: compareVersions([...chosen, ...others], numbers, versions, outcomes),
    };
  });
}

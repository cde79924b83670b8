import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take half a minute or more, the longest of each project first. Without results of an earlier run vitest begins
 * with the largest files, so that short ones which take long would come last, and everybody would wait for them.
 */
const LONG = [
  'tests/real/docs/documents.test.ts',
  // It replaces the clock of its thread: nothing else has begun there.
  'tests/real/simulation/simulation.test.ts',
  'tests/real/processes/fresh-clone.test.ts',
  'tests/real/backup/backup.test.ts',
  'tests/real/crash/calls.test.ts',
  'tests/real/release/package.test.ts',
  'tests/real/processes/failing-models.test.ts',
  'tests/real/processes/call-command.test.ts',
  'tests/real/api-clients/api-clients.test.ts',
  'tests/real/speech/openings.test.ts',
  'tests/real/web-calls/web-calls.test.ts',
  'tests/real/processes/start.test.ts',
  'tests/real/processes/stop.test.ts',
  'tests/real/sip/killed.test.ts',
  'tests/real/failover/replica.test.ts',
  'tests/real/console/audience.test.ts',
  'tests/real/console/live-calls.test.ts',
  'tests/real/browser/web-call-journey.test.ts',
  'tests/real/console/whole-campaign.test.ts',
  'tests/real/console/first-start.test.ts',
  'tests/real/sip/conversation.test.ts',
  'tests/real/browser/cut-call.test.ts',
  'tests/real/sip/bridged-transfer.test.ts',
  'tests/real/browser/spoken-call.test.ts',
];

/** Begins each group of tests with what takes longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((path) => moduleId.endsWith(path));
      return at === -1 ? LONG.length : at;
    };
    const placeOf = new Map(sorted.map(({ project }, place) => [project.name, place]));
    // A worker serves one project: to mix them would start workers all the time.
    return sorted.toSorted(
      (a, b) => (placeOf.get(a.project.name) ?? 0) - (placeOf.get(b.project.name) ?? 0) || rank(a) - rank(b),
    );
  }
}

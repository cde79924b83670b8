import { expect, test } from 'vitest';
import type { DecideSection } from './flow.model.ts';
import { drawFlow } from './flow-drawing.ts';
import { missingParts, type PathPart, reachedBy } from './flow-path.ts';
import { change } from './flow-tree.ts';
import { sampleFlow } from './sample-flow.ts';

const path = (...ids: string[]): PathPart[] => ids.map((id) => ({ id, kind: 'section', label: id }));
const drawnWays = (flow: ReturnType<typeof sampleFlow>, ...paths: PathPart[][]): string[] => {
  const reached = reachedBy(flow, paths);
  return drawFlow(flow)
    .ways.filter(({ from, to }) => reached.has(from) && reached.has(to))
    .map(({ from, to }) => `${from}-${to}`);
};

test('the path of a call through the flow has the branch it took and no other', () => {
  expect(drawnWays(sampleFlow(), path('first', 'ask', 'q1', 'decide', 'no', 'why', 'talk', 'last'))).toEqual([
    'first-ask',
    'ask-decide',
    'decide-no',
    'no-why',
    'why-talk',
    'talk-last',
  ]);
});

test('a call that met no condition is shown as going past the branches', () => {
  const flow = change<DecideSection>(sampleFlow(), 'decide', { defaultBranch: undefined });
  const ways = drawnWays(flow, path('first', 'ask', 'decide', 'talk', 'last'));
  expect(ways).toContain('decide-decide:otherwise');
  expect(ways).toContain('decide:otherwise-talk');
  expect(drawnWays(flow, path('first', 'ask', 'decide'))).not.toContain('decide-decide:otherwise');
});

test("parts of a call's path that the flow no longer has are counted", () => {
  expect(missingParts(sampleFlow(), path('first', 'ask', 'gone', 'q1', 'last'))).toBe(1);
});

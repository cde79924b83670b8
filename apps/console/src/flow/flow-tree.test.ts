import { expect, test } from 'vitest';
import type { Flow } from './flow.model.ts';
import { blocksOf, change, insert, move, type Step, stepPlace, without } from './flow-tree.ts';
import { sampleFlow } from './sample-flow.ts';

const paths = (flow: Flow) => Object.fromEntries(blocksOf(flow).map(({ block, path }) => [block.id, path]));
const stepped = (flow: Flow, id: string, step: Step) => {
  const place = stepPlace(blocksOf(flow), id, step);
  return place ? move(flow, id, place) : undefined;
};

test('every block of a flow has the path that the service uses for it', () => {
  expect(paths(sampleFlow())).toEqual({
    ask: 'flow.sections[0]',
    q1: 'flow.sections[0].questions[0]',
    q2: 'flow.sections[0].questions[1]',
    decide: 'flow.sections[1]',
    no: 'flow.sections[1].branches[0]',
    why: 'flow.sections[1].branches[0].sections[0]',
    yes: 'flow.sections[1].branches[1]',
    hand: 'flow.sections[1].branches[1].sections[0]',
    talk: 'flow.sections[2]',
  });
});

test('editing a nested block of a flow changes no other block', () => {
  const flow = change(sampleFlow(), 'why', { prompt: 'Why?' });
  expect(JSON.stringify(flow).match(/Why\?/g)).toHaveLength(1);
  expect(change(flow, 'first', { text: 'Hi' }).firstMessage.text).toBe('Hi');
  expect(change(flow, 'nobody', { text: 'Hi' })).toBe(flow);
});

test('unchanged blocks of a flow keep their identity, so they are not rendered again', () => {
  const flow = sampleFlow();
  const changed = change(flow, 'why', { prompt: 'Why?' });
  expect(changed.sections[0]).toBe(flow.sections[0]);
  expect(changed.sections[1]).not.toBe(flow.sections[1]);
  expect(changed.sections[2]).toBe(flow.sections[2]);
});

test('a block removed from a flow can be restored in its place', () => {
  const flow = sampleFlow();
  const gone = without(flow, 'no');
  expect(paths(gone)).not.toHaveProperty('why');
  const [no] = blocksOf(flow).filter(({ block }) => block.id === 'no');
  if (!no) throw new Error('not there');
  expect(insert(gone, no.place, no.block)).toEqual(flow);
});

test('a section of a flow moves down, up, into a branch and out of it', () => {
  const flow = sampleFlow();
  expect(paths(stepped(flow, 'ask', 'down') as Flow).ask).toBe('flow.sections[1]');
  expect(paths(stepped(flow, 'talk', 'up') as Flow).talk).toBe('flow.sections[1]');
  const inside = stepped(flow, 'talk', 'in') as Flow;
  expect(paths(inside).talk).toBe('flow.sections[1].branches[1].sections[1]');
  expect(paths(stepped(inside, 'talk', 'out') as Flow)).toEqual(paths(flow));
  expect(paths(stepped(flow, 'ask', 'in') as Flow).ask).toBe('flow.sections[0].branches[0].sections[0]');
});

test('a block of a flow that cannot move up, down, in or out stays where it is', () => {
  const flow = sampleFlow();
  expect(stepPlace(blocksOf(flow), 'ask', 'up')).toBeUndefined();
  expect(stepPlace(blocksOf(flow), 'talk', 'down')).toBeUndefined();
  expect(stepPlace(blocksOf(flow), 'talk', 'out')).toBeUndefined();
  expect(stepPlace(blocksOf(flow), 'q1', 'in')).toBeUndefined();
  expect(stepPlace(blocksOf(flow), 'nobody', 'up')).toBeUndefined();
});

test('questions and branches of a flow move only among their siblings', () => {
  const flow = sampleFlow();
  expect(paths(stepped(flow, 'q1', 'down') as Flow).q1).toBe('flow.sections[0].questions[1]');
  const swapped = stepped(flow, 'yes', 'up') as Flow;
  expect(paths(swapped).hand).toBe('flow.sections[1].branches[0].sections[0]');
});

test('a block of a flow cannot move into itself or to an invalid place', () => {
  const flow = sampleFlow();
  expect(move(flow, 'decide', { owner: 'no', kind: 'sections', index: 0 })).toBe(flow);
  expect(move(flow, 'q1', { owner: 'flow', kind: 'sections', index: 0 })).toBe(flow);
  expect(move(flow, 'nobody', { owner: 'flow', kind: 'sections', index: 0 })).toBe(flow);
});

test('moving a block of a flow never loses or duplicates a block', () => {
  const flow = sampleFlow();
  const all = blocksOf(flow);
  const ids = all.map(({ block }) => block.id).sort();
  for (const { block } of all)
    for (const { place } of all)
      for (const index of [place.index, place.index + 1]) {
        const moved = move(flow, block.id, { ...place, index });
        expect(
          blocksOf(moved)
            .map((one) => one.block.id)
            .sort(),
        ).toEqual(ids);
      }
});

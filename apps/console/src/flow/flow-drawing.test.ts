import { expect, test } from 'vitest';
import { type DecideSection, type Flow, newBranch, newSection, type Section } from './flow.model.ts';
import { drawFlow } from './flow-drawing.ts';
import { change } from './flow-tree.ts';
import { countingIds, sampleFlow } from './sample-flow.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Decisions within decisions, with branches of every length. */
function wideFlow(depth: number): Flow {
  const newId = countingIds();
  const sections = (level: number): Section[] => {
    const decide = newSection('conditional', newId) as DecideSection;
    const branches = [0, 1, 2].map((count) => ({
      ...newBranch(newId, `${count}`),
      sections: [
        ...Array.from({ length: count }, () => newSection('sequential', newId)),
        ...(level > 1 && count === 1 ? sections(level - 1) : []),
        ...(count === 2 ? [newSection('human_handoff', newId)] : []),
      ],
    }));
    return [newSection('looping', newId), { ...decide, branches }, newSection('sequential', newId)];
  };
  return { ...sampleFlow(), sections: sections(depth) };
}

test('the diagram of a flow shows every section as a box and every branch as a label on an edge', () => {
  const { rooms, signs } = drawFlow(sampleFlow());
  expect(rooms.map(({ id }) => id).sort()).toEqual(['ask', 'decide', 'first', 'hand', 'last', 'talk', 'why']);
  expect(signs.map(({ id, isDefault }) => [id, isDefault])).toEqual([
    ['no', false],
    ['yes', true],
  ]);
});

test('without a default branch the diagram has an edge past all branches', () => {
  const { signs } = drawFlow(change<DecideSection>(sampleFlow(), 'decide', { defaultBranch: undefined }));
  expect(signs.at(-1)).toMatchObject({ id: 'decide', isOtherwise: true });
});

test('in the diagram a handoff has no outgoing edge', () => {
  const flow = sampleFlow();
  const ends = drawFlow(flow).ways.length;
  const replaced = { ...flow, sections: [newSection('human_handoff', () => 'only')] };
  // One edge from the first message to the handoff, and none after it.
  expect(drawFlow(replaced).ways).toHaveLength(1);
  expect(ends).toBe(8);
});

test('boxes of the diagram do not overlap and stay inside it', () => {
  for (const flow of [sampleFlow(), wideFlow(1), wideFlow(4)]) {
    const { rooms, signs, width, height } = drawFlow(flow);
    const boxes: Box[] = [...rooms, ...signs];
    for (const [index, box] of boxes.entries()) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
    }
  }
});

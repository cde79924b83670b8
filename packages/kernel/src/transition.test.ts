import { expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { movesFrom, next, table } from './transition.ts';

type Door = 'OPEN' | 'SHUT' | 'WALLED_UP';
const door = table<Door, 'open' | 'shut' | 'wall up'>({
  OPEN: { shut: 'SHUT' },
  SHUT: { open: 'OPEN', 'wall up': 'WALLED_UP' },
  WALLED_UP: {},
});

test('a transition in the lifecycle table leads to the state in the table', () => {
  expect(next(door, 'The door', 'OPEN', 'shut')).toBe('SHUT');
  expect(next(door, 'The door', 'SHUT', 'wall up')).toBe('WALLED_UP');
});

test('a transition that is not in the lifecycle table is a conflict that names the state', () => {
  const refused = () => next(door, 'The door', 'WALLED_UP', 'open');
  expect(refused).toThrow(Failure);
  expect(refused).toThrow(
    expect.objectContaining({ kind: 'conflict', message: 'The door is WALLED_UP and cannot open' }),
  );
});

test('a state has the transitions of its row in the lifecycle table, and a final state has none', () => {
  expect(movesFrom(door, 'SHUT')).toEqual(['open', 'wall up']);
  expect(movesFrom(door, 'WALLED_UP')).toEqual([]);
});

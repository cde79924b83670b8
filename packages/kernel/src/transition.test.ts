import { expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { movesFrom, next, table } from './transition.ts';

type Door = 'OPEN' | 'SHUT' | 'WALLED_UP';
const door = table<Door, 'open' | 'shut' | 'wall up'>({
  OPEN: { shut: 'SHUT' },
  SHUT: { open: 'OPEN', 'wall up': 'WALLED_UP' },
  WALLED_UP: {},
});

test('a move in the table leads to the state that the table says', () => {
  expect(next(door, 'The door', 'OPEN', 'shut')).toBe('SHUT');
  expect(next(door, 'The door', 'SHUT', 'wall up')).toBe('WALLED_UP');
});

test('a move that is not in the table is a conflict that names the state', () => {
  const refused = () => next(door, 'The door', 'WALLED_UP', 'open');
  expect(refused).toThrow(Failure);
  expect(refused).toThrow(
    expect.objectContaining({ kind: 'conflict', message: 'The door is WALLED_UP and cannot open' }),
  );
});

test('a state has the moves of its row, and a final state has none', () => {
  expect(movesFrom(door, 'SHUT')).toEqual(['open', 'wall up']);
  expect(movesFrom(door, 'WALLED_UP')).toEqual([]);
});

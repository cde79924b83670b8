import { expect, test } from 'vitest';
import { differences } from './draft.ts';

const was = { name: 'North', description: 'A firm' as string | null, events: ['PING'] };

test('only changes are sent', () => {
  expect(differences({ ...was, name: 'South' }, was)).toEqual({ name: 'South' });
});

test('emptied values are sent as empty', () => {
  expect(differences({ ...was, description: null }, was)).toEqual({ description: null });
});

test('lists are compared by content', () => {
  expect(differences({ ...was, events: ['PING'] }, was)).toEqual({});
  expect(differences({ ...was, events: [] }, was)).toEqual({ events: [] });
});

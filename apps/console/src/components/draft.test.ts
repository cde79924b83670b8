import { expect, test } from 'vitest';
import { differences } from './draft.ts';

const was = { name: 'North', description: 'A firm' as string | null, events: ['PING'] };

test('only what was changed is sent', () => {
  expect(differences({ ...was, name: 'South' }, was)).toEqual({ name: 'South' });
});

test('what was emptied is sent as empty', () => {
  expect(differences({ ...was, description: null }, was)).toEqual({ description: null });
});

test('a list counts by what is in it', () => {
  expect(differences({ ...was, events: ['PING'] }, was)).toEqual({});
  expect(differences({ ...was, events: [] }, was)).toEqual({ events: [] });
});

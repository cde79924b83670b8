import { expect, test } from 'vitest';
import { differences } from './draft.ts';

const was = { name: 'North', description: 'A firm' as string | null, events: ['PING'] };

test('a form sends only changed properties to the API', () => {
  expect(differences({ ...was, name: 'South' }, was)).toEqual({ name: 'South' });
});

test('a property that was emptied in the form is sent as null', () => {
  expect(differences({ ...was, description: null }, was)).toEqual({ description: null });
});

test('a list in a form counts as unchanged if its content is the same', () => {
  expect(differences({ ...was, events: ['PING'] }, was)).toEqual({});
  expect(differences({ ...was, events: [] }, was)).toEqual({ events: [] });
});

import { expect, test } from 'vitest';
import { gathered } from './launch-check.ts';

test('what many contacts have is said once, with how many they are', () => {
  const message = 'The contact has no phone number';
  expect(
    gathered([
      { severity: 'warning', contactId: 'a', message },
      { severity: 'warning', contactId: 'b', message },
      { severity: 'error', contactId: 'c', message: 'Asked never to be called' },
    ]),
  ).toEqual([
    { severity: 'error', contactId: 'c', message: 'Asked never to be called', count: 1 },
    { severity: 'warning', contactId: 'a', message, count: 2 },
  ]);
});

test('what is wrong with the agent is one problem, however many parts the list was looked at in', () => {
  const problem = { severity: 'error' as const, path: 'flow.sections[0]', message: 'Is never reached' };
  expect(gathered([problem, problem])).toEqual([{ ...problem, count: 1 }]);
});

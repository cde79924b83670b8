import { expect, test } from 'vitest';
import { findingWords, whatFollows } from './alarm-words.ts';

test('an alarm says that the run goes on only while it does, and to resume it only where the alarm paused it', () => {
  expect(whatFollows({ isPaused: false }, 'RUNNING')).toBe('The run goes on.');
  expect(whatFollows({ isPaused: true }, 'PAUSED')).toBe('The run was paused. Resume it to go on.');
  for (const status of ['PAUSED', 'COMPLETED', 'CANCELLED'] as const)
    expect(whatFollows({ isPaused: false }, status)).toBe('');
  expect(whatFollows({ isPaused: true }, 'CANCELLED')).toBe('');
});

test('an alarm names every limit that was crossed', () => {
  const findings = [
    { reason: 'ANSWER_RATE' as const, limit: 0.5, actual: 0.25 },
    { reason: 'MINUTES' as const, limit: 3, actual: 4 },
    { reason: 'SPEND' as const, limit: 5, actual: 6.5, unit: 'CREDITS' },
  ];
  expect(findingWords({ findings })).toBe(
    '25.0 % of the calls were answered, less than 50.0 %; the calls took 4 minutes, more than 3; the calls cost 6.5 credits, more than 5',
  );
});

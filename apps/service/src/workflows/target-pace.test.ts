import { expect, test } from 'vitest';
import { TargetPace } from './deliver-webhooks.ts';

test('a receiver that answers well gets more at a time, up to 32', () => {
  const pace = new TargetPace();
  for (let i = 0; i < 10; i++) {
    pace.begin('a');
    pace.end('a', true);
  }
  expect(pace.exceptions().get('a')).toBe(32);
  pace.begin('a');
  expect(pace.exceptions().get('a')).toBe(31);
});

test('one that fails is down to one, and none while that is under way', () => {
  const pace = new TargetPace();
  for (const isSuccess of [true, true, false]) {
    pace.begin('a');
    pace.end('a', isSuccess);
  }
  expect(pace.exceptions().get('a')).toBe(1);
  pace.begin('a');
  pace.begin('a');
  expect(pace.exceptions().get('a')).toBe(0);
});

test('a receiver that had nothing to do for a while is a stranger again', () => {
  const pace = new TargetPace();
  pace.begin('idle');
  pace.end('idle', false);
  pace.begin('busy');
  pace.forgetIdle();
  expect([...pace.exceptions().keys()]).toEqual(['idle', 'busy']);
  pace.forgetIdle();
  expect([...pace.exceptions().keys()]).toEqual(['busy']);
});

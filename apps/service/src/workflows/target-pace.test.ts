import { expect, test } from 'vitest';
import { TargetPace } from './deliver-webhooks.ts';

test('a receiver that responds well gets more deliveries at a time, up to 32', () => {
  const pace = new TargetPace();
  for (let i = 0; i < 10; i++) {
    pace.begin('a');
    pace.end('a', true);
  }
  expect(pace.exceptions().get('a')).toBe(32);
  pace.begin('a');
  expect(pace.exceptions().get('a')).toBe(31);
});

test('a failing receiver gets one delivery at a time', () => {
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

test('a receiver that was idle for a while starts over with few deliveries at a time', () => {
  const pace = new TargetPace();
  pace.begin('idle');
  pace.end('idle', false);
  pace.begin('busy');
  pace.forgetIdle();
  expect([...pace.exceptions().keys()]).toEqual(['idle', 'busy']);
  pace.forgetIdle();
  expect([...pace.exceptions().keys()]).toEqual(['busy']);
});

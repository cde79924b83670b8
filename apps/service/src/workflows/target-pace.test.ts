import { expect, test } from 'vitest';
import { TargetPace } from './deliver-webhooks.ts';

test('a webhook receiver that responds well gets more and more concurrent deliveries, up to 32', () => {
  const pace = new TargetPace();
  for (let i = 0; i < 10; i++) {
    pace.begin('a');
    pace.end('a', true);
  }
  expect(pace.exceptions().get('a')).toBe(32);
  pace.begin('a');
  expect(pace.exceptions().get('a')).toBe(31);
});

test('a failing webhook receiver gets one delivery at a time', () => {
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

test('the pace of a webhook receiver that is idle for a while is forgotten', () => {
  const pace = new TargetPace();
  pace.begin('idle');
  pace.end('idle', false);
  pace.begin('busy');
  pace.forgetIdle();
  expect([...pace.exceptions().keys()]).toEqual(['idle', 'busy']);
  pace.forgetIdle();
  expect([...pace.exceptions().keys()]).toEqual(['busy']);
});

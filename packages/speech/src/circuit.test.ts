import { expect, test } from 'vitest';
import { Circuit } from './circuit.ts';
import { SpeechFailure } from './speech-failure.ts';

function circuitAt() {
  const time = { ms: 0 };
  return { time, circuit: new Circuit(() => time.ms) };
}

const slow = new SpeechFailure('deadline', 'Nothing in time');

test('one failure is bad luck: the vendor is tried again at once', () => {
  const { circuit } = circuitAt();
  circuit.fail(slow);
  expect(circuit.enter()).toBe(true);
});

test('a vendor that failed twice in a row is left alone, and then tried by one alone', () => {
  const { circuit, time } = circuitAt();
  circuit.fail(slow);
  circuit.fail(slow);
  expect(circuit.enter()).toBe(false);
  time.ms = 5_000;
  expect([circuit.enter(), circuit.enter()]).toEqual([true, false]);
});

test('the rest grows with every failure, and a success ends it', () => {
  const { circuit, time } = circuitAt();
  circuit.fail(slow);
  circuit.fail(slow);
  time.ms = 5_000;
  circuit.enter();
  circuit.fail(slow);
  time.ms = 14_999;
  expect(circuit.enter()).toBe(false);
  time.ms = 15_000;
  expect(circuit.enter()).toBe(true);
  circuit.succeed();
  expect([circuit.enter(), circuit.enter()]).toEqual([true, true]);
});

test('a refused key is not tried twice', () => {
  const { circuit } = circuitAt();
  circuit.fail(new SpeechFailure('refused', '401'));
  expect(circuit.enter()).toBe(false);
});

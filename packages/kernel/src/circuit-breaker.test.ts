import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

function breaker() {
  const time = { ms: 0 };
  return { time, circuit: new CircuitBreaker({ failures: 2, nowMs: () => time.ms }) };
}

const passing = { isPermanent: false };

test('a circuit stays closed after a single failure', () => {
  const { circuit } = breaker();
  circuit.fail(passing);
  expect(circuit.enter()).toBe(true);
});

test('a circuit opens after the given number of failures in a row, then lets one caller try', () => {
  const { circuit, time } = breaker();
  circuit.fail(passing);
  circuit.fail(passing);
  expect(circuit.enter()).toBe(false);
  time.ms = 5_000;
  expect([circuit.enter(), circuit.enter()]).toEqual([true, false]);
});

test('a circuit opens for longer after every failure, and a success closes it', () => {
  const { circuit, time } = breaker();
  circuit.fail(passing);
  circuit.fail(passing);
  time.ms = 5_000;
  circuit.enter();
  circuit.fail(passing);
  time.ms = 14_999;
  expect([circuit.enter(), circuit.openForMs]).toEqual([false, 1]);
  time.ms = 15_000;
  expect(circuit.enter()).toBe(true);
  circuit.succeed();
  expect([circuit.enter(), circuit.enter()]).toEqual([true, true]);
});

test('a permanent failure opens the circuit at once', () => {
  const { circuit } = breaker();
  circuit.fail({ isPermanent: true });
  expect(circuit.enter()).toBe(false);
});

test('a circuit pauses as long as the vendor asks, up to a minute, and counts no failure', () => {
  const { circuit, time } = breaker();
  circuit.pause(7_000);
  time.ms = 6_999;
  expect(circuit.enter()).toBe(false);
  time.ms = 7_000;
  expect([circuit.enter(), circuit.enter()]).toEqual([true, true]);
  circuit.pause(300_000);
  expect(circuit.openForMs).toBe(60_000);
});

import { expect, test } from 'vitest';
import { newTraceId, traceIdOf } from './trace.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';

test('a valid traceparent gives its trace id', () => {
  expect(traceIdOf(`00-${trace}-${span}-01`)).toBe(trace);
});

test('a later version may carry more parts', () => {
  expect(traceIdOf(`01-${trace}-${span}-01-more`)).toBe(trace);
});

test.each([
  undefined,
  '',
  '00-zzzz-1-01',
  `00-${'0'.repeat(32)}-${span}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `ff-${trace}-${span}-01`,
  `00-${trace.toUpperCase()}-${span}-01`,
  `00-${trace}-${span}-01-more`,
])('the traceparent %j is not continued', (header) => {
  expect(traceIdOf(header)).toBeUndefined();
});

test('a new trace id is 32 hex digits and each differs', () => {
  expect(newTraceId()).toMatch(/^[0-9a-f]{32}$/);
  expect(newTraceId()).not.toBe(newTraceId());
});

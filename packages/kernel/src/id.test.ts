import { expect, test } from 'vitest';
import { ManualClock } from './clock.ts';
import { firstIdAt, idSigned, isUuid, newTraceId, signedId, traceIdOf, uuid7 } from './id.ts';

test('an id is a version 7 UUID with its millisecond', () => {
  const id = uuid7(new ManualClock('2026-03-01T10:00:00.123Z'))();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(
    Date.parse('2026-03-01T10:00:00.123Z'),
  );
});

test('ids increase strictly while the clock stands still, even when their counter overflows', () => {
  const newId = uuid7(new ManualClock('2026-03-01T10:00:00Z'));
  const ids = Array.from({ length: 10_000 }, newId);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('ids increase when the clock steps back', () => {
  const clock = new ManualClock('2026-03-01T10:00:00Z');
  const newId = uuid7(clock);
  const before = newId();
  clock.advance(-60_000);
  expect(newId() > before).toBe(true);
});

test('only the canonical form is accepted as a UUID', () => {
  expect(isUuid('01957a2e-7c00-7000-8000-000000000000')).toBe(true);
  for (const text of [
    '',
    'not-a-uuid',
    '01957a2e7c00700080000000000000000',
    '{01957a2e-7c00-7000-8000-000000000000}',
  ]) {
    expect(isUuid(text)).toBe(false);
  }
});

const secret = 'a-secret-of-the-installation-for-tests';
const id = '01957a2e-7c00-7000-8000-000000000000';
const token = signedId(secret, 'door', id);

test('a token contains its id and needs no URL encoding', () => {
  expect(idSigned(secret, 'door', token)).toBe(id);
  expect(encodeURIComponent(token)).toBe(token);
});

test('a token for one purpose is invalid for another', () => {
  expect(idSigned(secret, 'window', token)).toBeUndefined();
});

test('a token of another installation is invalid', () => {
  expect(idSigned(`${secret}x`, 'door', token)).toBeUndefined();
});

test.each([
  ['that is empty', ''],
  ['without a signature', id],
  ['with an empty signature', `${id}.`],
  ['that is truncated', token.slice(0, -1)],
  ['with characters after its end', `${token}.more`],
  ['with characters that base64 ignores', `${token}!`],
  ['for another id', token.replace(id, '01957a2e-7c00-7000-8000-000000000001')],
  ['without an id', 'door.key'],
  ['with multi-byte letters', `${id}.${'é'.repeat(43)}`],
])('a token %s is invalid', (_case, given) => {
  expect(idSigned(secret, 'door', given)).toBeUndefined();
});

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';

test('the first id of a time before 1970 is the first of all', () => {
  expect(firstIdAt(new Date('1926-11-19T00:00:00Z'))).toBe('00000000-0000-0000-0000-000000000000');
  expect(firstIdAt(new Date('2026-11-19T00:00:00Z'))).toBe('01a1f11a-6000-0000-0000-000000000000');
});

test('a valid traceparent gives its trace id', () => {
  expect(traceIdOf(`00-${trace}-${span}-01`)).toBe(trace);
});

test('a later traceparent version may have more parts', () => {
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

test('a new trace id has 32 hex digits and differs each time', () => {
  expect(newTraceId()).toMatch(/^[0-9a-f]{32}$/);
  expect(newTraceId()).not.toBe(newTraceId());
});

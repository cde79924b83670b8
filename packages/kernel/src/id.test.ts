import { expect, test } from 'vitest';
import { ManualClock } from './clock.ts';
import { isUuid, uuid7 } from './id.ts';

test('an id is a uuid of version 7 that carries its millisecond', () => {
  const id = uuid7(new ManualClock('2026-03-01T10:00:00.123Z'))();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(
    Date.parse('2026-03-01T10:00:00.123Z'),
  );
});

test('ids rise strictly while the clock stands still, past the counter too', () => {
  const newId = uuid7(new ManualClock('2026-03-01T10:00:00Z'));
  const ids = Array.from({ length: 10_000 }, newId);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('ids rise when the clock steps back', () => {
  const clock = new ManualClock('2026-03-01T10:00:00Z');
  const newId = uuid7(clock);
  const before = newId();
  clock.advance(-60_000);
  expect(newId() > before).toBe(true);
});

test('only the canonical form is a uuid', () => {
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

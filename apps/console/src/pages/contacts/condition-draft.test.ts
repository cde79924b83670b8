import type { SegmentCondition } from '@parley/contract/contact-segment.ts';
import { expect, test } from 'vitest';
import type { ContactField } from '../../api/catalog.ts';
import {
  conditionOf,
  draftOfCondition,
  emptyCondition,
  isWhollyShown,
  lackOf,
  operationsOf,
  withField,
} from './condition-draft.ts';

const catalog = [{ key: 'size', dataType: 'number' }] as ContactField[];

test.each<SegmentCondition>([
  { on: 'status', anyOf: ['APPLIED'] },
  { on: 'status', anyOf: ['APPLIED', 'REJECTED'] },
  { on: 'field', key: 'city', anyOf: ['Bern', 'Aarau, north'], not: true },
  { on: 'outcome', key: 'will_renew', anyOf: ['met', 'unknown'], not: true },
  { on: 'run', anyOf: ['r1', 'r2'], not: true },
  { on: 'tag', anyOf: ['a', 'b'], not: true },
  { on: 'field', key: 'size', min: 41 },
  { on: 'field', key: 'city', contains: 'Bern' },
  { on: 'field', key: 'city', not: true },
  { on: 'phoneNumber' },
  { on: 'doNotCall' },
  { on: 'doNotCall', not: true },
  { on: 'calls', max: 0 },
  { on: 'created', max: '2026-03-14' },
  { on: 'lastCall', not: true, min: '1970-01-01' },
  { on: 'outcome', key: 'will_renew', anyOf: ['met'] },
  { on: 'import', anyOf: ['i1'] },
])('a segment condition opened and saved in the form is unchanged: %j', (condition) => {
  const draft = draftOfCondition('1', condition);
  expect(conditionOf(draft, catalog)).toEqual(condition);
  expect(isWhollyShown(condition)).toBe(true);
  expect(conditionOf({ ...draft, opened: undefined }, catalog)).toEqual(condition);
});

test.each<SegmentCondition>([
  { on: 'field', key: 'city', contains: 'Bern', not: true },
  { on: 'field', key: 'size', min: 41, max: 43 },
  { on: 'calls', min: 1, not: true },
  { on: 'created', min: '2026-03-14T09:30:00Z' },
  { on: 'created', max: '2026-03-14T23:59:59.999Z' },
])('a segment condition that the form cannot show is read-only and saved unchanged: %j', (condition) => {
  expect(isWhollyShown(condition)).toBe(false);
  const draft = draftOfCondition('1', condition);
  expect(lackOf(draft)).toBeUndefined();
  expect(conditionOf(draft, catalog)).toEqual(condition);
});

test('a segment condition without its value says what is missing', () => {
  expect(lackOf(emptyCondition('1', 'tag'))).toBe('Enter a tag.');
  expect(lackOf(emptyCondition('1', 'field'))).toBe('Choose a field.');
  expect(lackOf(emptyCondition('1', 'run'))).toBe('Choose at least one run.');
  expect(lackOf(emptyCondition('1', 'status'))).toBe('Enter a value.');
  expect(lackOf(emptyCondition('1', 'calls'))).toBe('Enter a value.');
  expect(lackOf(emptyCondition('1', 'doNotCall'))).toBeUndefined();
  expect(lackOf(emptyCondition('1', 'phoneNumber'))).toBeUndefined();
});

test('the operators offered for a field depend on its type, and choosing another field resets them', () => {
  const fields = [
    ...catalog,
    { key: 'ends', dataType: 'date' },
    { key: 'vip', dataType: 'bool' },
  ] as ContactField[];
  const ends = withField({ ...emptyCondition('1', 'field'), text: 'Bern' }, 'ends', fields);
  expect(ends).toMatchObject({ key: 'ends', operation: 'min', text: '' });
  expect(operationsOf(ends, fields)).not.toContain('contains');
  expect(operationsOf(withField(ends, 'vip', fields), fields)).toEqual(['is', 'isNot', 'isSet', 'isNotSet']);
  // The comparison of a stored condition can still be chosen.
  const stored = draftOfCondition('1', { on: 'field', key: 'ends', contains: '2027' });
  expect(operationsOf(stored, fields)).toContain('contains');
});

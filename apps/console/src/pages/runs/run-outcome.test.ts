import { expect, test } from 'vitest';
import { outcomeChoice, outcomeChoices, outcomeFilter, outcomesAmong, outcomeWords } from './run-outcome.ts';

const renews = { key: 'will_renew', label: 'Will renew' };
const offer = { key: 'wants_offer', label: 'Wants an offer' };

test('the outcome of a contact is yes, no, or not known, and never invented', () => {
  const of = (outcome?: { met: boolean; unknown?: true }, status: 'COMPLETED' | 'SCHEDULED' = 'COMPLETED') =>
    outcomeWords({ status, ...(outcome && { outcomes: [{ ...renews, ...outcome }] }) }, renews.key);
  expect(of({ met: true })).toBe('Yes');
  expect(of({ met: false })).toBe('No');
  expect(of({ met: false, unknown: true })).toBe('Not known');
  expect(of()).toBe('No result');
  expect(of(undefined, 'SCHEDULED')).toBeUndefined();
});

test('the main outcome of a run is the first one of its calls', () => {
  const rows = [{}, { outcomes: [renews, offer].map((one) => ({ ...one, met: true })) }, {}];
  expect(outcomesAmong(rows)).toEqual([renews, offer]);
  expect(outcomesAmong([])).toEqual([]);
});

test('a chosen outcome is the filter of the API, and is recognised in it', () => {
  const choices = outcomeChoices([renews]);
  expect(choices.map(({ group, words }) => `${group}: ${words}`)).toEqual([
    'Will renew: Yes',
    'Will renew: No',
    'Will renew: Not known',
    'Will renew: No result',
  ]);
  const [yes, , unknown] = choices.map(({ value }) => outcomeFilter(value));
  expect(yes).toMatchObject({ resultKind: 'outcome', resultKey: 'will_renew', resultValue: 'Yes' });
  expect(unknown).toMatchObject({ resultKey: 'will_renew', resultState: 'MISSING', resultValue: undefined });
  for (const { value } of choices) expect(outcomeChoice(outcomeFilter(value))).toBe(value);
  expect(outcomeChoice({ resultKind: 'tag', resultKey: 'price', resultValue: 'Yes' })).toBe('');
  expect(outcomeFilter('')).toMatchObject({ resultKind: undefined, resultKey: undefined });
});

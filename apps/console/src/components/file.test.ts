import { expect, test } from 'vitest';
import { exportName } from './file.tsx';

test('each export of a run has its own file name', () => {
  expect(exportName(['Spring 2026!', 'results'], 'csv')).toBe('Spring-2026-results.csv');
  expect(exportName(['Spring 2026!', 'contacts', 'Will renew: Yes'], 'xlsx')).toBe(
    'Spring-2026-contacts-Will-renew-Yes.xlsx',
  );
});

import { expect, test } from 'vitest';
import { isTooOldToUndo } from './undo-age.ts';

const importedAt = '2026-05-04T09:00:00.000Z';

test('an import can be undone up to the moment when it is 30 days old, and not after', () => {
  expect(isTooOldToUndo(importedAt, Date.parse('2026-06-03T09:00:00.000Z'))).toBe(false);
  expect(isTooOldToUndo(importedAt, Date.parse('2026-06-03T09:00:00.001Z'))).toBe(true);
});

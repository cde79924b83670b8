import type { Locator } from 'playwright-core';

/** Waits until the page says that something is wrong with a field. */
export const wrong = (field: Locator): Promise<void> =>
  field.and(field.page().locator('[aria-invalid="true"]')).waitFor();

import type { RowError } from '@parley/contract/contact.ts';

/** A violation begins with the path of what is wrong. */
export const rowError = (violation: string | RowError): RowError =>
  typeof violation === 'string' ? { path: violation.split(' ')[0] ?? '', message: violation } : violation;

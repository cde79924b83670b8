import { vi } from 'vitest';
import { WAIT_MS } from './test-time.ts';

/** Waits until the check passes. Vitest gives up after a second, in which a busy machine may not run the test at all. */
export const waitFor: typeof vi.waitFor = (check, options) =>
  vi.waitFor(check, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });

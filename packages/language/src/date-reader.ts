import { createRequire } from 'node:module';
import type { Chrono } from 'chrono-node';

const load = createRequire(import.meta.url);

/** Reads dates in a language. Each but English is loaded when it is first spoken: all of them are 260 files, which slowed every start. */
export const dateReader = (locale: string): Chrono =>
  (load(`chrono-node/${locale}`) as { casual: Chrono }).casual;

import type { Heard } from '@parley/contract/live-view.ts';

/** Reads an entry of the journal, which only those who hold calls understand. */
export type ReadEntry = (entry: unknown) => Heard | undefined;

import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** Its 109 files are 8 MB of every process; one that sends no requests needs none of them. */
export const httpClient = () => load('undici') as typeof import('undici');

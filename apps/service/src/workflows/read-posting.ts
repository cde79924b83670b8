import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '@parley/kernel/concurrency.ts';
import type { FetchedBytes, ReadPage, ReadPosting } from '../domains/jobs/job-extraction.actions.ts';

export interface ReadingLimits {
  readonly atOnce: number;
  readonly timeoutMs: number;
  readonly heapMegabytes: number;
}

/** What the thread says when it is done. */
export type PostingAnswer = { readonly page: ReadPage | undefined };

/**
 * Reads postings in threads of their own: a page of 5 MiB takes a while, and one made for it takes long or much memory.
 * Whatever keeps a thread from its end, there is then no job on the page.
 */
export function makePostingReader(limits: ReadingLimits, onTrouble: (error: Error) => void): ReadPosting {
  const limit = limitConcurrency(limits.atOnce);
  return (page) => limit(() => read(page, limits, onTrouble));
}

async function read(
  { url, contentType, body }: FetchedBytes,
  { timeoutMs, heapMegabytes }: ReadingLimits,
  onTrouble: (error: Error) => void,
): Promise<ReadPage | undefined> {
  // Memory of its own, because it is handed over: a part of a pool would take its neighbours along.
  const bytes = new Uint8Array(body);
  const worker = new Worker(new URL('./posting-thread.ts', import.meta.url), {
    workerData: { url, contentType, bytes },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    env: {},
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ReadPage | undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), timeoutMs);
      worker.once('message', ({ page }: PostingAnswer) => resolve(page));
      worker.once('error', (error) => {
        onTrouble(error);
        resolve(undefined);
      });
      worker.once('exit', () => resolve(undefined));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

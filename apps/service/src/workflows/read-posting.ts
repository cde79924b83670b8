import type { FetchedBytes, ReadPage, ReadPosting } from '../domains/jobs/job-extraction.actions.ts';
import { ThreadFailure, ThreadPool } from './thread-pool.ts';

export interface ReadingLimits {
  readonly atOnce: number;
  /** Per company and in all, so many more may wait; further requests get 503 with Retry-After. */
  readonly mostWaitingEach: number;
  readonly mostWaiting: number;
  readonly timeoutMs: number;
  readonly heapMegabytes: number;
}

export type PostingOrder = Pick<FetchedBytes, 'url' | 'contentType'> & { readonly bytes: Uint8Array };

/** What the thread says when it is done. */
export type PostingAnswer = { readonly page: ReadPage | undefined };

/**
 * Reads postings in threads of their own: a page of 5 MiB takes a while, and one made for it takes long or much memory.
 * Whatever keeps a thread from its end, there is then no job on the page.
 */
export function makePostingReader(
  { timeoutMs, heapMegabytes, atOnce, ...waiting }: ReadingLimits,
  onTrouble: (error: Error) => void,
): ReadPosting {
  const pool = new ThreadPool({
    thread: new URL('./posting-thread.ts', import.meta.url),
    purpose: 'reads job postings',
    limits: { atOnce, atOnceEach: Math.max(1, atOnce - 1), ...waiting },
    heapMegabytes,
    isForOne: true,
  });
  return async (companyId, { url, contentType, body }, signal) => {
    const order: PostingOrder = { url, contentType, bytes: new Uint8Array(body) };
    try {
      const { page } = await pool.run<PostingAnswer>(() => ({ order }), {
        owner: companyId,
        timeoutMs,
        signal,
      });
      return page;
    } catch (error) {
      if (!(error instanceof ThreadFailure)) throw error;
      if (error.kind !== 'timeout') onTrouble(error);
      return undefined;
    }
  };
}

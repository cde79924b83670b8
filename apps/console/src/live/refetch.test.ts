import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { BatchedRefetch } from './refetch.ts';

const clients: QueryClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
});

/** A list on the screen whose answers the test controls. */
function list() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  clients.push(queries);
  const asked: { page: number; signal: AbortSignal; answer: (rows: string) => void }[] = [];
  let heard = Promise.withResolvers<void>();
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: ['rows'],
    queryFn: ({ pageParam, signal }) =>
      new Promise<string>((resolve) => {
        asked.push({ page: pageParam, signal, answer: resolve });
        heard.resolve();
      }),
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => (pages.length < 2 ? pages.length + 1 : undefined),
  });
  observer.subscribe(() => undefined);
  /** The n-th request, once it is sent. */
  const question = async (number: number) => {
    while (asked.length < number) {
      await heard.promise;
      heard = Promise.withResolvers<void>();
    }
    return asked[number - 1] as (typeof asked)[number];
  };
  const settled = async (length: number) => {
    while (
      observer.getCurrentResult().isFetching ||
      observer.getCurrentResult().data?.pages.length !== length
    )
      await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { queries, observer, asked, question, settled };
}

test('a change reported while a list page loads does not cancel it; afterwards all pages are refetched', async () => {
  const { queries, observer, asked, question, settled } = list();
  (await question(1)).answer('first');
  await settled(1);
  const scrolling = observer.fetchNextPage({ cancelRefetch: false });
  const next = await question(2);
  const reading = new BatchedRefetch(queries, 0);
  reading.ask(['rows']);
  reading.finish();
  expect(next.signal.aborted).toBe(false);
  next.answer('second');
  await scrolling;
  (await question(3)).answer('first, changed');
  (await question(4)).answer('second, changed');
  await settled(2);
  expect(asked.map(({ page }) => page)).toEqual([1, 2, 1, 2]);
  expect(observer.getCurrentResult().data?.pages).toEqual(['first, changed', 'second, changed']);
});

test('changes that arrive during a refetch cause one more refetch', async () => {
  const { queries, observer, asked, question, settled } = list();
  (await question(1)).answer('first');
  await settled(1);
  const reading = new BatchedRefetch(queries, 0);
  reading.ask(['rows']);
  const again = await question(2);
  for (let change = 0; change < 100; change++) reading.ask(['rows']);
  again.answer('again');
  (await question(3)).answer('last');
  await settled(1);
  reading.stop();
  expect(asked).toHaveLength(3);
  expect(observer.getCurrentResult().data?.pages).toEqual(['last']);
});

test('after refetching is stopped, reported changes refetch nothing', async () => {
  const { queries, asked, question, settled } = list();
  (await question(1)).answer('first');
  await settled(1);
  const reading = new BatchedRefetch(queries, 0);
  reading.ask(['rows']);
  reading.stop();
  reading.ask(['rows']);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(asked).toHaveLength(1);
});

import { parentPort } from 'node:worker_threads';

/** Told to a thread that is not needed any more. */
export const END = 'end';

export type ThreadReply<Answer> = { readonly answer: Answer } | { readonly failure: string };

/** The other side of a thread pool: answers one order after the other with what was made ready at the start. */
export function answerOrders<Order, Answer>(
  ready: Promise<(order: Order) => Answer | Promise<Answer>>,
): void {
  // Told to whoever asks.
  ready.catch(() => {});
  parentPort?.on('message', async (order: Order | typeof END) => {
    // What is under way comes to its end, and the thread with it.
    if (order === END) parentPort?.close();
    else parentPort?.postMessage(await replyTo(ready, order));
  });
}

async function replyTo<Order, Answer>(
  ready: Promise<(order: Order) => Answer | Promise<Answer>>,
  order: Order,
): Promise<ThreadReply<Answer>> {
  try {
    return { answer: await (await ready)(order) };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}

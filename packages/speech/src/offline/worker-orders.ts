import { parentPort, workerData } from 'node:worker_threads';

// The other side of a worker pool, in a thread or in a process of its own.

export type WorkerReply<Answer> = { readonly answer: Answer } | { readonly failure: string };

/** The data passed to the worker at its start. */
export const startData = (): unknown =>
  parentPort === null ? JSON.parse(process.argv[2] ?? 'null') : workerData;

/** Answers one order after the other with what was made ready at the start. */
export function answerOrders<Order, Answer>(
  ready: Promise<(order: Order) => Answer | Promise<Answer>>,
): void {
  // The failure is reported to each caller.
  ready.catch(() => {});
  const reply =
    parentPort === null
      ? (message: unknown) => process.send?.(message)
      : parentPort.postMessage.bind(parentPort);
  const take = async (order: Order) => reply(await replyTo(ready, order));
  if (parentPort !== null) parentPort.on('message', take);
  else {
    process.on('message', (order) => take(order as Order));
    // The parent process is gone.
    process.on('disconnect', () => process.exit());
  }
}

async function replyTo<Order, Answer>(
  ready: Promise<(order: Order) => Answer | Promise<Answer>>,
  order: Order,
): Promise<WorkerReply<Answer>> {
  try {
    return { answer: await (await ready)(order) };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}

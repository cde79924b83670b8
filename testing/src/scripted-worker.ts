import { answerOrders } from '@parley/speech/offline/worker-orders.ts';

// A worker for tests of the pool: it does what it is told.

type Order = { readonly say: string; readonly gate?: SharedArrayBuffer } | 'fail' | 'die' | 'hang' | 'pid';

answerOrders<Order, string>(
  Promise.resolve((order) => {
    if (order === 'fail') throw new Error('as told');
    if (order === 'die') process.exit(1);
    if (order === 'pid') return String(process.pid);
    if (order === 'hang') return new Promise<string>(() => {});
    if (order.gate !== undefined) Atomics.wait(new Int32Array(order.gate), 0, 0);
    return order.say;
  }),
);

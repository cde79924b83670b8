import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { keepBusyWorkerAlive } from '../domains/conversations/worker-liveness.actions.ts';
import { Database } from '../storage/database.ts';
import { type HeartbeatOrder, LOOKS, MAIN_TURNED_AT, monotonicMs, noteBeat, slotsOf } from './heartbeat.ts';

// Runs as a thread of heartbeat.ts.

const { url, workerId, shared, everyMs, stuckAfterMs } = workerData as HeartbeatOrder;
const slots = slotsOf(shared);
const database = new Database({
  url,
  clock: systemClock,
  newId: uuid7(systemClock),
  send: () => Promise.reject(new Error('A heartbeat enqueues no task')),
  maxConnections: 1,
});
let isBeating = false;

async function beat(): Promise<void> {
  // A database that does not answer is asked again when it has.
  if (isBeating) return;
  isBeating = true;
  const askedAt = monotonicMs();
  try {
    const isStuck = askedAt - Atomics.load(slots, MAIN_TURNED_AT) > BigInt(stuckAfterMs);
    if (!isStuck && (await keepBusyWorkerAlive(database, workerId))) noteBeat(slots, askedAt, monotonicMs());
  } catch (error) {
    parentPort?.postMessage(`A heartbeat could not be sent: ${(error as Error).message}`);
  } finally {
    isBeating = false;
    Atomics.add(slots, LOOKS, 1n);
    Atomics.notify(slots, LOOKS);
  }
}

setInterval(beat, everyMs);
await beat();

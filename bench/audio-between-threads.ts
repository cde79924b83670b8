import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ringMemory, SoundRing } from '@parley/audio/sound-ring.ts';
import { median, type Ratio } from './ratio.ts';

/**
 * Cost of moving the audio of many calls between threads: ring buffers in shared memory with one small message for all
 * calls, one message with the frames of all, or one message for each. Frames are made as fast as they are taken, so that
 * only the transfer is measured.
 */

const CALLS = 300;
const BEATS = 500;
const FRAME = 160;
const ROUNDS = 3;

export type Crossing = 'rings' | 'one message' | 'a message each';

export interface CrossingOrder {
  readonly way: Crossing;
  readonly beats: number;
  readonly frame: number;
  readonly rings: readonly SharedArrayBuffer[];
}

export async function run(): Promise<Ratio[]> {
  const cost = { rings: [] as number[], 'one message': [] as number[], 'a message each': [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of Object.keys(cost) as Crossing[]) cost[way].push(await costOf(way));
  const ours = median(cost.rings);
  const ratio = (way: Crossing, atMost: number): Ratio => ({
    name: `sip: an audio frame between threads through shared memory, vs ${way} for ${CALLS} calls`,
    ours,
    reference: median(cost[way]),
    unit: 'µs of the processor',
    atMost,
  });
  // One message is cheaper, but unbounded: the audio of a busy thread would pile up.
  return [ratio('one message', 3), ratio('a message each', 0.6)];
}

/** In microseconds for one frame of one call, both threads together. */
async function costOf(way: Crossing): Promise<number> {
  const rings = Array.from({ length: CALLS }, () => ringMemory(8 * FRAME));
  const readers = rings.map((memory) => new SoundRing(memory));
  const order: CrossingOrder = { way, beats: BEATS, frame: FRAME, rings };
  const worker = new Worker(new URL('./audio-between-threads-thread.ts', import.meta.url), {
    workerData: order,
  });
  await once(worker, 'message');
  let [heard, beats, frames] = [0, 0, 0];
  const done = Promise.withResolvers<void>();
  const take = (frame: Int16Array): void => {
    heard += frame[0] as number;
    frames += 1;
  };
  worker.on('message', (message: 'beat' | Int16Array) => {
    if (message === 'beat')
      for (const reader of readers) {
        const frame = new Int16Array(FRAME);
        reader.read(frame);
        take(frame);
      }
    // A copy, because keeping one frame would keep those of all calls.
    else for (let at = 0; at < message.length; at += FRAME) take(message.slice(at, at + FRAME));
    if (frames === CALLS * (beats + 1)) {
      beats += 1;
      if (beats === BEATS) done.resolve();
      else worker.postMessage('more');
    }
  });
  const before = process.cpuUsage();
  worker.postMessage('more');
  await done.promise;
  const { user, system } = process.cpuUsage(before);
  await worker.terminate();
  if (heard === 0) throw new Error('No audio arrived from the other thread.');
  return (user + system) / (BEATS * CALLS);
}

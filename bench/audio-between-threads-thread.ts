import { parentPort, workerData } from 'node:worker_threads';
import { SoundRing } from '@parley/audio/sound-ring.ts';
import type { CrossingOrder } from './audio-between-threads.ts';

// Runs as a thread of audio-between-threads.ts: makes one frame for each call on request.

const { way, frame, rings } = workerData as CrossingOrder;
const writers = rings.map((memory) => new SoundRing(memory));
const made = new Int16Array(frame).fill(7);

parentPort?.on('message', () => {
  if (way === 'rings') {
    for (const writer of writers) writer.write(made);
    parentPort?.postMessage('beat');
  } else if (way === 'one message') {
    const all = new Int16Array(frame * writers.length);
    for (const i of writers.keys()) all.set(made, i * frame);
    parentPort?.postMessage(all, [all.buffer]);
  } else for (const _ of writers) parentPort?.postMessage(made.slice());
});
parentPort?.postMessage('ready');

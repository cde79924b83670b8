import { workerData } from 'node:worker_threads';
import { loadMoonshine, type MoonshineFiles } from './moonshine.ts';
import { answerOrders } from './thread-orders.ts';

// Runs as a thread of offline-ear.ts: 16 bits a sample in, words out.

const transcribe = loadMoonshine(workerData as MoonshineFiles);

answerOrders<Int16Array, string>(
  transcribe.then((read) => (sound) => read(Float32Array.from(sound, (sample) => sample / 32_768))),
);

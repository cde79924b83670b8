import { loadMoonshine, type MoonshineFiles } from './moonshine.ts';
import { answerOrders, startData } from './worker-orders.ts';

// Runs as a process of offline-stt.ts: 16-bit samples in, words out.

const transcribe = loadMoonshine(startData() as MoonshineFiles);

answerOrders<Int16Array, string>(
  transcribe.then((read) => (sound) => read(Float32Array.from(sound, (sample) => sample / 32_768))),
);

import { type Listening, loadMoonshine, type MoonshineFiles, type Transcript } from './moonshine.ts';
import { answerOrders, startData } from './worker-orders.ts';

// Runs as a process of offline-stt.ts: 16-bit samples in, words out.

export interface MoonshineOrder extends Listening {
  readonly sound: Int16Array;
}

const transcribe = loadMoonshine(startData() as MoonshineFiles);

answerOrders<MoonshineOrder, Transcript>(
  transcribe.then(
    (read) =>
      ({ sound, hints, isFinal }) =>
        read(
          Float32Array.from(sound, (sample) => sample / 32_768),
          { hints, isFinal },
        ),
  ),
);

import { InferenceSession, Tensor } from 'onnxruntime-node';
import { type SileroLook, windowSamples } from './silero-look.ts';
import { answerOrders, startData } from './worker-orders.ts';

// The process of silero-detector.ts: it takes a stretch of sound and returns the probability of speech for each window.

const STATE: readonly number[] = [2, 1, 128];
const STATE_SAMPLES = 256;
/** How much of the end of a window is repeated with the next one. */
const CONTEXT_MS = 4;

answerOrders<SileroLook, number[]>(loadSilero(startData() as string));

/**
 * Loads the Silero model. The model's state is reset for each stretch of sound, so consecutive orders may come from
 * different calls.
 */
async function loadSilero(model: string): Promise<(look: SileroLook) => Promise<number[]>> {
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  return async ({ rateHz, sound }) => {
    const window = windowSamples(rateHz);
    const context = (CONTEXT_MS * rateHz) / 1000;
    const sr = new Tensor('int64', BigInt64Array.of(BigInt(rateHz)));
    let state = new Tensor('float32', new Float32Array(STATE_SAMPLES), STATE);
    let input = new Float32Array(context + window);
    const found: number[] = [];
    for (let at = 0; at + window <= sound.length; at += window) {
      const next = new Float32Array(context + window);
      next.set(input.subarray(window));
      for (let i = 0; i < window; i += 1) next[context + i] = (sound[at + i] as number) / 32_768;
      input = next;
      const { output, stateN } = await session.run({
        input: new Tensor('float32', input, [1, input.length]),
        state,
        sr,
      });
      state = stateN as typeof state;
      found.push(((output as Tensor).data as Float32Array)[0] ?? 0);
    }
    return found;
  };
}

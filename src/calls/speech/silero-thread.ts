import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { SileroAnswer, SileroOrder } from './silero-detector.ts';

/**
 * The thread that looks at sound for all calls of the process, one window after the other. The model hears a window
 * together with the end of the one before it, and remembers what it heard; both are kept here for each call.
 */
const session = await InferenceSession.create(workerData as string, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
});

interface Memory {
  state: Tensor;
  context: Float32Array;
}

const STATE: readonly number[] = [2, 1, 128];
const memories = new Map<number, Memory>();

const fresh = (rateHz: number): Memory => ({
  state: new Tensor('float32', new Float32Array(256), STATE),
  context: new Float32Array(rateHz / 250),
});

async function look({
  call,
  rateHz,
  window,
  isFirst,
}: Extract<SileroOrder, { kind: 'look' }>): Promise<number> {
  const memory = (isFirst ? undefined : memories.get(call)) ?? fresh(rateHz);
  memories.set(call, memory);
  const input = new Float32Array(memory.context.length + window.length);
  input.set(memory.context);
  input.set(window, memory.context.length);
  memory.context = input.slice(-memory.context.length);
  const { output, stateN } = await session.run({
    input: new Tensor('float32', input, [1, input.length]),
    state: memory.state,
    sr: new Tensor('int64', BigInt64Array.of(BigInt(rateHz))),
  });
  memory.state = stateN as Tensor;
  const [probability = 0] = (output as Tensor).data as Float32Array;
  return probability;
}

let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (order: SileroOrder) => {
  last = last.then(async () => {
    if (order.kind === 'forget') memories.delete(order.call);
    else parentPort?.postMessage({ call: order.call, probability: await look(order) } satisfies SileroAnswer);
  });
});

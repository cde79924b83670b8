import { parentPort, workerData } from 'node:worker_threads';
import { RUNTIME } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import type { GradientThreadData, Inputs, TensorData } from './gradient-threads.ts';
import type { Runtime } from './minilm.ts';

// Runs as a thread of gradient-threads.ts.

const { file, parameters } = workerData as GradientThreadData;
const { Tensor, InferenceSession } = (await import(RUNTIME)) as Runtime;
const session = await InferenceSession.create(file, { intraOpNumThreads: 1 });

parentPort?.on('message', async (inputs: Inputs | 'end') => {
  if (inputs === 'end') return parentPort?.close();
  const tensors = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, tensorOf(input)]));
  // The runtime wants memory of its own.
  for (const { name, shape, values } of parameters)
    tensors[name] = new Tensor('float32', new Float32Array(values), shape);
  const results = await session.run(tensors);
  const gradients = parameters.map(({ name }) => {
    return [name, new Float32Array(results[`gradient of ${name}`]?.data ?? [])] as const;
  });
  parentPort?.postMessage(
    Object.fromEntries(gradients),
    gradients.map(([, values]) => values.buffer),
  );
});

function tensorOf({ type, data, dims }: TensorData) {
  if (data instanceof Uint16Array)
    return new Tensor('float32', new Float32Array(new Float16Array(data.buffer)), dims);
  return new Tensor(type === 'int64' ? 'int64' : 'float32', data, dims);
}

/** Memory in use after a garbage collection; without one the number means nothing. */
export function keptMb(): number {
  if (globalThis.gc === undefined)
    throw new Error(
      'Memory is counted after a collection only: run it as npm run fuzz, or node --expose-gc.',
    );
  // What the first collection frees is released in the background, and gone after the second.
  for (let times = 0; times < 2; times += 1) globalThis.gc();
  // Native objects have a wrapper on the heap; other external memory is counted late, and varies by megabytes.
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

/** Compares the lowest of the first and of the last samples: what is in buffers at one of them is not growth. */
const COMPARED_LOOKS = 5;

export const growthMb = (looksMb: readonly number[]): number =>
  Math.min(...looksMb.slice(-COMPARED_LOOKS)) - Math.min(...looksMb.slice(0, COMPARED_LOOKS));

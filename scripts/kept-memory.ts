/** The memory that is still held once all else has been collected. Without a collection it says nothing. */
export function keptMb(): number {
  if (globalThis.gc === undefined)
    throw new Error(
      'Memory is counted after a collection only: run it as npm run fuzz, or node --expose-gc.',
    );
  // What the first frees is given back in the background, and is gone with the second.
  for (let times = 0; times < 2; times += 1) globalThis.gc();
  // Native objects have a wrapper on the heap; what else is external is counted late, and swings by megabytes.
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

/** Of the first looks and of the last the lowest counts: what waits in buffers at one of them is no growth. */
const COMPARED_LOOKS = 5;

export const growthMb = (looksMb: readonly number[]): number =>
  Math.min(...looksMb.slice(-COMPARED_LOOKS)) - Math.min(...looksMb.slice(0, COMPARED_LOOKS));

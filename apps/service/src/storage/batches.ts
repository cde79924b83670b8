/**
 * Until a batch is not full, so that no statement holds its locks for long. Answers how many there were; stops between batches
 * on a signal.
 */
export async function inBatches(
  size: number,
  signal: AbortSignal,
  work: () => Promise<number>,
): Promise<number> {
  let all = 0;
  for (let done = size; done === size && !signal.aborted; all += done) done = await work();
  return all;
}

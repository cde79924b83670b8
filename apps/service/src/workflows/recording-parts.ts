import type { ObjectStore } from '../storage/objects/object-store.ts';
import { recordingPart } from '../storage/objects/recording-key.ts';

type Heads = Pick<ObjectStore, 'head'>;

/** There is no gap between the parts of a recording: the first that is missing is found by doubling and halving. */
export async function countParts(objects: Heads, attemptId: string): Promise<number> {
  const isThere = async (part: number) => (await partAt(objects, attemptId, part)) !== undefined;
  let [there, missing] = [0, 1];
  while (await isThere(missing - 1)) [there, missing] = [missing, missing * 2];
  while (missing - there > 1) {
    const middle = Math.floor((there + missing) / 2);
    if (await isThere(middle - 1)) there = middle;
    else missing = middle;
  }
  return there;
}

export const partAt = async (objects: Heads, attemptId: string, part: number) =>
  part < 0 ? undefined : objects.head(recordingPart(attemptId, part));

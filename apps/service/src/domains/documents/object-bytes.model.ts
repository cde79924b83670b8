import type { ObjectStore } from '../../storage/objects/object-store.ts';

/** So many bytes from the beginning of an object, in one piece of memory; nothing when there are not so many. */
export async function readObject(
  objects: ObjectStore,
  key: string,
  sizeBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const object = await objects.get(key, { start: 0, end: sizeBytes - 1 });
  if (!object) return undefined;
  const bytes = Buffer.from(new ArrayBuffer(sizeBytes));
  let at = 0;
  for await (const chunk of object.body) {
    // Leaving the loop destroys the stream.
    if (at + chunk.length > sizeBytes) return undefined;
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return at === sizeBytes ? bytes : undefined;
}

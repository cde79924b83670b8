import type { Readable } from 'node:stream';

/** Reads a stream in pieces of a given size, whatever pieces it comes in. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The next bytes; fewer only at the end. */
  async take(count: number): Promise<Buffer> {
    while (this.#heldBytes < count) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      this.#held.push(next.value);
      this.#heldBytes += next.value.length;
    }
    const all = Buffer.concat(this.#held);
    const rest = all.subarray(count);
    [this.#held, this.#heldBytes] = [[rest], rest.length];
    return all.subarray(0, count);
  }
}

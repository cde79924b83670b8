import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FILE = join(import.meta.dirname, '../../node_modules/.cache/understanding/states.bin');
const KEY_BYTES = 16;
/** The key, and how many bytes follow. */
const HEAD_BYTES = KEY_BYTES + 4;

/** States of texts, in memory and in a file: the first layers never change, and are half of the work. */
export class StateCache {
  /** Half-length numbers, as their bits. */
  readonly #states = new Map<string, Uint16Array>();
  readonly #unsaved = new Set<string>();

  constructor() {
    if (!existsSync(FILE)) return;
    const file = readFileSync(FILE);
    for (let at = 0; at + HEAD_BYTES <= file.length; ) {
      const bytes = file.readUInt32LE(at + KEY_BYTES);
      const from = at + HEAD_BYTES;
      if (from + bytes > file.length) break;
      // Views of the one file: many small arrays would keep the garbage collector busy.
      const values = new Uint16Array(file.buffer, file.byteOffset + from, bytes / 2);
      this.#states.set(file.toString('hex', at, at + KEY_BYTES), values);
      at = from + bytes;
    }
  }

  has = (ids: readonly number[]): boolean => this.#states.has(keyOf(ids));

  get(ids: readonly number[]): Uint16Array {
    const states = this.#states.get(keyOf(ids));
    if (states === undefined) throw new Error('A text was not prepared');
    return states;
  }

  /** Rounded, so that a run with the cache equals one without. */
  set(ids: readonly number[], states: Float32Array): void {
    this.#states.set(keyOf(ids), new Uint16Array(new Float16Array(states).buffer));
    this.#unsaved.add(keyOf(ids));
  }

  save(): void {
    mkdirSync(dirname(FILE), { recursive: true });
    const records = [...this.#unsaved].flatMap((key) => {
      const values = this.#states.get(key) as Uint16Array;
      const head = Buffer.alloc(HEAD_BYTES);
      head.write(key, 'hex');
      head.writeUInt32LE(values.byteLength, KEY_BYTES);
      return [head, Buffer.from(values.buffer, values.byteOffset, values.byteLength)];
    });
    appendFileSync(FILE, Buffer.concat(records));
    this.#unsaved.clear();
  }
}

const keyOf = (ids: readonly number[]): string =>
  createHash('sha256')
    .update(ids.join())
    .digest('hex')
    .slice(0, 2 * KEY_BYTES);

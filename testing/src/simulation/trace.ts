import { createHash } from 'node:crypto';
import type { VirtualTime } from './virtual-time.ts';

interface TraceLine {
  readonly atMs: number;
  /** A telephone number; undefined: it concerns everybody. */
  readonly number: string | undefined;
  readonly words: string;
}

/** A promise that was broken, and to whom. */
export interface Violation {
  readonly promise: string;
  readonly number: string | undefined;
}

const MOST_LINES = 60;

/** What happened in a simulation, so that a failure can be told as the story of one person. */
export class Trace {
  readonly violations: Violation[] = [];
  readonly #time: VirtualTime;
  readonly #startMs: number;
  readonly #lines: TraceLine[] = [];

  constructor(time: VirtualTime) {
    this.#time = time;
    this.#startMs = time.nowMs;
  }

  note(words: string, number?: string): void {
    this.#lines.push({ atMs: this.#time.nowMs, number, words });
  }

  violate(promise: string, number?: string): void {
    this.note(`BROKEN: ${promise}`, number);
    this.violations.push({ promise, number });
  }

  /** What happened to that person and to all machines. */
  storyOf({ number }: Violation): string {
    return this.#lines
      .filter((line) => number === undefined || line.number === undefined || line.number === number)
      .slice(-MOST_LINES)
      .map(
        ({ atMs, words, number: of }) => `${this.#since(atMs)}  ${of === undefined ? '' : `${of} `}${words}`,
      )
      .join('\n');
  }

  /** Of everything that happened, and when: two simulations with the same one were the same. */
  get fingerprint(): string {
    return createHash('sha256').update(JSON.stringify(this.#lines)).digest('hex').slice(0, 16);
  }

  #since(atMs: number): string {
    const seconds = (atMs - this.#startMs) / 1000;
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return `${hours}:${String(minutes).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`;
  }
}

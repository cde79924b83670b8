import {
  type Heard,
  type Party,
  type Said,
  type Saying,
  type Words,
  wholeText,
} from '@parley/call-engine/party.ts';

export type Topic = 'opening' | 'years' | 'why' | 'car' | 'interest' | 'start' | 'salary';

interface Script {
  /** By what is asked; the last line of a topic is repeated. */
  readonly lines: Readonly<Record<Topic, readonly string[]>>;
  /** How a question of the agent is recognised. */
  readonly asked: readonly (readonly [Topic, RegExp])[];
}

const PAUSE_MS = 500;
const MS_PER_CHARACTER = 60;
/** Whoever is asked more often hangs up. */
const MOST_LINES = 20;

/** A contact who answers what was asked last, however often and in whatever order. */
export class AnsweringContact implements Party {
  readonly said: string[] = [];
  readonly transfers: string[] = [];
  readonly pressed: string[] = [];
  readonly #script: Script;
  readonly #times = new Map<Topic, number>();
  #topic: Topic = 'opening';
  #nowMs = 0;
  #spoken = 0;

  constructor(script: Script) {
    this.#script = script;
  }

  elapsedMs(): number {
    return this.#nowMs;
  }

  say(words: Words): Saying {
    return { done: this.#hear(words) };
  }

  async #hear(words: Words): Promise<Said> {
    const text = await wholeText(words);
    const startMs = this.#nowMs;
    this.#nowMs += text.length * MS_PER_CHARACTER;
    if (text !== '') this.said.push(text);
    const asked = this.#script.asked.findLast(([, pattern]) => pattern.test(text));
    if (asked !== undefined) this.#topic = asked[0];
    return { text, isWhole: true, startMs, endMs: this.#nowMs };
  }

  async listen(): Promise<Heard> {
    this.#nowMs += PAUSE_MS;
    const lines = this.#script.lines[this.#topic];
    const times = this.#times.get(this.#topic) ?? 0;
    const text = lines[Math.min(times, lines.length - 1)];
    this.#spoken += 1;
    if (text === undefined || this.#spoken > MOST_LINES) return { kind: 'left', atMs: this.#nowMs };
    this.#times.set(this.#topic, times + 1);
    const startMs = this.#nowMs;
    this.#nowMs += text.length * MS_PER_CHARACTER;
    return { kind: 'words', text, startMs, endMs: this.#nowMs };
  }

  press(keys: string): void {
    this.pressed.push(keys);
  }

  async transfer(to: string): Promise<boolean> {
    this.transfers.push(to);
    return true;
  }

  async leave(): Promise<void> {}
}

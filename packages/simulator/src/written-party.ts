import {
  type Heard,
  type Party,
  type Said,
  type Saying,
  type Words,
  wholeText,
} from '@parley/call-engine/party.ts';
import { speakingMs, spokenBy } from '@parley/call-engine/speaking-time.ts';
import type { Move, SimulatedContact } from './simulated-contact.ts';
import type { Pace } from './virtual-time.ts';

/** A constant reason: creating an error with its stack for each call was a tenth of the call's cost. */
const CALLED_AWAY = 'called away';

/**
 * A call without audio. Its clock jumps to the next event, and only the pace decides how long that takes in real
 * time, so ten thousand such calls are cheap and each can be repeated exactly.
 *
 * The sides take turns: the agent starts once the contact has finished; the contact interrupts by starting before the
 * agent's end.
 */
export class WrittenParty implements Party {
  readonly #with: WrittenPartyOptions;
  /** What the contact did that `listen` has not returned yet. */
  readonly #heard: Heard[] = [];
  #nowMs = 0;
  #theyFinishAtMs = 0;
  #interruptions = 0;
  #isOver = false;
  /** Ends the last listening if it is still going on. */
  #listening: AbortController | undefined;
  /** Requests run one after another, in the order of the calls. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WrittenPartyOptions) {
    this.#with = options;
  }

  say(words: Words): Saying {
    this.#listening?.abort(CALLED_AWAY);
    const interruptions = this.#interruptions;
    const done = this.#inTurn(async () => {
      const text = await gathered(words);
      if (text === '') return { ...this.#unsaid(), isWhole: true };
      // Barge-in: what was queued behind the interrupted sentence is dropped.
      return this.#isOver || interruptions < this.#interruptions ? this.#unsaid() : this.#speak(text);
    });
    // A caller that does not await `done` must not cause an unhandled rejection.
    done.catch(() => undefined);
    return { done };
  }

  listen(patienceMs: number): Promise<Heard> {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    return this.#inTurn(async () => {
      const heard = this.#heard.shift() ?? (await this.#nextWithin(patienceMs, signal));
      return this.#reach(heard, signal);
    });
  }

  transfer(to: string): Promise<boolean> {
    return this.#inTurn(async () => {
      if (this.#isOver) return false;
      const { isTaken, afterMs } = this.#with.connect(to);
      await this.#passTo(this.#nowMs + afterMs);
      this.#isOver = isTaken;
      return isTaken;
    });
  }

  leave(): Promise<void> {
    this.#listening?.abort(CALLED_AWAY);
    return this.#inTurn(async () => {
      this.#isOver = true;
    });
  }

  elapsedMs(): number {
    return this.#nowMs;
  }

  async #speak(text: string): Promise<Said> {
    await this.#letThemFinish();
    if (this.#isOver) return this.#unsaid();
    const startMs = Math.max(this.#nowMs, this.#theyFinishAtMs);
    const wholeMs = speakingMs(text);
    const endMs = startMs + wholeMs;
    this.#with.contact.hear({ text, startMs, endMs });
    const move = await this.#with.contact.next(endMs);
    if (move === undefined) {
      await this.#passTo(endMs);
      return { text, isWhole: true, startMs, endMs };
    }
    this.#interruptions += 1;
    this.#heard.push(this.#take(move));
    const cutMs = Math.max(startMs, move.startMs);
    await this.#passTo(cutMs);
    return { text: spokenBy(text, (cutMs - startMs) / wholeMs), isWhole: false, startMs, endMs: cutMs };
  }

  /** Words the contact has already started are heard to their end and kept for the next `listen`. */
  async #letThemFinish(): Promise<void> {
    const begun = await this.#with.contact.next(this.#nowMs + 1);
    if (begun) this.#heard.push(this.#take(begun));
  }

  #take(move: Move): Heard {
    if (move.kind === 'leave') {
      this.#isOver = true;
      return { kind: 'left', atMs: move.startMs };
    }
    const { text, startMs, endMs } = move;
    this.#theyFinishAtMs = endMs;
    return { kind: 'words', text, startMs, endMs, language: this.#with.language };
  }

  async #nextWithin(patienceMs: number, signal: AbortSignal): Promise<Heard> {
    if (this.#isOver) return { kind: 'left', atMs: this.#nowMs };
    const untilMs = this.#nowMs + patienceMs;
    const move = await this.#with.contact.next(untilMs, signal);
    return move ? this.#take(move) : { kind: 'silence', atMs: untilMs };
  }

  /** Waits until it has been said. If the agent speaks or hangs up meanwhile, it is returned by a later `listen`, or never. */
  async #reach(heard: Heard, signal: AbortSignal): Promise<Heard> {
    try {
      await this.#passTo('atMs' in heard ? heard.atMs : heard.endMs, signal);
      return heard;
    } catch {
      if (heard.kind !== 'silence') this.#heard.unshift(heard);
      return { kind: 'silence', atMs: this.#nowMs };
    }
  }

  async #passTo(atMs: number, signal?: AbortSignal): Promise<void> {
    await this.#with.pace.wait(Math.max(0, atMs - this.#nowMs), signal);
    this.#nowMs = Math.max(this.#nowMs, atMs);
  }

  #unsaid(): Said {
    return { text: '', isWhole: false, startMs: this.#nowMs, endMs: this.#nowMs };
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

export interface WrittenPartyOptions {
  readonly contact: SimulatedContact;
  readonly pace: Pace;
  /** Lower case, as in the transcript. */
  readonly language: string;
  /** The result of transferring the call to a number. */
  readonly connect: (to: string) => { readonly isTaken: boolean; readonly afterMs: number };
}

/** Streamed or not, the same words take the same time. */
const gathered = async (words: Words): Promise<string> => (await wholeText(words)).trim();

import type { Heard, Party, Said, Saying, Words } from '@parley/call-engine/party.ts';
import { speakingMs, spokenBy } from '@parley/call-engine/speaking-time.ts';
import type { Interlocutor, Move } from './interlocutor.ts';
import type { Pace } from './virtual-time.ts';

/** A reason that is made once: an error with its stack for each call was a tenth of the whole call's cost. */
const CALLED_AWAY = 'called away';

/**
 * A conversation without sound. Its clock moves only as far as the next thing that happens, and nobody waits
 * longer than the pace asks for, so ten thousand of them are cheap and each can be repeated exactly.
 *
 * Both sides take turns to speak: what the agent says begins when the other has finished, and the other cuts it
 * short by beginning earlier than its end.
 */
export class WrittenParty implements Party {
  readonly #with: WrittenPartyOptions;
  /** Happened, and not listened to yet. */
  readonly #heard: Heard[] = [];
  #nowMs = 0;
  #theyFinishAtMs = 0;
  #interruptions = 0;
  #isOver = false;
  /** Ends the last listening if it is still going on. */
  #listening: AbortController | undefined;
  /** Everything happens in the order it was asked for. */
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
      // What was lined up behind a sentence they cut short is not said any more.
      return this.#isOver || interruptions < this.#interruptions ? this.#unsaid() : this.#speak(text);
    });
    // Whoever does not ask how it went must not bring the process down.
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
    this.#with.interlocutor.hear({ text, startMs, endMs });
    const move = await this.#with.interlocutor.next(endMs);
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

  /** What they have begun already is heard to its end, and kept for whoever listens. */
  async #letThemFinish(): Promise<void> {
    const begun = await this.#with.interlocutor.next(this.#nowMs + 1);
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
    const move = await this.#with.interlocutor.next(untilMs, signal);
    return move ? this.#take(move) : { kind: 'silence', atMs: untilMs };
  }

  /** Waits until it is over. Whoever speaks or hangs up meanwhile hears it later, or never. */
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
  readonly interlocutor: Interlocutor;
  readonly pace: Pace;
  /** Lower case, as in the transcript. */
  readonly language: string;
  /** What comes of passing the call on to a number. */
  readonly connect: (to: string) => { readonly isTaken: boolean; readonly afterMs: number };
}

/** However a dialogue model hands over its words, the same words take the same time. */
async function gathered(words: Words): Promise<string> {
  if (typeof words === 'string') return words.trim();
  let text = '';
  for await (const part of words) text += part;
  return text.trim();
}

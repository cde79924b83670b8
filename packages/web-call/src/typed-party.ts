import type { Heard, Party, Said, Saying, Words } from '@parley/call-engine/party.ts';
import { speakingMs, wordsOf } from '@parley/call-engine/speaking-time.ts';
import { type CallClock, systemCallClock } from '@parley/speech/call-clock.ts';
import type { Captions } from './captions.ts';

/** People read about twice as fast as others speak. */
const READING_SPEED = 2;
const CHARACTERS_AT_ONCE = 20;
/** Shorter waits are for quick replies such as "Hello?", which nobody types. */
const REFLEX_MS = 3000;
/** Added to longer waits: typing an answer of two or three sentences takes a minute. */
const TYPING_MS = 60_000;

const CALLED_AWAY = 'called away';

export interface TypedPartyOptions {
  readonly inbox: TypedInbox;
  readonly captions: Captions;
  /** Milliseconds since the call was answered. */
  readonly nowMs: () => number;
  /** Lower case, as in the transcript. */
  readonly language: string;
  /** The end of the call's maximum duration: no wait is longer. */
  readonly mostMs: number;
}

/**
 * A conversation with a contact who reads and types, in real time. The agent's words appear a few at a time, at
 * reading pace. When the contact answers early, the rest appears at once and counts as read.
 */
export class TypedParty implements Party {
  readonly #with: TypedPartyOptions;
  #isOver = false;
  /** Ends the current `listen`, if there is one. */
  #listening: AbortController | undefined;
  /** Everything happens in the order it was asked for. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: TypedPartyOptions) {
    this.#with = options;
  }

  say(words: Words): Saying {
    this.#listening?.abort(CALLED_AWAY);
    const done = this.#inTurn(() => this.#show(words));
    // A caller that does not await the result must not crash the process.
    done.catch(() => undefined);
    return { done };
  }

  listen(patienceMs: number): Promise<Heard> {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    return this.#inTurn(() => this.#hear(patienceMs, signal));
  }

  /** A typed call cannot be transferred. */
  async transfer(): Promise<boolean> {
    return false;
  }

  leave(): Promise<void> {
    this.#listening?.abort(CALLED_AWAY);
    return this.#inTurn(async () => {
      this.#isOver = true;
    });
  }

  elapsedMs(): number {
    return this.#with.nowMs();
  }

  /** `listen` returns that nothing came: what it waits for comes another way. */
  interrupt(): void {
    this.#listening?.abort(CALLED_AWAY);
  }

  async #show(words: Words): Promise<Said> {
    const { captions, inbox, nowMs } = this.#with;
    const caption = captions.agent();
    const startMs = nowMs();
    let text = '';
    let isWhole = true;
    try {
      for await (const piece of pieces(words)) {
        isWhole = !this.#isOver && !inbox.hasLeft;
        if (!isWhole) break;
        text += piece;
        caption.grow(text.trimEnd());
        // Who has answered already is not kept waiting.
        await inbox.arrival(speakingMs(piece) / READING_SPEED);
      }
    } finally {
      text = text.trim();
      caption.end(text);
    }
    return { text, isWhole, startMs, endMs: nowMs() };
  }

  async #hear(patienceMs: number, signal: AbortSignal): Promise<Heard> {
    const { inbox, nowMs, mostMs, language } = this.#with;
    if (this.#isOver) return { kind: 'left', atMs: nowMs() };
    const untilMs = Math.min(
      nowMs() + (patienceMs > REFLEX_MS ? patienceMs + TYPING_MS : patienceMs),
      mostMs,
    );
    await inbox.arrival(Math.max(0, untilMs - nowMs()), signal);
    const atMs = nowMs();
    if (signal.aborted) return { kind: 'silence', atMs };
    const text = inbox.take();
    if (text !== undefined) return { kind: 'words', text, startMs: atMs, endMs: atMs, language };
    // A timer may go off a moment early, and the end of the call is the end.
    return inbox.hasLeft ? { kind: 'left', atMs } : { kind: 'silence', atMs: Math.max(atMs, untilMs) };
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** A few words each. */
async function* pieces(words: Words): AsyncGenerator<string> {
  if (typeof words === 'string') yield* inPieces(words);
  else for await (const part of words) yield* inPieces(part);
}

function* inPieces(text: string): Generator<string> {
  // A part of a stream may begin with the space that parts it from the one before.
  let piece = text.slice(0, text.length - text.trimStart().length);
  for (const word of wordsOf(text)) {
    piece += word;
    if (piece.length < CHARACTERS_AT_ONCE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Far more than anybody types before a reply. */
const MOST_WAITING = 50;

/** Typed messages that the agent has not read yet, and whether the contact is still there. */
export class TypedInbox {
  readonly #clock: CallClock;
  #messages: string[] = [];
  #hasLeft = false;
  #arrived = Promise.withResolvers<void>();

  constructor(clock = systemCallClock) {
    this.#clock = clock;
  }

  /** False if too many messages are waiting. */
  put(text: string): boolean {
    if (this.#messages.length >= MOST_WAITING || this.#hasLeft) return false;
    this.#messages.push(text);
    this.#wake();
    return true;
  }

  leave(): void {
    this.#hasLeft = true;
    this.#wake();
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** All waiting messages as one utterance: an answer sent in three messages is one answer. */
  take(): string | undefined {
    if (this.#messages.length === 0) return undefined;
    const text = this.#messages.join('\n');
    this.#messages = [];
    return text;
  }

  /** Resolves when something waits or they have left; or the time is over, or the signal is aborted. */
  async arrival(withinMs: number | undefined, signal?: AbortSignal): Promise<void> {
    if (this.#messages.length > 0 || this.#hasLeft || signal?.aborted) return;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const cancel = withinMs === undefined ? undefined : this.#clock.after(withinMs, resolve);
    const abort = () => resolve();
    signal?.addEventListener('abort', abort, { once: true });
    await Promise.race([this.#arrived.promise, over]);
    cancel?.();
    signal?.removeEventListener('abort', abort);
  }

  #wake(): void {
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
  }
}

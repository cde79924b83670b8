import type { Heard, Party, Said, Saying, Words } from '@parley/call-engine/party.ts';
import type { Captions } from './captions.ts';
import type { Presence } from './presence.ts';
import { type TypedInbox, TypedParty, type TypedPartyOptions } from './typed-party.ts';

/** A contact with a microphone; its clock starts with the microphone. */
interface Voiced {
  readonly party: Party;
  readonly sinceMs: number;
}

export interface WebPartyOptions extends TypedPartyOptions {
  readonly presence: Pick<Presence, 'isMissing' | 'isAway' | 'awayMs' | 'takeReturn' | 'changed'>;
  /** The agent has finished and hangs up. */
  readonly onLeave: () => void;
}

/**
 * The contact of a web call, who talks or types. They can switch during the call, and can type while they talk.
 */
export class WebParty implements Party {
  readonly #typed: TypedParty;
  readonly #inbox: TypedInbox;
  readonly #presence: WebPartyOptions['presence'];
  readonly #captions: Captions;
  readonly #language: string;
  readonly #onLeave: () => void;
  #voiced: Voiced | undefined;
  /** Aborted when they change from talking to typing or back. */
  #change = new AbortController();
  #listening: Listening | undefined;
  /** Words that arrived after the last `listen` had ended. */
  readonly #overheard: Heard[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WebPartyOptions) {
    this.#typed = new TypedParty(options);
    this.#inbox = options.inbox;
    this.#presence = options.presence;
    this.#captions = options.captions;
    this.#language = options.language;
    this.#onLeave = options.onLeave;
  }

  /** Switches to this spoken party or, without one, to typing. */
  talkThrough(party: Party | undefined): void {
    this.#voiced = party && { party, sinceMs: this.elapsedMs() };
    this.#listening = undefined;
    this.interrupt();
  }

  /** Makes the current `listen` start again with the new way of talking. */
  interrupt(): void {
    this.#typed.interrupt();
    this.#change.abort();
    this.#change = new AbortController();
  }

  say(words: Words): Saying {
    this.#typed.interrupt();
    const done = this.#last.then(() =>
      this.#voiced ? this.#speak(this.#voiced, words) : this.#typed.say(words).done,
    );
    this.#last = done.catch(() => undefined);
    return { done };
  }

  async listen(patienceMs: number, expected?: readonly string[]): Promise<Heard> {
    for (;;) {
      const overheard = this.#overheard.shift();
      if (overheard !== undefined) return overheard;
      // What they typed before they went comes first.
      if (this.#inbox.isEmpty && this.#presence.isAway) {
        await this.#presence.changed();
        continue;
      }
      if (this.#inbox.isEmpty && this.#presence.takeReturn())
        return { kind: 'returned', atMs: this.elapsedMs() };
      const { signal } = this.#change;
      const heard = this.#voiced
        ? await this.#hear(this.#voiced, signal, patienceMs, expected)
        : await this.#typed.listen(patienceMs);
      // Whoever has just changed to the microphone is listened to there.
      if (heard === undefined || (heard.kind === 'silence' && signal.aborted)) continue;
      if (heard.kind !== 'silence' || !this.#presence.isMissing) return heard;
      // Nobody is asked whether they are there while their connection is gone.
      await this.#presence.changed();
    }
  }

  transfer(to: string): Promise<boolean> {
    return this.#voiced ? this.#voiced.party.transfer(to) : this.#typed.transfer();
  }

  async leave(): Promise<void> {
    this.#typed.interrupt();
    await this.#last;
    this.#onLeave();
    await this.#typed.leave();
    await this.#voiced?.party.leave();
  }

  elapsedMs(): number {
    return this.#typed.elapsedMs();
  }

  pausedMs(): number {
    return this.#presence.awayMs();
  }

  /** Shows the rest of a sentence as text if the contact switched to typing. */
  async #speak(voiced: Voiced, words: Words): Promise<Said> {
    const caption = this.#captions.agent();
    let text = typeof words === 'string' ? words : '';
    if (text !== '') caption.grow(text);
    const grown = (part: string) => {
      text += part;
      caption.grow(text.trim());
    };
    const said = await voiced.party
      .say(typeof words === 'string' ? words : passedOn(words, grown))
      .done.then((heard) => ({ ...heard, ...shifted(heard, voiced.sinceMs) }))
      .catch((error: unknown) => {
        caption.end(text.trim());
        throw error;
      });
    caption.end(said.text);
    const isCutOff = !said.isWhole && this.#voiced !== voiced && !this.#inbox.hasLeft;
    if (!isCutOff) return said;
    const rest = await this.#typed.say(text.trim().slice(said.text.length).trim()).done;
    return { ...rest, text: `${said.text} ${rest.text}`.trim(), startMs: said.startMs };
  }

  /** Undefined if the contact has switched to typing meanwhile. */
  async #hear(
    voiced: Voiced,
    changed: AbortSignal,
    ...wanted: Parameters<Party['listen']>
  ): Promise<Heard | undefined> {
    const listening = this.#listening ?? this.#listenTo(voiced, ...wanted);
    listening.isAwaited = true;
    const overtaken = new AbortController();
    const typed = this.#inbox.arrival(undefined, AbortSignal.any([changed, overtaken.signal]));
    const heard = await Promise.race([listening.done, typed.then(() => undefined)]);
    overtaken.abort();
    // A leg that was put away is no contact who left.
    if (heard?.kind === 'left' && this.#voiced !== voiced && !this.#inbox.hasLeft) return undefined;
    if (heard !== undefined) return heard;
    listening.isAwaited = false;
    // Both in the same moment: nothing of it may be lost.
    if (listening.heard !== undefined) this.#overhear(listening.heard);
    const text = this.#inbox.take();
    const atMs = this.elapsedMs();
    if (text !== undefined)
      return { kind: 'words', text, startMs: atMs, endMs: atMs, language: this.#language };
    return this.#inbox.hasLeft ? { kind: 'left', atMs } : undefined;
  }

  #listenTo(voiced: Voiced, patienceMs: number, expected?: readonly string[]): Listening {
    const listening: Listening = {
      isAwaited: true,
      done: voiced.party.listen(patienceMs, expected).then((result) => {
        const heard = { ...result, ...shifted(result, voiced.sinceMs) } as Heard;
        if (heard.kind === 'partial' || heard.kind === 'words')
          this.#captions.contact(heard.text, heard.kind === 'words');
        if (this.#listening === listening) this.#listening = undefined;
        listening.heard = heard;
        if (!listening.isAwaited) this.#overhear(heard);
        return heard;
      }),
    };
    // Nobody may be waiting for it by the time it fails.
    listening.done.catch(() => undefined);
    this.#listening = listening;
    return listening;
  }

  #overhear(heard: Heard): void {
    if (heard.kind === 'words' || heard.kind === 'digit') this.#overheard.push(heard);
  }
}

/** What was asked of the spoken party; it goes on when what was typed overtakes it. */
interface Listening {
  readonly done: Promise<Heard>;
  isAwaited: boolean;
  heard?: Heard;
}

async function* passedOn(
  words: AsyncIterable<string>,
  onPart: (part: string) => void,
): AsyncGenerator<string> {
  for await (const part of words) {
    onPart(part);
    yield part;
  }
}

type Times = { readonly startMs: number; readonly endMs: number } | { readonly atMs: number };

/** In the time of the whole call. */
const shifted = (times: Times, byMs: number): Times =>
  'atMs' in times
    ? { atMs: times.atMs + byMs }
    : { startMs: times.startMs + byMs, endMs: times.endMs + byMs };

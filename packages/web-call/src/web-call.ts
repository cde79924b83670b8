import { timingSafeEqual } from 'node:crypto';
import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import type { Note } from '@parley/call-engine/journal.ts';
import type { Line } from '@parley/call-engine/line.ts';
import type { Party } from '@parley/call-engine/party.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import type { CallClock } from '@parley/speech/call-clock.ts';
import { type CallEnded, Captions, type WebEvent } from './captions.ts';
import { Presence } from './presence.ts';
import { TypedInbox } from './typed-party.ts';
import type { WebLeg } from './web-leg.ts';
import { WebParty } from './web-party.ts';

export interface LoggedEvent {
  /** Rises from 1. */
  readonly id: number;
  readonly event: WebEvent;
}

/** A call of two hours has some hundred captions; whoever was away longer than this misses the oldest. */
const MOST_KEPT = 2000;

/** The events of one call, for pages that follow them and come back after they lost the connection. */
export class EventLog {
  #kept: LoggedEvent[] = [];
  #lastId = 0;
  #isOver = false;
  #changed = Promise.withResolvers<void>();

  /** After the call has ended no more events are added. */
  add(event: WebEvent): void {
    if (this.#isOver) return;
    // Of a caption that grows, only the latest is worth catching up with.
    const before = this.#kept.at(-1)?.event;
    if (event.type === 'update' && before?.type === 'update' && before.id === event.id) this.#kept.pop();
    this.#lastId += 1;
    this.#kept.push({ id: this.#lastId, event });
    if (this.#kept.length > MOST_KEPT) this.#kept.shift();
    this.#isOver = event.type === 'call_ended';
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** What came after the event with this id, and what comes, until the call has ended or the follower has gone. */
  async *after(id: number, signal: AbortSignal): AsyncGenerator<LoggedEvent> {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const leave = () => resolve();
    signal.addEventListener('abort', leave, { once: true });
    try {
      for (let seen = id; !signal.aborted; ) {
        const { promise: changed } = this.#changed;
        const unseen = this.#kept.find((one) => one.id > seen);
        if (unseen) {
          seen = unseen.id;
          yield unseen;
        } else if (this.#isOver) return;
        else await Promise.race([changed, gone]);
      }
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}

export interface WebCallOptions {
  readonly callId: string;
  /** Proves that a page is the one that joined. */
  readonly resumeKey: string;
  /** How long a contact who has said something can return. */
  readonly resumeMs: number;
  /** Adds speech to text and text to speech to the audio of a browser; undefined: the call is held in writing. */
  readonly makeParty: MakeParty | undefined;
  readonly clock: CallClock;
}

/**
 * Browsers gather their candidates before the offer, so that audio connects within a second or two, also through a relay on a slow
 * network. Whoever leaves sooner says nothing about it.
 */
const CONNECTING_MS = 8000;

/** `note` writes to the journal of the call. */
export type MakeParty = (leg: AudioLeg, plan: CallPlan, note: Note) => Party;

/** A call in the browser: what the page does, and the party that the agent talks to. */
export class WebCall {
  readonly callId: string;
  readonly events = new EventLog();
  readonly #with: WebCallOptions;
  readonly #presence: Presence;
  #key: Buffer;
  /** Aborted when another page replaces this one. */
  #page = new AbortController();
  readonly #inbox: TypedInbox;
  readonly #captions: Captions;
  /** Set when the call is conducted. */
  #talk: { readonly party: WebParty; readonly speakerOn: (leg: AudioLeg) => Party } | undefined;
  #leg: WebLeg | undefined;
  /** Of all legs: missing, when the page was there and waited for it. */
  #audio: 'unknown' | 'missing' | 'connected' = 'unknown';
  #stopWaiting: () => void = () => {};
  #hasSpoken = false;
  #departure: 'left' | 'lost' | undefined;
  #isOver = false;

  constructor(options: WebCallOptions) {
    this.callId = options.callId;
    this.#with = options;
    this.#key = Buffer.from(options.resumeKey);
    this.#inbox = new TypedInbox(options.clock);
    this.#captions = new Captions((event) => this.#tell(event));
    this.#presence = new Presence({
      clock: options.clock,
      // Who has said nothing loses nothing, and begins again whenever they like.
      waitMs: () => (this.#hasSpoken ? options.resumeMs : 0),
      onAway: () => this.#wait(),
      onGone: () => this.#depart('lost'),
    });
  }

  isHeldBy(resumeKey: string): boolean {
    const given = Buffer.from(resumeKey);
    return given.length === this.#key.length && timingSafeEqual(given, this.#key);
  }

  get isOver(): boolean {
    return this.#isOver || this.#departure !== undefined;
  }

  /** Registers a connection of the page; call the returned function when it ends. */
  connect(): () => void {
    return this.#presence.connect();
  }

  /** Registers that audio flows, which is a connection of the page as well. */
  connectAudio(): () => void {
    this.#audio = 'connected';
    this.#stopWaiting();
    return this.connect();
  }

  /** Whether the contact wanted to talk, and the audio never connected. */
  get isAudioMissing(): boolean {
    return this.#audio === 'missing';
  }

  /** Aborted when another page replaces the current one. */
  get pageSignal(): AbortSignal {
    return this.#page.signal;
  }

  /** Whether no page is connected, so that a page that opens the link can continue the call. */
  get canResume(): boolean {
    return !this.isOver && this.#presence.isMissing;
  }

  /** The page is closing, perhaps only to reload. */
  leavePage(): void {
    this.#presence.leavePage();
  }

  /** Another page continues the call with a new key; the key of the previous page is void. */
  comeBack(resumeKey: string): void {
    this.#key = Buffer.from(resumeKey);
    this.#page.abort();
    this.#page = new AbortController();
    this.#presence.comeBack();
    this.#talk?.party.interrupt();
  }

  /** False if too many messages are waiting. */
  type(text: string): boolean {
    if (!this.#inbox.put(text)) return false;
    // Whoever goes on by themselves needs no welcome.
    this.#presence.takeReturn();
    this.#captions.typed(text);
    return true;
  }

  /** Sets the audio leg; without one the contact types. A call that has ended accepts no leg. */
  talkThrough(leg: WebLeg | undefined): void {
    const before = this.#leg;
    if (leg === before) return;
    if (this.isOver) {
      leg?.left();
      return;
    }
    this.#leg = leg;
    this.#stopWaiting();
    if (leg) this.#waitForAudio();
    this.#talk?.party.talkThrough(leg && this.#talk.speakerOn(leg));
    // Whoever was speaking through it stops.
    before?.left();
  }

  get canTalk(): boolean {
    return this.#with.makeParty !== undefined;
  }

  get leg(): WebLeg | undefined {
    return this.#leg;
  }

  leave(): void {
    this.#depart('left');
  }

  /** The line for the conductor: the call is already answered. */
  line(): Line {
    const { clock, makeParty } = this.#with;
    const answer = (plan: CallPlan, note: Note): Party => {
      const sinceMs = clock.nowMs();
      const party = new WebParty({
        inbox: this.#inbox,
        captions: this.#captions,
        presence: this.#presence,
        // While they are away the time of the call stands still.
        nowMs: () => Math.round(clock.nowMs() - sinceMs - this.#presence.awayMs()),
        language: plan.language.toLowerCase(),
        mostMs: plan.durationMinutes * 60_000,
        // Its settlement takes a while yet: whoever comes back meanwhile would find nobody to talk to.
        onLeave: () => this.#close(),
      });
      const speakerOn = (leg: AudioLeg) => {
        if (makeParty === undefined) throw new Error('This call can only be typed');
        return makeParty(leg, plan, note);
      };
      this.#talk = { party, speakerOn };
      if (this.#leg) party.talkThrough(speakerOn(this.#leg));
      return party;
    };
    return {
      async *dial({ plan, note = () => {} }) {
        yield { kind: 'answered', party: answer(plan, note) };
      },
    };
  }

  /** Called when the agent has hung up and the call is settled. */
  end(reason: 'finished' | 'error', canComeBack: boolean): void {
    this.#close();
    const event: CallEnded = { type: 'call_ended', reason: this.#departure ?? reason, canComeBack };
    this.events.add(event);
    this.#leg?.left();
  }

  #close(): void {
    this.#isOver = true;
    this.#stopWaiting();
    this.#presence.end();
  }

  #waitForAudio(): void {
    if (this.#audio !== 'unknown') return;
    this.#stopWaiting = this.#with.clock.after(CONNECTING_MS, () => {
      if (this.#presence.isHere) this.#audio = 'missing';
      else this.#waitForAudio();
    });
  }

  /** Without a connection the current sentence continues as text, which the contact reads after returning. */
  #wait(): void {
    this.talkThrough(undefined);
    this.#talk?.party.interrupt();
  }

  #tell(event: WebEvent): void {
    if (event.type === 'update' && event.who === 'contact' && event.isFinal) this.#hasSpoken = true;
    this.events.add(event);
  }

  #depart(how: 'left' | 'lost'): void {
    if (this.isOver) return;
    this.#departure = how;
    this.#stopWaiting();
    this.#inbox.leave();
    this.#presence.end();
    this.#leg?.left();
  }
}

import { timingSafeEqual } from 'node:crypto';
import type { Note } from '../../journal.ts';
import type { Party } from '../../party.ts';
import type { CallPlan } from '../../plan.ts';
import type { AudioLeg } from '../audio-leg.ts';
import type { Line } from '../line.ts';
import { Captions } from './captions.ts';
import { EventLog } from './event-log.ts';
import { TypedInbox } from './typed-inbox.ts';
import type { CallEnded } from './web-event.ts';
import type { WebLeg } from './web-leg.ts';
import { WebParty } from './web-party.ts';

/** Who has neither a stream of events nor sound for so long has left. */
const LOST_AFTER_MS = 20_000;

export interface WebCallOptions {
  readonly callId: string;
  /** Whoever holds it is the one who joined. */
  readonly resumeKey: string;
  /** Makes a voice and an ear of a microphone; undefined: the call is held in writing. */
  readonly makeParty: MakeParty | undefined;
  /** A clock that nobody sets. */
  readonly nowMs: () => number;
}

/** `note` puts down what happens beside the call. */
export type MakeParty = (leg: AudioLeg, plan: CallPlan, note: Note) => Party;

/** The two ends of a call that somebody holds in their browser: what the page does, and what the agent talks to. */
export class WebCall {
  readonly callId: string;
  readonly events = new EventLog();
  readonly #with: WebCallOptions;
  readonly #key: Buffer;
  readonly #inbox = new TypedInbox();
  readonly #captions: Captions;
  /** Once the call is conducted. */
  #talk: { readonly party: WebParty; readonly speakerOn: (leg: AudioLeg) => Party } | undefined;
  #leg: WebLeg | undefined;
  /** Streams of events, and sound. */
  #connections = 0;
  #alarm: NodeJS.Timeout | undefined;
  #departure: 'left' | 'lost' | undefined;
  #isOver = false;

  constructor(options: WebCallOptions) {
    this.callId = options.callId;
    this.#with = options;
    this.#key = Buffer.from(options.resumeKey);
    this.#captions = new Captions((event) => this.events.add(event));
    this.#watch();
  }

  isHeldBy(resumeKey: string): boolean {
    const given = Buffer.from(resumeKey);
    return given.length === this.#key.length && timingSafeEqual(given, this.#key);
  }

  get isOver(): boolean {
    return this.#isOver || this.#departure !== undefined;
  }

  /** The page is connected, until it calls what this answers. */
  connect(): () => void {
    this.#connections += 1;
    this.#watch();
    let isConnected = true;
    return () => {
      if (!isConnected) return;
      isConnected = false;
      this.#connections -= 1;
      this.#watch();
    };
  }

  /** False: more waits to be read than anybody types. */
  type(text: string): boolean {
    if (!this.#inbox.put(text)) return false;
    this.#captions.typed(text);
    return true;
  }

  /** They talk through this leg from here on; without one they type. A call that is over takes no other leg. */
  talkThrough(leg: WebLeg | undefined): void {
    const before = this.#leg;
    if (leg === before) return;
    if (this.isOver) {
      leg?.left();
      return;
    }
    this.#leg = leg;
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

  /** For whoever conducts the call: it has been answered already. */
  line(): Line {
    const { nowMs, makeParty } = this.#with;
    const answer = (plan: CallPlan, note: Note): Party => {
      const sinceMs = nowMs();
      const party = new WebParty({
        inbox: this.#inbox,
        captions: this.#captions,
        nowMs: () => Math.round(nowMs() - sinceMs),
        language: plan.language.toLowerCase(),
        mostMs: plan.durationMinutes * 60_000,
        // Its settlement takes a while yet: whoever comes back meanwhile would find nobody to talk to.
        onLeave: () => this.#close(),
      });
      const speakerOn = (leg: AudioLeg) => {
        if (makeParty === undefined) throw new Error('This call is held in writing');
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

  /** The agent has hung up, and what came of the call is settled. */
  end(reason: 'finished' | 'error', canComeBack: boolean): void {
    this.#close();
    const event: CallEnded = { type: 'call_ended', reason: this.#departure ?? reason, canComeBack };
    this.events.add(event);
    this.#leg?.left();
  }

  #close(): void {
    this.#isOver = true;
    clearTimeout(this.#alarm);
  }

  #watch(): void {
    clearTimeout(this.#alarm);
    if (this.#connections > 0 || this.isOver) return;
    this.#alarm = setTimeout(() => this.#depart('lost'), LOST_AFTER_MS);
  }

  #depart(how: 'left' | 'lost'): void {
    if (this.isOver) return;
    this.#departure = how;
    clearTimeout(this.#alarm);
    this.#inbox.leave();
    this.#leg?.left();
  }
}

import type { Unanswered } from '@parley/call-engine/line.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import type { Behaviour } from './behaviour.ts';
import {
  CuriousBehaviour,
  HesitantBehaviour,
  TemptingBehaviour,
  VanishingBehaviour,
  type Wish,
  WishingBehaviour,
} from './behaviours.ts';
import { HelpfulBehaviour } from './helpful-behaviour.ts';
import type { Self } from './self.ts';

/** Who answers a number of the simulated network: the outcome of dialling, and the behaviour in the call. */
export interface Persona {
  /** The result of the first call attempt, the second and so on; the last one repeats. */
  readonly line: readonly [Attempted, ...Attempted[]];
  readonly behaviour: (self: Self) => Behaviour;
}

export type Attempted =
  | { readonly kind: 'answers'; readonly after: 'a few seconds' | 'nearly too long' }
  | Unanswered;

const picksUp: Attempted = { kind: 'answers', after: 'a few seconds' };
const picksUpLate: Attempted = { kind: 'answers', after: 'nearly too long' };
const busy: Attempted = { kind: 'busy', code: '486' };
const silent: Attempted = { kind: 'no_answer', code: '480' };
const notInService: Attempted = { kind: 'invalid_number', code: '404' };
const carrierError: Attempted = { kind: 'failed', code: '503' };

const helpful = (self: Self): Behaviour => new HelpfulBehaviour(self);
const wishing =
  (wish: Wish) =>
  (self: Self): Behaviour =>
    new WishingBehaviour(self, wish);

const BEFORE_A_WORD_MS = 900;

/** Picks up and hangs up. */
const hangingUpBehaviour = (): Behaviour => ({
  pickUp: () => ({ lines: [], leavesAfterMs: BEFORE_A_WORD_MS }),
  hear: () => 'goes on',
});

const SWITCHING_ON_MS = 300;
/** The tone after the greeting, and the minute that machines record. */
const TONE_MS = 1000;
const RECORDING_MS = 60_000;

/** An answering machine talks without listening, and hangs up after its minute. */
const voicemailBehaviour = ({ phrase, phrases }: Self): Behaviour => ({
  pickUp: () => ({
    lines: [{ text: phrase(phrases.machine), afterMs: SWITCHING_ON_MS }],
    leavesAfterMs: TONE_MS + RECORDING_MS,
  }),
  hear: () => 'goes on',
});

const helpfulPersona: Persona = { line: [picksUp], behaviour: helpful };

/**
 * By the last four digits of the number. What a persona says is in packages/language/locales/<code>/simulated-contacts.json,
 * under the name of its wish or of its behaviour: 0013 says `hello`, then `phrases.neverAgain`, in Greek those of
 * locales/el. Those who never answer still need a behaviour: helpful.
 */
const personas: Readonly<Record<string, Persona>> = {
  '0000': helpfulPersona,
  '0001': { line: [busy], behaviour: helpful },
  '0002': { line: [silent], behaviour: helpful },
  '0003': { line: [picksUp], behaviour: voicemailBehaviour },
  '0004': { line: [picksUp], behaviour: wishing({ wish: 'notInterested' }) },
  '0005': { line: [picksUp], behaviour: wishing({ wish: 'tomorrowAtThree' }) },
  '0006': { line: [picksUp], behaviour: wishing({ wish: 'later', whenAsked: 'noTime' }) },
  '0007': { line: [picksUp], behaviour: wishing({ wish: 'person', whenAsked: 'message' }) },
  '0008': { line: [picksUp], behaviour: (self) => new VanishingBehaviour(self) },
  '0009': { line: [picksUp], behaviour: hangingUpBehaviour },
  '0010': { line: [notInService], behaviour: helpful },
  '0011': { line: [carrierError, carrierError, picksUp], behaviour: helpful },
  '0012': { line: [busy, picksUp], behaviour: helpful },
  '0013': { line: [picksUp], behaviour: wishing({ wish: 'neverAgain' }) },
  '0014': { line: [picksUp], behaviour: (self) => new CuriousBehaviour(self) },
  '0015': { line: [picksUp], behaviour: (self) => new TemptingBehaviour(self) },
  '0016': { line: [picksUpLate], behaviour: helpful },
  '0017': { line: [picksUp], behaviour: (self) => new HesitantBehaviour(self) },
};

export function personaAt(number: string): Persona {
  const [, ending = ''] = SIMULATED_NUMBER.exec(number) ?? [];
  return personas[ending] ?? helpfulPersona;
}

import type { Unanswered } from '@parley/call-engine/line.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { CuriousManner } from './people/curious-manner.ts';
import { hangingUpManner } from './people/hanging-up-manner.ts';
import { HelpfulManner } from './people/helpful-manner.ts';
import { HesitantManner } from './people/hesitant-manner.ts';
import type { Manner } from './people/manner.ts';
import type { Self } from './people/self.ts';
import { TemptingManner } from './people/tempting-manner.ts';
import { VanishingManner } from './people/vanishing-manner.ts';
import { voicemailManner } from './people/voicemail-manner.ts';
import { type Wish, WishingManner } from './people/wishing-manner.ts';

/** Who is behind a number of the simulated network. */
export interface Person {
  /** What becomes of the first attempt, the second and so on; the last holds for all that follow. */
  readonly line: readonly [Attempted, ...Attempted[]];
  readonly manner: (self: Self) => Manner;
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

const helpful = (self: Self): Manner => new HelpfulManner(self);
const wishing =
  (wish: Wish) =>
  (self: Self): Manner =>
    new WishingManner(self, wish);

const helpfulPerson: Person = { line: [picksUp], manner: helpful };

/** By the last four digits. Who never answers would be helpful if they did. */
const people: Readonly<Record<string, Person>> = {
  '0000': helpfulPerson,
  '0001': { line: [busy], manner: helpful },
  '0002': { line: [silent], manner: helpful },
  '0003': { line: [picksUp], manner: voicemailManner },
  '0004': { line: [picksUp], manner: wishing({ wish: 'notInterested' }) },
  '0005': { line: [picksUp], manner: wishing({ wish: 'tomorrowAtThree' }) },
  '0006': { line: [picksUp], manner: wishing({ wish: 'later', whenAsked: 'noTime' }) },
  '0007': { line: [picksUp], manner: wishing({ wish: 'person', whenAsked: 'message' }) },
  '0008': { line: [picksUp], manner: (self) => new VanishingManner(self) },
  '0009': { line: [picksUp], manner: hangingUpManner },
  '0010': { line: [notInService], manner: helpful },
  '0011': { line: [carrierError, carrierError, picksUp], manner: helpful },
  '0012': { line: [busy, picksUp], manner: helpful },
  '0013': { line: [picksUp], manner: wishing({ wish: 'neverAgain' }) },
  '0014': { line: [picksUp], manner: (self) => new CuriousManner(self) },
  '0015': { line: [picksUp], manner: (self) => new TemptingManner(self) },
  '0016': { line: [picksUpLate], manner: helpful },
  '0017': { line: [picksUp], manner: (self) => new HesitantManner(self) },
};

export function personAt(number: string): Person {
  const [, ending = ''] = SIMULATED_NUMBER.exec(number) ?? [];
  return people[ending] ?? helpfulPerson;
}

import type { DialOrder, Line, LineEvent, Unanswered } from '@parley/call-engine/line.ts';
import { type Attempted, type Persona, personaAt } from './personas/personas-by-number.ts';
import { type Self, selfFor } from './personas/self.ts';
import { Random } from './random.ts';
import { RulesContact, type SimulatedContact } from './simulated-contact.ts';
import { type Pace, VirtualTime } from './virtual-time.ts';
import { WrittenParty } from './written-party.ts';

export interface SimulatedLineOptions {
  /** Divides every simulated duration. */
  readonly speed: number;
  readonly seed: number;
  /** Whether its calls have recordings. Absent: they have none. */
  readonly recordsTranscript?: boolean;
  /** Called before each call is placed. */
  readonly onDial?: (order: DialOrder) => void;
  /** Replaces the contact that the number selects; how the number rings stays the same. */
  readonly contactOf?: (self: Self) => SimulatedContact;
}

/** The time of a simulated call stands still while a language model thinks, which may be for much longer than the call. */
const MOST_SLOWNESS = 10;

/**
 * A telephone network of simulated contacts that follow rules. The last digits of the number select the persona; the
 * seed, the contact, the agent version and the attempt number select the words.
 */
export function simulatedLine(options: SimulatedLineOptions): Line {
  const time = new VirtualTime(options.speed);
  return {
    recordsTranscript: options.recordsTranscript ?? false,
    slowness: MOST_SLOWNESS / Math.min(1, options.speed),
    dial(order, signal) {
      options.onDial?.(order);
      return call(order, options, time.pace(), signal);
    },
  };
}

async function* call(
  order: DialOrder,
  { seed, contactOf }: SimulatedLineOptions,
  pace: Pace,
  signal: AbortSignal,
): AsyncGenerator<LineEvent> {
  const { plan, attemptNumber } = order;
  const persona = personaAt(order.to);
  const random = new Random(seed, plan.contact.id, plan.agent.versionId, attemptNumber);
  const attempt = { number: attemptNumber, ringTimeoutMs: order.ringTimeoutMs };
  for (const { afterMs, event } of ringing(persona, attempt, random.about('ringing'))) {
    await pace.wait(afterMs, signal);
    yield event.kind === 'answered'
      ? {
          kind: 'answered',
          party: answer(
            order,
            contactOf ?? rulesContact(persona),
            new Random(seed, plan.contact.id),
            random,
            pace,
          ),
        }
      : event;
  }
}

const rulesContact =
  ({ behaviour }: Persona) =>
  (self: Self): SimulatedContact =>
    new RulesContact(behaviour(self));

/** `facts` are drawn for the contact alone. */
function answer(
  { plan, ringTimeoutMs }: DialOrder,
  contactFor: (self: Self) => SimulatedContact,
  facts: Random,
  random: Random,
  pace: Pace,
): WrittenParty {
  return new WrittenParty({
    contact: contactFor(selfFor(plan, random.about('talking'), facts)),
    pace,
    language: plan.language.toLowerCase(),
    connect(to) {
      const steps = ringing(personaAt(to), { number: 1, ringTimeoutMs }, random.about(to));
      return {
        isTaken: steps.at(-1)?.event.kind === 'answered',
        afterMs: steps.reduce((sum, { afterMs }) => sum + afterMs, 0),
      };
    },
  });
}

/** One step of a call that is being placed, and the simulated time before it. */
interface Step {
  readonly afterMs: number;
  readonly event: Exclude<LineEvent, { kind: 'answered' }> | { readonly kind: 'answered' };
}

interface Attempt {
  /** Counts from 1. */
  readonly number: number;
  readonly ringTimeoutMs: number;
}

/** The steps from dialling until the call is answered or has failed. */
export function ringing(persona: Persona, attempt: Attempt, random: Random): readonly Step[] {
  const attempted = persona.line[Math.min(attempt.number, persona.line.length) - 1] ?? persona.line[0];
  const setUpMs = random.between(400, 1600);
  const placing: Step = { afterMs: 0, event: { kind: 'placing' } };
  const ring: Step = { afterMs: setUpMs, event: { kind: 'ringing' } };
  if (attempted.kind === 'answers') {
    const afterMs = ringMs(attempted, attempt.ringTimeoutMs, random);
    return [placing, ring, { afterMs, event: { kind: 'answered' } }];
  }
  if (attempted.kind === 'no_answer') return [placing, ring, last(attempted, attempt.ringTimeoutMs)];
  return [placing, last(attempted, setUpMs)];
}

function ringMs(
  { after }: Extract<Attempted, { kind: 'answers' }>,
  timeoutMs: number,
  random: Random,
): number {
  const longestMs = Math.max(0, timeoutMs - 1000);
  return after === 'nearly too long' ? longestMs : Math.min(longestMs, random.between(2000, 7000));
}

const last = (event: Unanswered, afterMs: number): Step => ({ afterMs, event });

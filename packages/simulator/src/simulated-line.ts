import type { DialOrder, Line, LineEvent } from '@parley/call-engine/line.ts';
import type { Interlocutor } from './interlocutor.ts';
import { type Self, selfFor } from './people/self.ts';
import { SimulatedPerson } from './people/simulated-person.ts';
import { type Person, personAt } from './people.ts';
import { Random } from './random.ts';
import { ringing } from './ringing.ts';
import { type Pace, VirtualTime } from './virtual-time.ts';
import { WrittenParty } from './written-party.ts';

export interface SimulatedLineOptions {
  /** Divides every simulated duration. */
  readonly speed: number;
  readonly seed: number;
  /** Whether its calls have recordings. Absent: they have none. */
  readonly recordsTranscript?: boolean;
  /** Told of every call before it is placed. */
  readonly onDial?: (order: DialOrder) => void;
  /** Who talks, in place of the person whom the number chooses; how the number rings stays the same. */
  readonly talksAs?: (self: Self) => Interlocutor;
}

/**
 * A telephone network with people on it who are made of rules. The last digits of the number choose the person;
 * the seed, the contact, the agent's version and the number of the attempt choose their words.
 */
export function simulatedLine(options: SimulatedLineOptions): Line {
  const time = new VirtualTime(options.speed);
  return {
    recordsTranscript: options.recordsTranscript ?? false,
    dial(order, signal) {
      options.onDial?.(order);
      return call(order, options, time.pace(), signal);
    },
  };
}

async function* call(
  order: DialOrder,
  { seed, talksAs }: SimulatedLineOptions,
  pace: Pace,
  signal: AbortSignal,
): AsyncGenerator<LineEvent> {
  const { plan, attemptNumber } = order;
  const person = personAt(order.to);
  const random = new Random(seed, plan.contact.id, plan.agent.versionId, attemptNumber);
  const attempt = { number: attemptNumber, ringTimeoutMs: order.ringTimeoutMs };
  for (const { afterMs, event } of ringing(person, attempt, random.about('ringing'))) {
    await pace.wait(afterMs, signal);
    yield event.kind === 'answered'
      ? {
          kind: 'answered',
          party: answer(
            order,
            talksAs ?? madeOfRules(person),
            new Random(seed, plan.contact.id),
            random,
            pace,
          ),
        }
      : event;
  }
}

const madeOfRules =
  ({ manner }: Person) =>
  (self: Self): Interlocutor =>
    new SimulatedPerson(manner(self));

/** `facts` are drawn for the contact alone. */
function answer(
  { plan, ringTimeoutMs }: DialOrder,
  talkerOf: (self: Self) => Interlocutor,
  facts: Random,
  random: Random,
  pace: Pace,
): WrittenParty {
  return new WrittenParty({
    interlocutor: talkerOf(selfFor(plan, random.about('talking'), facts)),
    pace,
    language: plan.language.toLowerCase(),
    connect(to) {
      const steps = ringing(personAt(to), { number: 1, ringTimeoutMs }, random.about(to));
      return {
        isTaken: steps.at(-1)?.event.kind === 'answered',
        afterMs: steps.reduce((sum, { afterMs }) => sum + afterMs, 0),
      };
    },
  });
}

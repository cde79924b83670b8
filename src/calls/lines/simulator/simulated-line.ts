import type { DialOrder, Line, LineEvent } from '../line.ts';
import { selfFor } from './people/self.ts';
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
  /** Told of every call before it is placed. */
  readonly onDial?: (order: DialOrder) => void;
}

/**
 * A telephone network with people on it who are made of rules. The last digits of the number choose the person;
 * the seed, the contact, the agent's version and the number of the attempt choose their words.
 */
export function simulatedLine({ speed, seed, onDial }: SimulatedLineOptions): Line {
  const time = new VirtualTime(speed);
  return {
    dial(order, signal) {
      onDial?.(order);
      return call(order, seed, time.pace(), signal);
    },
  };
}

async function* call(
  order: DialOrder,
  seed: number,
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
      ? { kind: 'answered', party: answer(order, person, seed, random, pace) }
      : event;
  }
}

function answer(order: DialOrder, person: Person, seed: number, random: Random, pace: Pace): WrittenParty {
  const { plan, ringTimeoutMs } = order;
  const self = selfFor(plan, random.about('talking'), new Random(seed, plan.contact.id));
  return new WrittenParty({
    interlocutor: new SimulatedPerson(person.manner(self)),
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

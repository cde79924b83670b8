import type { DialOrder, Line, LineEvent } from '@parley/call-engine/line.ts';
import type { SeededRandom } from './seeded-random.ts';
import { Connection, type SimulatedNetwork } from './simulated-network.ts';
import type { Trace } from './trace.ts';
import type { Machine, VirtualTime } from './virtual-time.ts';

/** What people do when they are called: the persona of the simulated network with these last digits. */
export const behaviours = {
  helps: '0000',
  busy: '0001',
  'does not answer': '0002',
  'is not interested': '0004',
  'asks for a call tomorrow at three': '0005',
  vanishes: '0008',
  'hangs up at once': '0009',
  'cannot be reached by the carrier': '0011',
  'asks never to be called again': '0013',
} as const;
export type Behaviour = keyof typeof behaviours;

/** A person, who is a telephone number. */
export interface Person {
  readonly number: string;
  /** The first call, the second and so on; the last one repeats. */
  readonly script: readonly Behaviour[];
  calls: CarrierCall[];
  /** When they asked never to be called again, in a call or otherwise. */
  optedOutMs: number | undefined;
}

export interface CarrierCall {
  readonly attemptId: string;
  readonly attemptNumber: number;
  readonly machine: Machine;
  readonly behaviour: Behaviour;
  readonly startMs: number;
  answeredMs?: number;
  /** Since it was answered, as the contact's side counts; absent: nobody answered, or the machine died. */
  talkedMs?: number;
  endMs?: number;
}

/** The claim, the writing to the dial ledger and the reading of the call's inputs lie between the check and the call. */
const UNDER_WAY_MS = 30_000;
/** Somebody whose call went dead hangs up by then. */
const LONGEST_LINGERING_MS = 45_000;
const NO_ROOM = 0.03;

export interface CarrierOptions {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly trace: Trace;
  readonly people: readonly Person[];
}

/** The telephone network: what it saw is what happened to people. It knows nothing of any database. */
export class ScriptedCarrier {
  readonly #options: CarrierOptions;
  readonly #people: ReadonlyMap<string, Person>;
  readonly #onLine = new Set<CarrierCall>();

  constructor(options: CarrierOptions) {
    this.#options = options;
    this.#people = new Map(options.people.map((person) => [person.number, person]));
  }

  get isQuiet(): boolean {
    return this.#onLine.size === 0;
  }

  /** The line of a machine; `line` plays the persona of a simulated number. */
  through(line: Line, machine: Machine, network: SimulatedNetwork): Line {
    const carrier = this;
    return {
      ...line,
      async *dial(order, signal): AsyncGenerator<LineEvent> {
        const trunk = new Connection(network, machine, 'carrier');
        const call = await trunk.ask('invite', async () => carrier.#invite(machine, order));
        if (call === undefined) {
          yield { kind: 'not_placed', code: '503', retryAfterMs: 2000 };
          return;
        }
        const to = `+1500555${behaviours[call.behaviour]}`;
        try {
          for await (const event of line.dial({ ...order, to, attemptNumber: 1 }, signal)) {
            if (event.kind === 'answered') {
              carrier.#answered(order.to, call);
              yield { ...event, party: carrier.#watched(event.party, order.to, call) };
            } else {
              if (event.kind !== 'placing' && event.kind !== 'ringing')
                carrier.#end(order.to, call, event.kind);
              yield event;
            }
          }
        } finally {
          if (call.answeredMs === undefined) carrier.#end(order.to, call, 'cancelled');
        }
      },
    };
  }

  /** Their calls go dead, and whoever is on the line hangs up after a while. */
  machineDied(machine: Machine): void {
    const { time, random } = this.#options;
    for (const person of this.#people.values())
      for (const call of person.calls)
        if (call.machine === machine && this.#onLine.has(call))
          time.after(random.between(100, LONGEST_LINGERING_MS), () =>
            this.#end(person.number, call, 'went dead, and they hung up'),
          );
  }

  #invite(machine: Machine, { to, attemptId, attemptNumber }: DialOrder): CarrierCall | undefined {
    const { time, random, trace } = this.#options;
    const person = this.#people.get(to);
    if (person === undefined) throw new Error(`Nobody has the number ${to}`);
    if (random.chance(NO_ROOM)) {
      trace.note(`${machine.name} offers call ${attemptNumber}, and the carrier has no room`, to);
      return undefined;
    }
    const behaviour = person.script[Math.min(person.calls.length, person.script.length - 1)] as Behaviour;
    trace.note(`${machine.name} places call ${attemptNumber} (${attemptId})`, to);
    if (person.calls.some((call) => this.#onLine.has(call)))
      trace.violate('nobody is in two calls at a time', to);
    if (person.calls.some((call) => call.attemptId === attemptId))
      trace.violate('no call is placed twice', to);
    if (person.optedOutMs !== undefined && time.nowMs - person.optedOutMs > UNDER_WAY_MS)
      trace.violate('nobody is called who asked not to be', to);
    const call: CarrierCall = { attemptId, attemptNumber, machine, behaviour, startMs: time.nowMs };
    person.calls.push(call);
    this.#onLine.add(call);
    return call;
  }

  #answered(number: string, call: CarrierCall): void {
    call.answeredMs = this.#options.time.nowMs;
    this.#options.trace.note('answers', number);
  }

  #watched<Party extends object>(party: Party, number: string, call: CarrierCall): Party {
    // Through a proxy, because a party's own methods use its private fields.
    return new Proxy(party, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'leave') return value.bind(target);
        return async () => {
          await value.call(target);
          call.talkedMs = (target as unknown as { elapsedMs(): number }).elapsedMs();
          if (call.behaviour === 'asks never to be called again') this.#optOut(number);
          this.#end(number, call, 'hung up');
        };
      },
    });
  }

  #optOut(number: string): void {
    const person = this.#people.get(number) as Person;
    person.optedOutMs ??= this.#options.time.nowMs;
    this.#options.trace.note('has asked never to be called again', number);
  }

  #end(number: string, call: CarrierCall, how: string): void {
    if (!this.#onLine.delete(call)) return;
    call.endMs = this.#options.time.nowMs;
    this.#options.trace.note(`call ${call.attemptNumber} is over: ${how}`, number);
  }
}

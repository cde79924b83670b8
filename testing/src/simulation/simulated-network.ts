import type { SeededRandom } from './seeded-random.ts';
import type { Machine, VirtualTime } from './virtual-time.ts';

/** What a machine talks to. */
export type Peer = 'database' | 'store' | 'carrier' | 'receiver';

/** One thing that a machine asks of a peer. */
export interface Request {
  readonly machine: Machine;
  readonly peer: Peer;
  /** For traces and for faults that wait for a kind of request: query, commit, claim, settlement, put, invite, … */
  readonly kind: string;
}

/**
 * What goes wrong with a request: before the peer has it, or after the peer has done it and before the reply. `lost in a cut`:
 * the connection breaks before the peer has it, and there is no other for a while.
 */
export type Fault =
  | 'crash before'
  | 'crash after'
  | 'reset before'
  | 'reset after'
  | 'cut after'
  | 'lost in a cut';

export interface NetworkOptions {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  /** Asked once for each request, when it reaches the peer. */
  readonly faultOf: (request: Request) => Fault | undefined;
  readonly crash: (machine: Machine) => void;
  /** No packet passes between them for a while; what was sent arrives afterwards. */
  readonly cut: (machine: Machine, peer: Peer) => void;
}

interface Pending<Result = unknown> {
  readonly request: Request;
  readonly effect: () => Promise<Result>;
  readyMs: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** Most answers come within milliseconds, a few take their time. */
const SLOW = 0.02;
const VERY_SLOW = 0.002;

/** A connection: requests reach the peer one after the other, in their order. */
export class Connection {
  readonly machine: Machine;
  readonly peer: Peer;
  readonly #network: SimulatedNetwork;
  /** Breaks it for real. */
  readonly #onBroken: () => void;
  readonly #queue: Pending[] = [];
  #isBusy = false;
  #broken: Error | undefined;

  constructor(network: SimulatedNetwork, machine: Machine, peer: Peer, onBroken: () => void = () => {}) {
    this.#network = network;
    this.machine = machine;
    this.peer = peer;
    this.#onBroken = onBroken;
  }

  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  ask<Result>(kind: string, effect: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    // A machine that is dead waits for ever: nobody is there to wait.
    if (this.machine.isDead) return promise;
    if (this.#broken) return Promise.reject(this.#broken);
    const request = { machine: this.machine, peer: this.peer, kind };
    const readyMs = this.#network.options.time.nowMs + this.#network.latencyMs();
    this.#queue.push({ request, effect, readyMs, resolve, reject } as Pending);
    if (this.#queue.length === 1 && !this.#isBusy) this.#expect();
    return promise;
  }

  /** Whatever waits fails. */
  break(words = 'Connection terminated unexpectedly'): void {
    if (this.#broken) return;
    this.#broken = new Error(words);
    for (const { reject } of this.#queue.splice(0)) if (!this.machine.isDead) reject(this.#broken);
    this.#onBroken();
  }

  #expect(): void {
    const [next] = this.#queue;
    if (next !== undefined) this.#network.options.time.at(next.readyMs, () => this.#proceed());
  }

  #proceed(): void {
    const [next] = this.#queue;
    const { time } = this.#network.options;
    if (next === undefined || this.#isBusy || this.machine.isDead) return;
    const openMs = this.#network.openAt(this.machine, this.peer);
    if (openMs > time.nowMs) {
      next.readyMs = openMs + this.#network.latencyMs();
      this.#expect();
      return;
    }
    if (next.readyMs > time.nowMs) return;
    this.#queue.shift();
    this.#isBusy = true;
    this.#network.track(this.#perform(next, this.#network.nextTurn()));
  }

  async #perform({ request, effect, resolve, reject }: Pending, turn: number): Promise<void> {
    const { options } = this.#network;
    const fault = options.faultOf(request);
    if (fault === 'crash before') return options.crash(this.machine);
    if (fault === 'lost in a cut') options.cut(this.machine, this.peer);
    if (fault === 'reset before' || fault === 'lost in a cut') {
      this.break();
      return reject(this.#broken as Error);
    }
    let deliver: () => void;
    try {
      const result = await inNameOf(options, this.machine, effect);
      deliver = () => resolve(result);
    } catch (error) {
      deliver = () => reject(error as Error);
    }
    this.#network.finish(turn, () => this.#reply(fault, deliver, reject));
  }

  #reply(fault: Fault | undefined, onTime: () => void, reject: (error: Error) => void): void {
    const { options } = this.#network;
    let deliver = onTime;
    if (fault === 'crash after') options.crash(this.machine);
    if (this.machine.isDead) return;
    if (fault === 'reset after') {
      this.break();
      deliver = () => reject(this.#broken as Error);
    }
    if (fault === 'cut after') options.cut(this.machine, this.peer);
    const openMs = this.#network.openAt(this.machine, this.peer);
    const replyMs = Math.max(openMs, this.machine.frozenUntilMs);
    const done = () => {
      this.#isBusy = false;
      if (this.machine.isDead) return;
      deliver();
      if (!this.#broken) this.#expect();
    };
    if (replyMs > options.time.nowMs) options.time.at(replyMs + options.random.between(0, 20), done);
    else done();
  }
}

const inNameOf = <Result>(
  options: NetworkOptions,
  machine: Machine,
  effect: () => Promise<Result>,
): Promise<Result> => options.time.as(machine, effect);

/** Between machines and what they talk to: each request takes its time, and may be lost with its reply or without. */
export class SimulatedNetwork {
  readonly options: NetworkOptions;
  readonly #cuts = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  #turns = 0;
  readonly #finished: { readonly turn: number; readonly reply: () => void }[] = [];

  constructor(options: NetworkOptions) {
    this.options = options;
  }

  latencyMs(): number {
    const { random } = this.options;
    const luck = random.next();
    if (luck < VERY_SLOW) return random.between(1000, 8000);
    return luck < SLOW ? random.between(50, 500) : random.between(0.5, 5);
  }

  cut(machine: Machine, peer: Peer, forMs: number): void {
    const untilMs = this.options.time.nowMs + forMs;
    this.#cuts.set(`${machine.name} ${peer}`, Math.max(untilMs, this.openAt(machine, peer)));
  }

  /** When packets pass between them. */
  openAt(machine: Machine, peer: Peer): number {
    return this.#cuts.get(`${machine.name} ${peer}`) ?? 0;
  }

  get isWhole(): boolean {
    return [...this.#cuts.values()].every((untilMs) => untilMs <= this.options.time.nowMs);
  }

  /** What peers are doing really. */
  get underWay(): ReadonlySet<Promise<void>> {
    return this.#underWay;
  }

  nextTurn(): number {
    return ++this.#turns;
  }

  finish(turn: number, reply: () => void): void {
    this.#finished.push({ turn, reply });
  }

  /**
   * Of requests that end together, one because the other let go of a lock, a real moment would decide which is answered first:
   * the one that began first is. False: there is none.
   */
  replyToFirst(): boolean {
    const first = this.#finished.sort((a, b) => a.turn - b.turn).shift();
    first?.reply();
    return first !== undefined;
  }

  track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }
}

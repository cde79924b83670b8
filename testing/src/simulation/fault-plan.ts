import type { SeededRandom } from './seeded-random.ts';
import type { Fault, Request } from './simulated-network.ts';

/** A fault that waits for a request of its kind, and lets so many pass before. */
interface Ambush {
  readonly kind: string;
  readonly fault: Fault;
  passing: number;
}

/** A fault that comes at its time. */
export interface TimedFault {
  readonly afterMs: number;
  readonly kind: 'freeze' | 'cut' | 'cut store' | 'reset' | 'skew' | 'crash' | 'promote';
  /** Which worker. */
  readonly victim: number;
  readonly forMs: number;
  readonly skewMs: number;
}

const kinds = [
  'claim',
  'claim',
  'claim',
  'recheck',
  'settlement',
  'settlement',
  'call back',
  'call back',
  'commit',
  'query',
  'put',
  'get',
  'invite',
  'deliver',
];
const faults: Readonly<Record<string, readonly Fault[]>> = {
  claim: [
    'crash before',
    'crash after',
    'reset before',
    'reset after',
    'cut after',
    'cut after',
    'cut after',
  ],
  recheck: ['crash after', 'reset before', 'reset after', 'cut after', 'lost in a cut'],
  settlement: [
    'crash before',
    'crash after',
    'reset before',
    'reset after',
    'reset after',
    'cut after',
    'lost in a cut',
  ],
  'call back': ['crash after', 'reset before', 'reset after', 'reset after', 'cut after', 'lost in a cut'],
  commit: ['crash before', 'crash after', 'reset before', 'reset after', 'cut after'],
  query: ['crash before', 'crash after', 'reset before', 'reset after'],
  put: ['crash before', 'crash after', 'reset before', 'reset after', 'cut after'],
  get: ['crash before', 'reset after', 'cut after'],
  invite: ['crash before', 'crash after'],
  deliver: ['crash before', 'crash after'],
};
/** Of some kinds there are few, of others thousands. */
const passing: Readonly<Record<string, number>> = {
  query: 800,
  commit: 60,
  get: 12,
  deliver: 10,
  put: 8,
  'call back': 0,
};
const timed = ['freeze', 'cut', 'cut', 'cut store', 'reset', 'skew', 'skew', 'crash'] as const;

const PROMOTED = 0.2;
const SECOND_MS = 1000;

/** Which faults come in a simulation, all decided by its seed. */
export class FaultPlan {
  readonly timed: readonly TimedFault[];
  readonly #ambushes: Ambush[];

  constructor(random: SeededRandom, workers: number, withinMs: number) {
    this.#ambushes = Array.from({ length: random.whole(0, 5) }, () => {
      const kind = random.of(kinds);
      return {
        kind,
        fault: random.of(faults[kind] as readonly Fault[]),
        passing: random.whole(0, passing[kind] ?? 6),
      };
    });
    const fault = (kind: TimedFault['kind'], latestMs = withinMs): TimedFault => ({
      kind,
      afterMs: random.between(SECOND_MS, latestMs),
      victim: random.whole(0, workers - 1),
      forMs: random.between(3, 45) * SECOND_MS,
      skewMs: random.between(-20, 20) * SECOND_MS,
    });
    this.timed = [
      ...Array.from({ length: random.whole(0, 4) }, () => fault(random.of(timed))),
      // While people are being called: what nobody did, no replica can lack.
      ...(random.chance(PROMOTED) ? [fault('promote', withinMs / 2)] : []),
    ];
  }

  /** What happens to this request. Each fault happens once. */
  of({ kind }: Request): Fault | undefined {
    for (const [at, ambush] of this.#ambushes.entries()) {
      if (ambush.kind !== kind) continue;
      if (ambush.passing-- > 0) continue;
      this.#ambushes.splice(at, 1);
      return ambush.fault;
    }
    return undefined;
  }

  /** No more of them. */
  end(): void {
    this.#ambushes.length = 0;
  }
}

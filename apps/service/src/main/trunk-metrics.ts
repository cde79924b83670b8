import type { TrunkTrouble } from '@parley/sip/trunk-breaker.ts';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { TrunkState } from './sip.ts';

type BreakerState = Pick<TrunkState, 'host' | 'trouble'>;

/** Metrics of the trunks that this process uses. */
export class TrunkMetrics {
  readonly #opened: Counter<'trunk' | 'fault'>;
  #states: () => readonly BreakerState[] = () => [];

  constructor(registry: Registry) {
    const states = () => this.#states();
    new Gauge({
      name: 'parley_trunk_up',
      help: 'Whether calls go through a trunk (1), or its breaker is open (0)',
      labelNames: ['trunk'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { host, trouble } of states()) this.set({ trunk: host }, trouble === undefined ? 1 : 0);
      },
    });
    this.#opened = new Counter({
      name: 'parley_trunk_outages_total',
      help: 'How often the breaker of a trunk opened, by fault: dead, login, credit or failing',
      labelNames: ['trunk', 'fault'],
      registers: [registry],
    });
  }

  follow(states: () => readonly BreakerState[]): void {
    this.#states = states;
  }

  noteChange(trunk: string, trouble: TrunkTrouble | undefined): void {
    if (trouble) this.#opened.inc({ trunk, fault: trouble.fault });
  }
}

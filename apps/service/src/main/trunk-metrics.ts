import type { TrunkTrouble } from '@parley/sip/trunk-breaker.ts';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { TrunkState } from './sip.ts';

type ShownState = Pick<TrunkState, 'host' | 'trouble' | 'registration'>;

/** Metrics of the trunks that this process uses. */
export class TrunkMetrics {
  readonly #opened: Counter<'trunk' | 'fault'>;
  #states: () => readonly ShownState[] = () => [];

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
    new Gauge({
      name: 'parley_trunk_registered',
      help: 'Whether a trunk that this process registers at has accepted that (1), or refuses it or does not answer (0)',
      labelNames: ['trunk'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { host, registration } of states())
          if (registration) this.set({ trunk: host }, registration.state === 'registered' ? 1 : 0);
      },
    });
    this.#opened = new Counter({
      name: 'parley_trunk_outages_total',
      help: 'How often the breaker of a trunk opened, by fault: dead, login, credit or failing',
      labelNames: ['trunk', 'fault'],
      registers: [registry],
    });
  }

  follow(states: () => readonly ShownState[]): void {
    this.#states = states;
  }

  noteChange(trunk: string, trouble: TrunkTrouble | undefined): void {
    if (trouble) this.#opened.inc({ trunk, fault: trouble.fault });
  }
}

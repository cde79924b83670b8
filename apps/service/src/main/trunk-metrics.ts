import type { TrunkTrouble } from '@parley/sip/trunk-breaker.ts';
import type { LineReport } from '@parley/telephone/call-order.ts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { TrunkState } from './sip.ts';

type ShownState = Pick<TrunkState, 'host' | 'trouble' | 'registration'>;

/** Metrics of the trunks that this process uses. */
export class TrunkMetrics {
  readonly #opened: Counter<'trunk' | 'fault'>;
  readonly #calls: Counter<'trunk' | 'code'>;
  readonly #answeredSeconds: Counter<'trunk'>;
  readonly #postDialDelay: Histogram<'trunk'>;
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
    this.#calls = new Counter({
      name: 'parley_trunk_calls_total',
      help: 'Calls that were offered to a trunk and have ended, by the final SIP status: 200 was answered, none: no response came',
      labelNames: ['trunk', 'code'],
      registers: [registry],
    });
    this.#answeredSeconds = new Counter({
      name: 'parley_trunk_answered_seconds_total',
      help: 'How long answered calls over a trunk lasted, in all',
      labelNames: ['trunk'],
      registers: [registry],
    });
    this.#postDialDelay = new Histogram({
      name: 'parley_trunk_post_dial_delay_seconds',
      help: 'From the INVITE to the first ringing or the answer',
      labelNames: ['trunk'],
      buckets: [0.5, 1, 2, 3, 5, 8, 12, 20, 45],
      registers: [registry],
    });
  }

  follow(states: () => readonly ShownState[]): void {
    this.#states = states;
  }

  noteChange(trunk: string, trouble: TrunkTrouble | undefined): void {
    if (trouble) this.#opened.inc({ trunk, fault: trouble.fault });
  }

  noteCall(trunk: string, { status, rangAfterMs, answeredAfterMs, endedAfterMs }: LineReport): void {
    this.#calls.inc({ trunk, code: status === null ? 'none' : `${status}` });
    const delayMs = rangAfterMs ?? answeredAfterMs;
    if (delayMs !== null) this.#postDialDelay.observe({ trunk }, delayMs / 1000);
    if (answeredAfterMs !== null)
      this.#answeredSeconds.inc({ trunk }, (endedAfterMs - answeredAfterMs) / 1000);
  }
}

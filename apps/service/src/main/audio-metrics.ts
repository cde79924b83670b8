import { qualityOf } from '@parley/sip/media/call-quality.ts';
import type { EndpointCounts } from '@parley/sip/media/endpoint-counts.ts';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Metrics of the audio of this process's telephone calls. */
export class AudioMetrics {
  readonly #mos: Histogram;
  readonly #loss: Histogram;
  readonly #jitter: Histogram;
  readonly #roundTrip: Histogram;
  readonly #silent: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#mos = new Histogram({
      name: 'parley_call_mos',
      help: 'Estimated mean opinion score of telephone calls',
      buckets: [1, 2, 2.5, 3, 3.5, 3.8, 4, 4.2, 4.3, 4.4],
      registers,
    });
    this.#loss = new Histogram({
      name: 'parley_call_packet_loss_ratio',
      help: 'Share of RTP packets of telephone calls that were lost or late',
      buckets: [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1],
      registers,
    });
    this.#jitter = new Histogram({
      name: 'parley_call_jitter_seconds',
      help: 'Interarrival jitter of telephone calls (RFC 3550)',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16],
      registers,
    });
    this.#roundTrip = new Histogram({
      name: 'parley_call_round_trip_seconds',
      help: 'Round trip of telephone calls, where the other side sends reports',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2],
      registers,
    });
    this.#silent = new Counter({
      name: 'parley_silent_calls_total',
      help: 'Telephone calls of which not one packet of audio arrived',
      registers,
    });
  }

  readonly note = (counts: EndpointCounts): void => {
    const { mos, lossShare, jitterMs, roundTripMs } = qualityOf(counts);
    if (roundTripMs !== null) this.#roundTrip.observe(roundTripMs / 1000);
    if (mos === null) {
      this.#silent.inc();
      return;
    }
    this.#mos.observe(mos);
    this.#loss.observe(lossShare);
    this.#jitter.observe(jitterMs / 1000);
  };
}

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
  readonly #gaps: Counter;
  readonly #outboundMos: Histogram;
  readonly #outboundLoss: Histogram;
  readonly #unheard: Counter;
  readonly #digitalSilence: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    const scores = [1, 2, 2.5, 3, 3.5, 3.8, 4, 4.2, 4.3, 4.4];
    const shares = [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1];
    this.#mos = new Histogram({
      name: 'parley_call_mos',
      help: 'Estimated mean opinion score of telephone calls',
      buckets: scores,
      registers,
    });
    this.#loss = new Histogram({
      name: 'parley_call_packet_loss_ratio',
      help: 'Share of RTP packets of telephone calls that were lost or late',
      buckets: shares,
      registers,
    });
    this.#outboundMos = new Histogram({
      name: 'parley_call_outbound_mos',
      help: "Estimated mean opinion score of the agent's audio at the other side, where it sends reports (RTCP)",
      buckets: scores,
      registers,
    });
    this.#outboundLoss = new Histogram({
      name: 'parley_call_outbound_packet_loss_ratio',
      help: "Share of the agent's RTP packets that were lost on the way, where the other side sends reports (RTCP)",
      buckets: shares,
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
    this.#gaps = new Counter({
      name: 'parley_audio_gap_calls_total',
      help: 'Telephone calls with a gap of at least four seconds in the audio that arrived (twelve with comfort noise)',
      registers,
    });
    this.#unheard = new Counter({
      name: 'parley_unheard_calls_total',
      help: 'Telephone calls in which for some seconds nothing of the agent arrived at the other side, as its reports (RTCP) show',
      registers,
    });
    this.#digitalSilence = new Counter({
      name: 'parley_digital_silence_calls_total',
      help: 'Telephone calls of at least six seconds of which audio arrived, with no sound in any of it',
      registers,
    });
  }

  readonly note = (counts: EndpointCounts): void => {
    const { mos, lossShare, jitterMs, roundTripMs, quietMs, outbound, unheardMs, isDigitalSilence } =
      qualityOf(counts);
    if (unheardMs > 0) this.#unheard.inc();
    if (isDigitalSilence) this.#digitalSilence.inc();
    if (outbound !== null) {
      this.#outboundMos.observe(outbound.mos);
      this.#outboundLoss.observe(outbound.lossShare);
    }
    if (roundTripMs !== null) this.#roundTrip.observe(roundTripMs / 1000);
    if (mos === null) {
      this.#silent.inc();
      return;
    }
    if (quietMs > 0) this.#gaps.inc();
    this.#mos.observe(mos);
    this.#loss.observe(lossShare);
    this.#jitter.observe(jitterMs / 1000);
  };
}

import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { AudioMetrics } from './audio-metrics.ts';

const counts = {
  sent: 100,
  received: 98,
  lost: 2,
  late: 0,
  jitterMs: 4,
  strangers: 0,
  roundTripMs: 60,
  quietMs: 0,
  silentMs: 0,
};

test('the metrics show packet loss, jitter, round-trip time and missing audio of telephone calls', async () => {
  const registry = new Registry();
  const { note } = new AudioMetrics(registry);
  note(counts);
  note({ ...counts, quietMs: 5000, outbound: { lossShare: 0.03, jitterMs: 2, highestSequence: 97 } });
  note({ ...counts, unheardMs: 8000, unheardAtEndMs: 8000, isDigitalSilence: true });
  note({ ...counts, received: 0, lost: 0, roundTripMs: null });
  const text = await registry.metrics();
  for (const line of [
    'parley_call_mos_count 3',
    'parley_call_packet_loss_ratio_sum 0.06',
    'parley_call_jitter_seconds_sum 0.012',
    'parley_call_round_trip_seconds_count 3',
    'parley_call_outbound_mos_count 1',
    'parley_call_outbound_packet_loss_ratio_sum 0.03',
    'parley_unheard_calls_total 1',
    'parley_digital_silence_calls_total 1',
    'parley_silent_calls_total 1',
    'parley_audio_gap_calls_total 1',
  ])
    expect(text).toContain(line);
});

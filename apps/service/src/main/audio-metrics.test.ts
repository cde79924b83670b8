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
};

test('metrics show how the audio of telephone calls arrived', async () => {
  const registry = new Registry();
  const { note } = new AudioMetrics(registry);
  note(counts);
  note({ ...counts, received: 0, lost: 0, roundTripMs: null });
  const text = await registry.metrics();
  for (const line of [
    'parley_call_mos_count 1',
    'parley_call_packet_loss_ratio_sum 0.02',
    'parley_call_jitter_seconds_sum 0.004',
    'parley_call_round_trip_seconds_count 1',
    'parley_silent_calls_total 1',
  ])
    expect(text).toContain(line);
});

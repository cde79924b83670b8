import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { TrunkMetrics } from './trunk-metrics.ts';

const dead = { fault: 'dead', words: 'does not answer', sinceMs: 0 } as const;

test('the metrics show for each trunk whether it is up and how often it went down', async () => {
  const registry = new Registry();
  const metrics = new TrunkMetrics(registry);
  metrics.follow(() => [
    { host: 'one.example', trouble: undefined },
    { host: 'two.example', trouble: dead },
  ]);
  metrics.noteChange('two.example', dead);
  metrics.noteChange('one.example', undefined);
  const text = await registry.metrics();
  expect(text).toContain('parley_trunk_up{trunk="one.example"} 1');
  expect(text).toContain('parley_trunk_up{trunk="two.example"} 0');
  expect(text).toContain('parley_trunk_outages_total{trunk="two.example",fault="dead"} 1');
  expect(text).not.toContain('parley_trunk_outages_total{trunk="one.example"');
});

test('the metrics show whether trunks are registered, of those that registrations are sent to', async () => {
  const registry = new Registry();
  new TrunkMetrics(registry).follow(() => [
    { host: 'one.example', trouble: undefined },
    {
      host: 'two.example',
      trouble: undefined,
      registration: { state: 'registered', status: 200, seconds: 300 },
    },
    {
      host: 'three.example',
      trouble: undefined,
      registration: { state: 'refused', status: 403, seconds: null },
    },
  ]);
  const text = await registry.metrics();
  expect(text).not.toContain('parley_trunk_registered{trunk="one.example"}');
  expect(text).toContain('parley_trunk_registered{trunk="two.example"} 1');
  expect(text).toContain('parley_trunk_registered{trunk="three.example"} 0');
});

test('the metrics count the calls over a trunk by their SIP status, with post-dial delay and duration', async () => {
  const registry = new Registry();
  const metrics = new TrunkMetrics(registry);
  const report = {
    status: 486,
    isOffered: true,
    rangAfterMs: null,
    answeredAfterMs: null,
    endedAfterMs: 900,
  };
  metrics.noteCall('one.example', report);
  metrics.noteCall('one.example', { ...report, status: null });
  const answered = {
    ...report,
    status: 200,
    rangAfterMs: 2500,
    answeredAfterMs: 10_000,
    endedAfterMs: 70_000,
  };
  metrics.noteCall('one.example', answered);
  const text = await registry.metrics();
  for (const code of ['486', 'none', '200'])
    expect(text).toContain(`parley_trunk_calls_total{trunk="one.example",code="${code}"} 1`);
  expect(text).toContain('parley_trunk_answered_seconds_total{trunk="one.example"} 60');
  expect(text).toContain('parley_trunk_post_dial_delay_seconds_bucket{le="3",trunk="one.example"} 1');
  expect(text).toContain('parley_trunk_post_dial_delay_seconds_count{trunk="one.example"} 1');
});

import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { ModelMetrics } from './metrics.ts';

test('the metrics count requests, tokens and seconds of each language model by its role', async () => {
  const registry = new Registry();
  const { onRequest } = new ModelMetrics(registry);
  const usage = { inputTokens: 100, cachedTokens: 40, outputTokens: 7 };
  onRequest({ work: 'dialogue', result: 'ok', ms: 200, usage });
  onRequest({ work: 'dialogue', result: 'ok', ms: 400, usage });
  onRequest({ work: 'analysis', result: 'timed_out', ms: 55_000 });
  onRequest({ work: 'analysis', result: 'handed_to_rules' });
  const lines = (await registry.metrics()).split('\n');
  for (const line of [
    'parley_model_requests_total{kind="dialogue",result="ok"} 2',
    'parley_model_requests_total{kind="analysis",result="timed_out"} 1',
    'parley_model_requests_total{kind="analysis",result="handed_to_rules"} 1',
    'parley_model_tokens_total{kind="dialogue",direction="in"} 200',
    'parley_model_tokens_total{kind="dialogue",direction="out"} 14',
    'parley_model_request_seconds_bucket{le="0.25",kind="dialogue"} 1',
    'parley_model_request_seconds_count{kind="dialogue"} 2',
    'parley_model_request_seconds_count{kind="analysis"} 1',
  ])
    expect(lines).toContain(line);
});

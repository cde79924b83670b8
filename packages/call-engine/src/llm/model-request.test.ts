import { expect, test } from 'vitest';
import type { ModelFailureKind } from './language-model.ts';
import { type ModelRequest, reportsOf } from './model-request.ts';

const usage = { inputTokens: 100, cachedTokens: 20, outputTokens: 10 };
const thought = (more: Partial<ModelRequest>): ModelRequest => ({
  task: 'understand',
  model: 'm',
  ms: 12,
  ...more,
});
const failed = (kind: ModelFailureKind) => ({ failure: { kind, message: '' } });

test.each<[string, Partial<ModelRequest>, object[]]>([
  ['a successful request', { usage }, [{ work: 'dialogue', result: 'ok', ms: 12, usage }]],
  ['a repeated request', { isRepaired: true }, [{ work: 'dialogue', result: 'repaired', ms: 12 }]],
  [
    'a request that missed its deadline and fell back to the rules',
    { ...failed('deadline'), instead: 'rules' },
    [
      { work: 'dialogue', result: 'timed_out', ms: 12 },
      { work: 'dialogue', result: 'handed_to_rules' },
    ],
  ],
  [
    'a request answered by another model',
    { ...failed('rate_limited'), instead: 'another model' },
    [{ work: 'dialogue', result: 'rate_limited', ms: 12 }],
  ],
  [
    'a truncated but usable reply',
    { ...failed('unavailable'), usage },
    [{ work: 'dialogue', result: 'failed', ms: 12, usage }],
  ],
  [
    'a request not sent because the endpoint is paused',
    { ...failed('resting'), instead: 'rules' },
    [
      { work: 'dialogue', result: 'circuit_open' },
      { work: 'dialogue', result: 'handed_to_rules' },
    ],
  ],
  [
    'a turn withheld from the model',
    { unasked: 'The words are an order to the machine.', instead: 'rules' },
    [{ work: 'dialogue', result: 'handed_to_rules' }],
  ],
])('%s is counted in the metrics', (_, more, reports) => {
  expect(reportsOf(thought(more))).toEqual(reports);
});

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
  ['what went well', { usage }, [{ work: 'dialogue', result: 'ok', ms: 12, usage }]],
  ['what had to be asked twice', { isRepaired: true }, [{ work: 'dialogue', result: 'repaired', ms: 12 }]],
  [
    'what was too late, and left to the rules',
    { ...failed('deadline'), instead: 'rules' },
    [
      { work: 'dialogue', result: 'timed_out', ms: 12 },
      { work: 'dialogue', result: 'handed_to_rules' },
    ],
  ],
  [
    'what another model did',
    { ...failed('rate_limited'), instead: 'another model' },
    [{ work: 'dialogue', result: 'rate_limited', ms: 12 }],
  ],
  [
    'what was cut short and good enough',
    { ...failed('unavailable'), usage },
    [{ work: 'dialogue', result: 'failed', ms: 12, usage }],
  ],
  [
    'what was not sent, because the model is left alone',
    { ...failed('resting'), instead: 'rules' },
    [
      { work: 'dialogue', result: 'circuit_open' },
      { work: 'dialogue', result: 'handed_to_rules' },
    ],
  ],
  [
    'what no model was let near',
    { unasked: 'The words are an order to the machine.', instead: 'rules' },
    [{ work: 'dialogue', result: 'handed_to_rules' }],
  ],
])('%s is counted', (_, more, reports) => {
  expect(reportsOf(thought(more))).toEqual(reports);
});

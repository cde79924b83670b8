import { expect, test } from 'vitest';
import { usageByModel } from './usage-by-model.ts';

const usage = { inputTokens: 100, cachedTokens: 80, outputTokens: 10 };

test('the model usage of a call is summed by model', () => {
  expect(
    usageByModel([
      { kind: 'thought', task: 'understand', model: 'a', ms: 1, usage, cost: 0.5 },
      { kind: 'elapsed', atMs: 1 },
      { kind: 'thought', task: 'word', model: 'a', ms: 1, usage, cost: 0.25 },
      {
        kind: 'thought',
        task: 'word',
        model: 'b',
        ms: 1,
        failure: { kind: 'deadline', message: 'late' },
        instead: 'rules',
      },
    ]),
  ).toEqual([
    {
      model: 'a',
      requests: 2,
      failures: 0,
      inputTokens: 200,
      cachedTokens: 160,
      outputTokens: 20,
      cost: 0.75,
    },
    { model: 'b', requests: 1, failures: 1, inputTokens: 0, cachedTokens: 0, outputTokens: 0, cost: null },
  ]);
});

test('a call by rules, or a turn without a model request, has no model usage', () => {
  const unasked = { kind: 'thought', task: 'understand', model: 'a', ms: 0, unasked: 'an order' } as const;
  expect(usageByModel([{ kind: 'elapsed', atMs: 1 }, unasked])).toBeNull();
});

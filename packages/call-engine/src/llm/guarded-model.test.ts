import { expect, test } from 'vitest';
import { guardedModel } from './guarded-model.ts';
import { type LanguageModel, ModelFailure, noUsage } from './language-model.ts';

/** A model that fails as configured, or says `fine`; it counts how often it was asked. */
function modelThat(fails: () => ModelFailure | undefined) {
  let asked = 0;
  let nowMs = 0;
  const model: LanguageModel = {
    name: 'm',
    reply: () => Promise.reject(new Error('not asked here')),
    stream: () => ({
      async *[Symbol.asyncIterator]() {
        asked += 1;
        const failure = fails();
        if (failure !== undefined) throw failure;
        yield 'fine';
      },
      usage: () => noUsage,
    }),
  };
  const guarded = guardedModel(model, () => nowMs);
  return {
    async ask(): Promise<string> {
      let text = '';
      try {
        for await (const part of guarded.stream(
          { system: '', turn: '' },
          { deadlineMs: 1000, maxOutputTokens: 10 },
        ))
          text += part;
      } catch (error) {
        return (error as ModelFailure).kind;
      }
      return text;
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    asked: () => asked,
    trouble: () => guarded.trouble()?.message,
  };
}

test('a model endpoint that fails three times in a row is paused, then tried by one request', async () => {
  let isDown = true;
  const { ask, pass, asked } = modelThat(() => (isDown ? new ModelFailure('deadline', 'late') : undefined));
  for (let time = 0; time < 5; time += 1) await ask();
  expect(asked()).toBe(3);
  pass(5_001);
  await ask();
  await ask();
  expect(asked()).toBe(4);
  // Twice as long the second time.
  pass(5_001);
  await ask();
  expect(asked()).toBe(4);
  isDown = false;
  pass(5_001);
  expect([await ask(), await ask(), asked()]).toEqual(['fine', 'fine', 6]);
});

test('the last failure of a model endpoint is reported until a request succeeds', async () => {
  let isDown = true;
  const { ask, trouble } = modelThat(() => (isDown ? new ModelFailure('unavailable', 'down') : undefined));
  expect(trouble()).toBeUndefined();
  await ask();
  expect(trouble()).toBe('down');
  isDown = false;
  await ask();
  expect(trouble()).toBeUndefined();
});

test('while one request probes a paused model endpoint, other requests fail at once', async () => {
  const { ask, pass, asked } = modelThat(() => new ModelFailure('unavailable', 'down'));
  for (let time = 0; time < 3; time += 1) await ask();
  pass(5_001);
  await Promise.all([ask(), ask(), ask()]);
  expect(asked()).toBe(4);
});

test('a successful request resets the count of failures of a model endpoint', async () => {
  let time = 0;
  const { ask, asked } = modelThat(() => {
    time += 1;
    return time % 3 === 0 ? undefined : new ModelFailure('unavailable', 'down');
  });
  for (let turn = 0; turn < 9; turn += 1) await ask();
  expect(asked()).toBe(9);
});

test('a model endpoint that sends Retry-After is paused for that long, up to a minute', async () => {
  const { ask, pass, asked } = modelThat(() => new ModelFailure('rate_limited', 'slow down', 7_000));
  await ask();
  pass(6_999);
  expect(await ask()).toBe('resting');
  pass(2);
  expect(await ask()).toBe('rate_limited');
  expect(asked()).toBe(2);
});

test('a wrong API key pauses a model endpoint at once, and an unusable reply does not', async () => {
  const refused = modelThat(() => new ModelFailure('refused', 'no such key'));
  await refused.ask();
  await refused.ask();
  expect(refused.asked()).toBe(1);
  const useless = modelThat(() => new ModelFailure('unusable', 'prose'));
  for (let time = 0; time < 5; time += 1) await useless.ask();
  expect(useless.asked()).toBe(5);
});

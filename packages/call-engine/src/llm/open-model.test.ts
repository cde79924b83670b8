import { type ModelServer, type Reply, startModelServer } from '@parley/testing/model-server.ts';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModelFailure } from './language-model.ts';
import { openModel } from './open-model.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.stop());

const prompt = { system: 'Be brief.', turn: 'Hello.' };
/** Longer than any test: however busy the machine is, a model that replies is in time. */
const limits = { deadlineMs: 600_000, maxOutputTokens: 50 };
const Colour = Type.Object({ colour: Type.String() }, { additionalProperties: false });

describe.each(['openai-compatible', 'anthropic'] as const)('a model with the %s API', (provider) => {
  const open = () => openModel({ provider, url: server.url, model: 'm', key: 'secret' });

  test('a model client streams the reply and reports token usage', async () => {
    server.answers(['The line is good – très bien 👍.']);
    const stream = open().stream(prompt, limits);
    const parts: string[] = [];
    for await (const part of stream) parts.push(part);
    expect(parts.join('')).toBe('The line is good – très bien 👍.');
    expect(parts.length).toBeGreaterThan(3);
    expect(stream.usage()).toMatchObject({ inputTokens: 5, outputTokens: 8 });
    expect(server.requests.at(-1)).toMatchObject({ system: 'Be brief.', turn: 'Hello.' });
  });

  test('a model client returns JSON that fits a schema, after one retry at most', async () => {
    server.answers(['{"colour":"blue"}']);
    expect(await open().reply(prompt, Colour, limits)).toMatchObject({ value: { colour: 'blue' } });
    server.answers(['Blue, I would say.', '{"colour":"blue"}']);
    expect(await open().reply(prompt, Colour, limits)).toMatchObject({
      value: { colour: 'blue' },
      isRepaired: true,
    });
    server.answers(['Blue.']);
    await expect(open().reply(prompt, Colour, limits)).rejects.toMatchObject({ kind: 'unusable' });
  });

  test.each<[string, Reply, Partial<ModelFailure>]>([
    ['a wrong key', { status: 401, message: 'No such key' }, { kind: 'refused', message: '401 No such key' }],
    [
      'a wrong key that the reply repeats, which is not shown',
      { status: 401, message: 'No such key: secret' },
      { kind: 'refused', message: '401 No such key: ***' },
    ],
    ['a server error', { status: 500, message: 'Oh no' }, { kind: 'unavailable', message: '500 Oh no' }],
    [
      'too many requests',
      { status: 429, message: 'Slow down', headers: { 'retry-after': '3' } },
      { kind: 'rate_limited', retryAfterMs: 3000 },
    ],
    ['a broken connection', { text: 'Hello there', cutAfter: 5 }, { kind: 'unavailable' }],
    ['a stream that ends early', { text: 'Hello there', endsAfter: 5 }, { kind: 'unavailable' }],
    ['an endless reply', 'word '.repeat(20_000), { kind: 'unusable' }],
  ])('a model client distinguishes %s from other failures', async (_, reply, failure) => {
    server.answers([reply]);
    await expect(drained(open().stream(prompt, limits))).rejects.toMatchObject(failure);
  });

  test('a model client times out at its deadline', async () => {
    server.answers(['silence']);
    const model = open();
    const impatient = { ...limits, deadlineMs: 30 };
    await expect(drained(model.stream(prompt, impatient))).rejects.toMatchObject({ kind: 'deadline' });
    await expect(model.reply(prompt, Colour, impatient)).rejects.toMatchObject({ kind: 'deadline' });
  });

  test('a model client no longer sends a parameter that the endpoint does not support', async () => {
    const model = open();
    server.answers(({ body }) =>
      (body.response_format?.type ?? body.output_config) === undefined ||
      body.response_format?.type === 'json_object'
        ? '{"colour":"blue"}'
        : { status: 400, message: 'Unknown: response_format json_schema / output_config' },
    );
    expect(await model.reply(prompt, Colour, limits)).toMatchObject({ value: { colour: 'blue' } });
    const before = server.requests.length;
    await model.reply(prompt, Colour, limits);
    expect(server.requests.length - before).toBe(1);
  });
});

test('a model client reports the model as unavailable when nothing listens at its address', async () => {
  const model = openModel({ provider: 'openai-compatible', url: 'http://127.0.0.1:1/v1', model: 'm' });
  await expect(drained(model.stream(prompt, limits))).rejects.toMatchObject({ kind: 'unavailable' });
});

async function drained(stream: AsyncIterable<string>): Promise<void> {
  for await (const _ of stream);
}

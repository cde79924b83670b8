import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { llmDialogueModel } from '@parley/call-engine/dialogue/llm.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { openModel } from '@parley/call-engine/llm/open-model.ts';
import { type ModelServer, type Reply, type Script, startModelServer } from '@parley/testing/model-server.ts';
import { askingAgent, madeUp, personaModelScript, sayingOf } from '@parley/testing/persona-model-script.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluateAgent } from '../evaluate-agent.ts';
import { draftedAgent } from './agent-under-test.ts';

const now = new Date('2026-03-02T09:00:00Z');

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.stop());

describe.each(['openai-compatible', 'anthropic'] as const)(
  'personas invented by a language model over %s',
  (provider) => {
    const model = () =>
      openModel({
        provider,
        url: server.url,
        model: 'm',
        key: 'secret',
        price: { input: 10, cached: 1, output: 20 },
      });
    const evaluate = (script: Script, dialogueModel: DialogueModel = rulesDialogueModel(), count = 3) => {
      server.answers(script);
      return evaluateAgent({
        ...draftedAgent(askingAgent),
        dialogueModel,
        seeds: 1,
        now,
        stopwatch: () => performance.now(),
        casting: { model: model(), count, deadlineMs: 5_000 },
      });
    };

    test("invented personas speak the model's words, and the outcomes of their calls are checked", async () => {
      const evaluation = await evaluate(personaModelScript());
      const [tal, dora, nina] = evaluation.people.slice(18);
      expect(evaluation).toMatchObject({ isRight: true, cast: { wanted: 3, played: 3 } });
      expect(tal).toMatchObject({ digits: 'persona-1', who: 'Tal wants to talk', isRight: true });
      const endings = [tal, dora, nina].map((one) =>
        one?.conversations[0]?.calls.map(({ ending }) => ending),
      );
      expect(endings).toEqual([['finished'], ['not_interested'], ['opt_out']]);
      const transcript = tal?.conversations[0]?.calls[0]?.transcript.map(({ text }) => text);
      expect(transcript?.[0]).toBe('Hello Tal, I am the AI assistant of Acme.');
      expect(transcript).toContain('About seven years, I think.');
      // What they took is told apart from what the calls took, which rules held.
      expect(evaluation.effort.thinking).toEqual([]);
      expect(evaluation.cast?.thinking).toMatchObject([{ failures: 0, cost: expect.any(Number) }]);
    });

    test('the model that plays a persona gets the conversation as quoted data', async () => {
      await evaluate(personaModelScript());
      const played = server.requests.filter(({ system }) => system.includes('<name>Tal</name>')).at(-1);
      expect(played?.turn).toContain('<agent>Hello Tal, I am the AI assistant of Acme.</agent>');
      expect(played?.turn).toContain('<you>About seven years, I think.</you>');
    });

    test('an invented persona that does not pursue its purpose counts as a wrong outcome', async () => {
      const evaluation = await evaluate(personaModelScript(undefined, () => sayingOf('Dora')));
      expect(evaluation.people.slice(18).map(({ isRight }) => isRight)).toEqual([false, true, false]);
      expect(evaluation.isRight).toBe(false);
    });

    test('when the model fails at a turn, rules continue the part of the invented persona', async () => {
      const evaluation = await evaluate(
        personaModelScript(undefined, () => ({ status: 500, message: 'Oh no' })),
        undefined,
        1,
      );
      expect(evaluation.people[18]?.conversations[0]?.calls).toMatchObject([{ ending: 'finished' }]);
      expect(evaluation.cast?.thinking).toMatchObject([{ requests: expect.any(Number) }]);
      expect(evaluation.cast?.thinking[0]?.failures).toBeGreaterThan(0);
    });

    test.each<[string, Reply, RegExp]>([
      [
        'prose',
        'There were once four people.',
        /^The model invented no personas: The reply was not the JSON/,
      ],
      [
        'an error',
        { status: 401, message: 'No such key' },
        /^The model invented no personas: 401 No such key/,
      ],
      ['too few', JSON.stringify({ people: madeUp.slice(0, 1) }), /^The model invented 1 of 3 personas$/],
    ])(
      'when the model writes %s, invented personas are left out and the others are called',
      async (_, reply, trouble) => {
        const evaluation = await evaluate(personaModelScript(() => reply));
        expect(evaluation.isRight).toBe(false);
        expect(evaluation.cast?.trouble).toMatch(trouble);
        expect(evaluation.people.slice(0, 18).every(({ isRight }) => isRight)).toBe(true);
      },
    );

    test("the usage of the agent's own model is listed for each call and in total", async () => {
      const dialogueModel = llmDialogueModel({
        models: [model()],
        deadlineMs: 20_000,
        rules: rulesDialogueModel(),
        nowMs: () => performance.now(),
      });
      const { effort, people } = await evaluate(personaModelScript(), dialogueModel);
      const calls = people.flatMap(({ conversations }) => conversations.flatMap((one) => one.calls));
      const sum = (read: (one: (typeof effort.thinking)[number]) => number) =>
        calls.flatMap((call) => call.effort.thinking.map(read)).reduce((total, one) => total + one, 0);
      const [thinking] = effort.thinking;
      expect(thinking?.inputTokens).toBeGreaterThan(0);
      expect(thinking).toMatchObject({
        requests: sum((one) => one.requests),
        inputTokens: sum((one) => one.inputTokens),
        outputTokens: sum((one) => one.outputTokens),
        cost: expect.closeTo(
          sum((one) => one.cost ?? 0),
          8,
        ),
      });
      expect(effort.asked).toBe(calls.reduce((total, call) => total + call.effort.asked, 0));
      expect(calls.every((call) => call.effort.p50Ms <= call.effort.p95Ms)).toBe(true);
    });
  },
);

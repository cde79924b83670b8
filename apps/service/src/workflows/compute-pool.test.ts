import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rulesAnalysisModel } from '@parley/call-engine/analysis/rules.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { largeAgent } from '@parley/testing/large-agent.ts';
import { OUTPUTS } from '@parley/understanding/head-model.ts';
import { WANTS, YES_NO } from '@parley/understanding/labels.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compilePlan } from '../domains/agents/call-plan.model.ts';
import { ComputePool } from './compute-pool.ts';
import { draftedAgent } from './evaluation/agent-under-test.ts';
import { sampleContact } from './evaluation/leanings.ts';
import { playConversation } from './evaluation/played-call.ts';

const now = new Date('2026-03-02T09:00:00Z');

/** A call that an agent has held with a helpful contact. */
async function finishedCall(questions: number) {
  const { agent, company, catalog } = draftedAgent(largeAgent(questions, { outcomes: 5 }));
  const contact = { ...sampleContact, id: 'contact', phoneNumber: '+15005550000', fields: {} };
  const plan = compilePlan({ agent, company, catalog, contact, job: null, timeZone: 'UTC' });
  const stage = { dialogueModel: rulesDialogueModel(), now, stopwatch: () => 0, maxAttempts: 1 };
  const [call] = await playConversation(stage, { plan, seed: 1, answers: {} });
  if (!call?.findings) throw new Error('The call was not answered');
  const { findings, transcript, durationSeconds, journal } = call;
  return { journal, call: { plan, findings, transcript, answeredAt: now, durationSeconds } };
}

let pool: ComputePool;
let finished: Awaited<ReturnType<typeof finishedCall>>;
beforeAll(async () => {
  pool = new ComputePool(2);
  finished = await finishedCall(15);
});
afterAll(() => pool.close());

test('analysing a call in a thread gives the same result as without, and does not block the event loop', async () => {
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  const analysis = await pool.analyse('a company', finished.call, new AbortController().signal);
  clearInterval(turning);
  expect(turns).toBeGreaterThan(10);
  expect(analysis).toEqual(await rulesAnalysisModel().analyse(finished.call, new AbortController().signal));
});

test('a call can be replayed in a thread', async () => {
  expect(await pool.replay('a company', finished.journal, finished.call.plan)).toMatchObject({
    kind: 'same',
  });
});

test('an agent is evaluated in a thread, and documents are searched by the main thread for it', async () => {
  const asked: string[] = [];
  const { agent, company, catalog, job } = draftedAgent(largeAgent(6, { characters: 60, outcomes: 0 }));
  const { evaluation } = await pool.evaluate(
    'a company',
    { agent, company, catalog, job, seeds: 1, now },
    {
      models: { endpoints: [], deadlineMs: 1000 },
      searches: {
        byWords: async (question) => {
          asked.push(question);
          return [];
        },
      },
    },
  );
  expect(evaluation.people).toHaveLength(18);
  expect(asked.length).toBeGreaterThan(0);
});

test('test cases run in a thread, and the trained model that reads each turn runs in the main thread', async () => {
  const read: string[] = [];
  const { agent, company, catalog, job } = draftedAgent({
    name: 'Tea survey',
    type: 'PHONE',
    language: 'EN',
    flow: {
      firstMessage: { type: 'first_message', text: 'Hello, have you got a minute?' },
      sections: [{ type: 'looping', questions: [{ question: 'Do you like tea?', key: 'tea' }] }],
      lastMessage: { type: 'last_message', text: 'Thank you. Goodbye.' },
    },
  });
  const testCases = [
    { name: 'Says neither', turns: ['Go ahead.', 'Zibbled kwomp.'], expect: { values: { tea: true } } },
  ];
  const { results } = await pool.playTestCases(
    'a company',
    { agent, company, catalog, job, testCases, seeds: 1, now },
    {
      models: { endpoints: [], deadlineMs: 1000 },
      score: async (pairs) => {
        read.push(...pairs.map(({ say }) => say));
        // Yes, whatever its words are.
        const yes = WANTS.length + YES_NO.indexOf('yes');
        return pairs.map(() => Float32Array.from({ length: OUTPUTS }, (_, i) => (i === yes ? 50 : -50)));
      },
    },
  );
  expect(read).toContain('zibbled kwomp');
  expect(results).toMatchObject([{ passed: true }]);
});

test('a test that waits for a language model holds up no test of another company, however few threads there are', async () => {
  const asked = Promise.withResolvers<void>();
  // It never answers.
  const model = createServer(() => asked.resolve()).listen(0, '127.0.0.1');
  await once(model, 'listening');
  const url = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
  const { agent, company, catalog, job } = draftedAgent(largeAgent(1, { characters: 60, outcomes: 0 }));
  const testCases = [{ name: 'Hangs up', turns: ['Hello?'], expect: {} }];
  const order = { agent, company, catalog, job, testCases, seeds: 1, now };
  // As many as there are threads.
  const leaving = new AbortController();
  const held = Array.from({ length: 2 }, (_, at) =>
    pool.playTestCases(`company ${at}`, order, {
      models: {
        endpoints: [{ provider: 'openai-compatible', url, model: 'm', key: 'k' }],
        deadlineMs: 600_000,
      },
      signal: leaving.signal,
    }),
  );
  const ended = Promise.allSettled(held);
  try {
    await asked.promise;
    const { results } = await pool.playTestCases('a company', order, {
      models: { endpoints: [], deadlineMs: 1000 },
    });
    expect(results).toHaveLength(1);
  } finally {
    leaving.abort(new Error('The client has gone'));
    await ended;
    model.closeAllConnections();
    model.close();
  }
});

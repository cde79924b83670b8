import { simulatedLine } from '@parley/simulator/simulated-line.ts';
import { type ModelServer, startModelServer } from '@parley/testing/model-server.ts';
import { rulesModelScript } from '@parley/testing/rules-model-script.ts';
import { asking, handingTo, scriptedPlan, talkingAbout } from '@parley/testing/scripted-plan.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JournalEntry } from '../../journal.ts';
import { liveCall } from '../../live-call.ts';
import { openModel } from '../../llm/open-model.ts';
import type { CallPlan } from '../../plan.ts';
import { planKnowledge } from '../../plan-knowledge.ts';
import { replay } from '../../replay.ts';
import type { DialogueModel } from '../dialogue-model.ts';
import { llmDialogueModel } from '../llm.ts';
import { rulesDialogueModel } from '../rules.ts';

/** Everybody on the simulated network, called by a model that is as clever as the rules. */
const people = Array.from({ length: 18 }, (_, number) => `+1500555${String(number).padStart(4, '0')}`);
const answeredAt = new Date('2026-03-02T09:00:00Z');
const plan: CallPlan = scriptedPlan(
  [
    asking('Are you still interested in the position?', 'How many years of experience do you have?'),
    talkingAbout(
      'Explain that the job is in Basel, three days a week in the office. Ask: "Does that suit you?"',
    ),
    asking('When could you start?'),
    handingTo({ Sales: '+15005550000' }),
  ].slice(0, 3),
  {
    firstMessage: { id: 'first', text: 'Hello Ada, I am the AI assistant of Acme. Do you have a minute?' },
    knowledge: [
      { id: 'k', title: 'The job', text: 'The salary is 90,000 francs a year.\n\nThe team has 12 people.' },
    ],
  },
);

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
  server.answers(rulesModelScript(plan, answeredAt.toISOString()));
});
afterAll(() => server.stop());

async function called(to: string, dialogueModel: DialogueModel, attemptNumber = 1) {
  const journal: JournalEntry[] = [];
  const result = await liveCall({
    line: simulatedLine({ speed: 1e9, seed: 1 }),
    order: { attemptId: to, to, from: null, attemptNumber, ringTimeoutMs: 30_000, plan },
    plan,
    dialogueModel,
    knowledge: planKnowledge(plan),
    now: () => answeredAt,
    seed: 1,
    keep: (entry) => journal.push(entry),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  return { result, journal };
}

const outcomeOf = ({ result }: Awaited<ReturnType<typeof called>>) =>
  result.kind === 'unanswered'
    ? result.reason
    : {
        outcome: result.findings.outcome,
        answers: result.findings.answers.map(({ questionId, value }) => ({ questionId, value })),
        openQuestions: result.findings.openQuestions,
        message: result.findings.message,
      };

test.each(
  people.flatMap((to) => [
    [to, 'openai-compatible', 'm'] as const,
    [to, 'anthropic', 'claude-sonnet-4-5'] as const,
  ]),
)(
  'a call to the simulated contact %s with a model of %s ends as with the rules, and replays identically',
  async (to, provider, name) => {
    const model = openModel({ provider, url: server.url, model: name, key: 'secret' });
    const rules = rulesDialogueModel();
    const dialogueModel = llmDialogueModel({
      models: [model],
      deadlineMs: 5000,
      rules,
      nowMs: () => performance.now(),
    });
    const byModel = await called(to, dialogueModel, 3);
    expect(outcomeOf(byModel)).toEqual(outcomeOf(await called(to, rules, 3)));
    if (byModel.result.kind === 'unanswered') return;
    const thoughts = byModel.journal.filter((entry) => entry.kind === 'thought');
    const understood = byModel.journal.filter((entry) => entry.kind === 'understood');
    expect(thoughts.filter(({ failure }) => failure !== undefined)).toEqual([]);
    expect(thoughts.length).toBeGreaterThanOrEqual(understood.length);
    expect(await replay(JSON.parse(JSON.stringify(byModel.journal)), plan)).toEqual({ kind: 'same' });
  },
);

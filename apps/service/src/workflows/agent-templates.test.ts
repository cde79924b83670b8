import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { conductedCall } from '@parley/testing/corpus/conducted-call.ts';
import { expect, test } from 'vitest';
import { agentTemplates } from '../domains/agents/agent-template.model.ts';
import { evaluateAgent } from './evaluate-agent.ts';
import { draftedAgent } from './evaluation/agent-under-test.ts';
import { planUnderTest } from './evaluation/plan-under-test.ts';

test.each(agentTemplates)(
  'calls with the agent template $name go right with every persona and cover its whole flow',
  async ({ agent }) => {
    const evaluation = await evaluateAgent({
      ...draftedAgent(agent),
      dialogueModel: rulesDialogueModel(),
      now: new Date('2026-03-02T09:00:00Z'),
      stopwatch: () => 0,
    });
    const wrong = evaluation.people.filter(({ isRight }) => !isRight);
    expect([wrong.map(({ who }) => who), evaluation.flowFaults]).toEqual([[], []]);
    expect(evaluation.isRight).toBe(true);
  },
);

/** What docs/first-agent.md lets people write. */
function firstAgent(): unknown {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/first-agent.md'), 'utf8');
  return JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '');
}

/** What the agent says after the greeting, and the answers by key, to a contact who says these things in turn. */
async function callOf(template: string, ...says: string[]) {
  const agent = agentTemplates.find(({ key }) => key === template)?.agent;
  const underTest = draftedAgent(agent);
  const { transcript, findings } = await conductedCall(planUnderTest(underTest, {}), ['Hello.', ...says]);
  return {
    said: transcript.flatMap(({ speaker, text }) => (speaker === 'AI' ? [text] : [])),
    answers: Object.fromEntries(findings.answers.map(({ key, value }) => [key, value])),
  };
}

test.each([
  ...agentTemplates.map(({ name, agent }) => [`the template ${name}`, agent] as const),
  ['the first agent of the documentation', firstAgent()] as const,
])(
  '%s names the company that calls once in its greeting, and no other when it is asked',
  async (_, agent) => {
    const underTest = draftedAgent(agent);
    const name = 'Winterthur Cycles';
    const plan = planUnderTest({ ...underTest, company: { ...underTest.company, name } }, {});
    const { transcript } = await conductedCall(plan, ['Hello.', 'Which company is calling?']);
    const said = transcript.flatMap(({ speaker, text }) => (speaker === 'AI' ? [text] : []));
    expect(said[0]?.split(name)).toHaveLength(2);
    const named = [...said.join(' ').matchAll(/assistant of (.+?)(?= with |[.,])/g)].map(([, one]) => one);
    expect(new Set(named)).toEqual(new Set([name]));
    // In the greeting, and in the answer.
    expect(named).toHaveLength(2);
  },
);

test('in the renewal template, a contact who does not renew is asked once for the reason', async () => {
  const { said, answers } = await callOf(
    'renewal',
    'No, I will not.',
    'Well, mainly, I would like to learn something new.',
    'Yes.',
  );
  expect(said.filter((text) => text.includes('main reason'))).toHaveLength(1);
  expect(answers).toEqual({
    will_renew: false,
    reason: 'mainly, I would like to learn something new',
    offer: true,
  });
});

test('in the renewal template, a contact who renews with a change is asked what to change', async () => {
  const { answers } = await callOf('renewal', 'Yes, I will.', 'Yes.', 'A cheaper plan.');
  expect(answers).toEqual({ will_renew: true, wants_change: true, change: 'A cheaper plan' });
  const content = await callOf('renewal', 'Yes, I will.', 'No, nothing.');
  expect(content.answers).toEqual({ will_renew: true, wants_change: false });
});

test('the appointment template promises a confirmation only to contacts who make an appointment', async () => {
  const isPromised = async (...says: string[]) =>
    (await callOf('appointment', ...says)).said.some((text) => text.includes('confirmation'));
  expect(await isPromised('Yes.', 'On Friday.', 'At three in the afternoon.', 'At your office.')).toBe(true);
  expect(await isPromised('No.', 'I have no time.')).toBe(false);
});

test('the reminder template tells a contact who keeps the appointment that it is confirmed', async () => {
  const { said } = await callOf('reminder', 'Yes, it does.');
  expect(said.some((text) => text.includes('Then it is confirmed'))).toBe(true);
});

import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { TrainedTurnReader } from '@parley/understanding/trained-turn-reader.ts';
import { describe, expect, test } from 'vitest';
import { type Evaluation, evaluateAgent } from './evaluate-agent.ts';
import { draftedAgent } from './evaluation/agent-under-test.ts';
import { everyPlace } from './evaluation/coverage.ts';
import { demoAgents } from './seed-demo.ts';

const rules = rulesDialogueModel();

const evaluate = (
  agent: unknown,
  { seeds = 1, dialogueModel = rules }: { seeds?: number; dialogueModel?: DialogueModel } = {},
) =>
  evaluateAgent({
    ...draftedAgent(agent),
    dialogueModel,
    seeds,
    now: new Date('2026-03-02T09:00:00Z'),
    stopwatch: () => 0,
  });

const asking = (...questions: object[]) => ({
  firstMessage: { type: 'first_message', text: 'Hello {{contact.first_name}}, I am the AI of Acme.' },
  sections: [{ type: 'looping', questions }] as object[],
  lastMessage: { type: 'last_message', text: 'Thank you. Goodbye!' },
});

const person = ({ people }: Evaluation, digits: string) => {
  const [conversation] = people.find((one) => one.digits === digits)?.conversations ?? [];
  return conversation?.calls ?? [];
};
const rulesBroken = ({ people }: Evaluation) => [
  ...new Set(
    people.flatMap(({ conversations }) =>
      conversations.flatMap(({ calls }) => calls.flatMap(({ breaches }) => breaches.map(({ rule }) => rule))),
    ),
  ),
];

describe.each(demoAgents)('the sample agent $name', (agent) => {
  test('calls with a sample agent go right with every persona and cover its whole flow', async () => {
    const evaluation = await evaluate(agent, { seeds: 4 });
    expect(evaluation).toMatchObject({ isRight: true, breaches: 0, flowFaults: [] });
    expect(evaluation.coverage.visited).toBe(evaluation.coverage.total);
    // A figure to work on, not a promise: these people say what no rule was written for.
    const { right, total } = evaluation.everyday?.conversations ?? { right: 0, total: 0 };
    console.info(`${agent.name}: ${right} of ${total} calls with everyday personas without a fault`);
    expect(total).toBe(9 * 4);
  });
});

test.each(demoAgents)(
  'with the trained turn-reading model, $name sets no persona to do-not-call who did not ask for it',
  async (agent) => {
    const dialogueModel = rulesDialogueModel({ turnReader: new TrainedTurnReader() });
    // The words of the simulated contacts depend on the version.
    for (const versionId of ['1', '2', '3']) {
      const drafted = draftedAgent(agent);
      const evaluation = await evaluateAgent({
        ...drafted,
        agent: { ...drafted.agent, versionId },
        dialogueModel,
        seeds: 2,
        now: new Date('2026-03-02T09:00:00Z'),
        stopwatch: () => 0,
      });
      expect(evaluation.isRight).toBe(true);
    }
  },
);
test('the evaluation counts answers noted correctly, and reports a model that alters them', async () => {
  const flow = asking({ question: 'How many people work for you?', key: 'people' });
  const plainOf = async (dialogueModel: DialogueModel) =>
    (await evaluate({ name: 'A', flow }, { dialogueModel })).everyday?.manners[0];
  expect(await plainOf(rules)).toMatchObject({ manner: 'plain', values: { right: 1, total: 1 } });
  const wrong = await plainOf({
    ...rules,
    understand: async (heard, expectation, context) => {
      const understood = await rules.understand(heard, expectation, context);
      return understood.answer ? { ...understood, answer: { ...understood.answer, value: 99 } } : understood;
    },
  });
  expect(wrong).toMatchObject({ values: { right: 0, total: 1 }, conversations: { right: 0, total: 1 } });
  expect(wrong?.calls[0]?.faults).toMatchObject([{ kind: 'value', actual: '99' }]);
});

test('a wrong branch and a wrong ending of a call are reported by the evaluation', async () => {
  const flow = asking({ question: 'How many people work for you?', key: 'people' });
  flow.sections.push({
    type: 'conditional',
    title: 'Size',
    branches: [
      {
        name: 'Some',
        condition: { type: 'expression', field: 'answer.people', operator: 'GREATER_THAN', value: 0 },
        sections: [{ type: 'human_handoff', phoneNumber: '+15005550000' }],
      },
    ],
  });
  const dialogueModel: DialogueModel = {
    ...rules,
    understand: async (heard, expectation, context) => {
      const { answer: _, ...understood } = await rules.understand(heard, expectation, context);
      return understood;
    },
  };
  const evaluation = await evaluate({ name: 'A', flow }, { dialogueModel });
  const faults = evaluation.everyday?.manners[0]?.calls[0]?.faults.map(({ kind, expected }) => [
    kind,
    expected,
  ]);
  expect(faults).toContainEqual(['branch', 'Some']);
  expect(faults).toContainEqual(['ending', 'handed_off or message_taken']);
});

test('an agent in a language without everyday phrases is evaluated without everyday personas', async () => {
  const evaluation = await evaluate({ name: 'A', language: 'FR', focus: 'GENERIC', instructions: 'Parlez.' });
  expect(evaluation.everyday).toBeUndefined();
});

test('a placeholder that can never be filled is reported by the evaluation', async () => {
  const flow = asking({ question: 'Is {{job.title}} for you?' });
  const evaluation = await evaluate({ name: 'A', flow });
  expect(evaluation.isRight).toBe(false);
  expect(evaluation.flowFaults).toEqual([
    { rule: 'A token is filled with nothing', evidence: '{{job.title}}' },
  ]);
});

test('evaluating the same agent twice gives the same report', async () => {
  const [agent] = demoAgents;
  expect(await evaluate(agent, { seeds: 2 })).toEqual(await evaluate(agent, { seeds: 2 }));
});

test('the evaluation of an agent does not depend on the version id under which it is stored', async () => {
  const draft = draftedAgent(demoAgents[1]);
  const stored = (versionId: string) =>
    evaluateAgent({
      ...draft,
      agent: { ...draft.agent, versionId },
      dialogueModel: rules,
      seeds: 2,
      now: new Date('2026-03-02T09:00:00Z'),
      stopwatch: () => 0,
    });
  expect(await stored('019a-another-copy')).toEqual(await stored('019b-yet-another'));
});

test('an agent that asks to confirm an opt-out nobody wished is reported, and the persona denies it', async () => {
  const dialogueModel: DialogueModel = {
    ...rules,
    understand: async (heard, expectation, context) => {
      const understood = await rules.understand(heard, expectation, context);
      return expectation.kind === 'answer'
        ? { ...understood, wants: { ...understood.wants, neverAgain: 'faint' } }
        : understood;
    },
  };
  const flow = asking({ question: 'When could you start?', key: 'start' });
  const evaluation = await evaluate({ name: 'A', flow }, { dialogueModel });
  const [call] = person(evaluation, '0000');
  expect(call?.breaches.map(({ rule }) => rule)).toContain('The agent asked about opting out without a wish');
  expect(call?.ending).not.toBe('opt_out');
  expect(person(evaluation, '0013')[0]?.breaches).toEqual([]);
});

test('each persona is called as often as the retry policy allows, and its outcome is checked', async () => {
  const flow = asking({ question: 'When could you start?', key: 'start' });
  const evaluation = await evaluate({ name: 'A', flow, retryPolicy: { maxAttempts: 2, delaySeconds: 60 } });
  expect(evaluation.people).toHaveLength(18);
  expect(person(evaluation, '0012').map(({ ending }) => ending)).toEqual(['busy', 'finished']);
  expect(person(evaluation, '0011').map(({ ending }) => ending)).toEqual(['carrier_error', 'carrier_error']);
  expect(person(evaluation, '0007').map(({ ending }) => ending)).toEqual(['message_taken']);
  expect(evaluation.isRight).toBe(true);
});

test.each([
  ['is the last message', 'Thank you for your time.'],
  ['contains the last message', 'Hello Ada, I am the AI of Acme. Thank you for your time.'],
])(
  'an agent whose first message %s still gets answers to its questions from the personas',
  async (_, text) => {
    const flow = {
      ...asking(
        { question: 'When could you start?', key: 'start' },
        { question: 'What should we do better?' },
      ),
      firstMessage: { type: 'first_message', text },
      lastMessage: { type: 'last_message', text: 'Thank you for your time.' },
    };
    const evaluation = await evaluate({ name: 'A', flow }, { seeds: 3 });
    // Helpful; breaks into the first message; thinks aloud.
    for (const digits of ['0000', '0014', '0017']) {
      const [call] = person(evaluation, digits);
      expect(call, digits).toMatchObject({ ending: 'finished', isRight: true });
      expect(call?.transcript.filter(({ speaker }) => speaker === 'CONTACT').length).toBeGreaterThan(2);
    }
  },
);

test('a web-call agent is not evaluated with outcomes that only a telephone network has', async () => {
  const { people } = await evaluate({ name: 'A', type: 'ONLINE', focus: 'GENERIC' });
  expect(people.map(({ digits }) => digits)).not.toContain('0001');
  expect(people.map(({ digits }) => digits)).toContain('0014');
});

test('the evaluation reports a flow that does not fit into its maximum duration', async () => {
  const questions = Array.from({ length: 12 }, (_, index) => ({
    question: `What do you think of proposal number ${index + 1} of those that we sent to you last week?`,
  }));
  const evaluation = await evaluate({ name: 'A', duration: 1, flow: asking(...questions) });
  expect(evaluation.isRight).toBe(false);
  expect(person(evaluation, '0000')).toMatchObject([{ ending: 'max_duration', isRight: false }]);
  expect(rulesBroken(evaluation)).toEqual([]);
});

test('the evaluation reports a branch that no call can reach as never visited', async () => {
  const flow = asking({ question: 'When could you start?', key: 'start' });
  flow.sections.push({
    type: 'conditional',
    branches: [
      {
        name: 'Impossible',
        condition: { type: 'expression', field: 'job.title', operator: 'EXISTS' },
        sections: [{ type: 'sequential', prompt: 'Talk about the job.' }],
      },
    ],
  });
  const { coverage, flowFaults, isRight } = await evaluate({ name: 'A', flow });
  expect(isRight).toBe(false);
  expect(flowFaults.map(({ evidence }) => evidence)).toEqual([
    'branch: Impossible',
    'section: Talk about the job.',
  ]);
  const never = everyPlace(coverage.outline).filter(({ visits }) => visits === 0);
  expect(never.map(({ label }) => label)).toEqual(['Impossible', 'Talk about the job.']);
  expect([coverage.visited, coverage.total]).toEqual([5, 7]);
});

test('by default some persona takes each branch of a flow, whether by field, answer or intent', async () => {
  const branch = (name: string, condition: object) => ({
    name,
    condition,
    sections: [{ type: 'sequential', prompt: `Talk about ${name}.` }],
  });
  const flow = asking(
    { question: 'How many people work for you?', key: 'people' },
    { question: 'What would help you most?', key: 'help' },
  );
  flow.sections.push(
    {
      type: 'conditional',
      branches: [
        branch('Swiss', { type: 'expression', field: 'contact.country', operator: 'EQUALS', value: 'CH' }),
        branch('Young', {
          type: 'expression',
          field: 'contact.date_of_birth',
          operator: 'GREATER_THAN',
          value: '2005-12-31',
        }),
      ],
    },
    {
      type: 'conditional',
      branches: [
        branch('Large', { type: 'expression', field: 'answer.people', operator: 'GREATER_THAN', value: 500 }),
        branch('Buys', { type: 'intent', description: 'The contact wants to buy the premium plan.' }),
      ],
    },
  );
  const { seeds: _, ...order } = {
    ...draftedAgent({ name: 'A', flow }),
    dialogueModel: rules,
    seeds: 0,
    now: new Date('2026-03-02T09:00:00Z'),
    stopwatch: () => 0,
  };
  const evaluation = await evaluateAgent(order);
  expect(evaluation.seeds).toBe(5);
  expect(everyPlace(evaluation.coverage.outline).filter(({ visits }) => visits === 0)).toEqual([]);
});

test('the evaluation reports a model that talks about a forbidden topic or reveals an ideal answer', async () => {
  const dialogueModel: DialogueModel = {
    ...rules,
    word: async (intention, context) =>
      intention.kind === 'acknowledge'
        ? 'Our prices went down. A good answer would be eight or more.'
        : rules.word(intention, context),
  };
  const flow = asking(
    { question: 'How satisfied are you?', idealAnswer: 'Eight or more', weight: 1 },
    { question: 'What should we do better?' },
  );
  const evaluation = await evaluate(
    { name: 'A', flow, guardrails: { forbiddenTopics: ['Price'] } },
    { dialogueModel },
  );
  expect(evaluation.isRight).toBe(false);
  expect(rulesBroken(evaluation)).toEqual([
    'The agent talked about a forbidden topic',
    'The agent revealed an ideal answer',
  ]);
});

test('the evaluation reports wrong outcomes when the dialogue model misunderstands', async () => {
  const dialogueModel: DialogueModel = {
    ...rules,
    understand: async (heard, expectation, context) => {
      const { wants: _, ...understood } = await rules.understand(heard, expectation, context);
      return { ...understood, wants: {} };
    },
  };
  const evaluation = await evaluate(
    { name: 'A', flow: asking({ question: 'How are you?' }) },
    { dialogueModel },
  );
  for (const digits of ['0004', '0005', '0007', '0013'])
    expect(person(evaluation, digits)[0]?.isRight, digits).toBe(false);
  expect(person(evaluation, '0000')[0]?.isRight).toBe(true);
});

test('the evaluation reports failed calls when the dialogue model fails', async () => {
  const dialogueModel: DialogueModel = {
    ...rules,
    understand: () => Promise.reject(new Error('out of order')),
  };
  const evaluation = await evaluate(
    { name: 'A', flow: asking({ question: 'How are you?' }) },
    { dialogueModel },
  );
  expect(rulesBroken(evaluation)).toEqual(['The call failed']);
});

import { conductScript } from '@parley/testing/scripted-call.ts';
import { asking, handingTo, scriptedPlan, talkingAbout } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';

test('the agent says its first message, its sections in order, and its last message', async () => {
  const { findings, party, decisions } = await conductScript({
    plan: scriptedPlan([asking('Age?', 'Town?'), talkingAbout('the job')]),
    contact: ['Hello?', 'Forty', 'Basel', 'Sounds good'],
  });

  expect(party.said).toEqual([
    'Hello Ada. I am an AI.',
    'Age?',
    '[acknowledge] Town?',
    '[acknowledge] [section]',
    '[acknowledge] Thanks, and goodbye.',
  ]);
  expect(findings.outcome).toEqual({ kind: 'finished' });
  expect(party.isLeft).toBe(true);
  expect(decisions('enter').map(({ sectionId }) => sectionId)).toEqual(['Age?,Town?', 'the job']);
});

test('a contact who does not return the greeting is asked the first question', async () => {
  const { party, findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: [{ says: 'Forty', afterMs: 5_000 }],
  });
  expect(party.said.slice(0, 2)).toEqual(['Hello Ada. I am an AI.', 'Age?']);
  expect(findings.answers).toMatchObject([{ value: 'Forty' }]);
});

test('a contact’s question at the greeting is answered before the first question of the flow', async () => {
  const { party } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: ['Where are you?', 'Forty'],
    dialogueModel: {
      understands: { 'Where are you?': { question: 'where' } },
      answers: { where: 'In Bern.' },
    },
    passages: [{ title: 'About', text: 'We are in Bern.' }],
  });
  expect(party.said[1]).toBe('In Bern. Age?');
});

test('a contact who interrupts the first message still hears that an AI is speaking', async () => {
  const { party } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: [{ says: 'Yes?', interruptsAfterMs: 700 }, 'All right', 'Forty'],
  });
  expect(party.said.slice(1, 3)).toEqual(['I am an AI.', 'Age?']);
});

test('a contact who asks who is calling during the first message gets the answer', async () => {
  const { party, findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: [{ says: 'Who is this?', interruptsAfterMs: 200 }, 'I see', 'Forty'],
    dialogueModel: { understands: { 'Who is this?': { question: 'who', asksWho: true } } },
  });
  expect(party.said.slice(1, 3)).toEqual(['Hello Ada. I am an AI.', 'Age?']);
  expect(findings.openQuestions).toEqual([]);
});

test("a contact's question about the agent that has no answer is noted, and the first message continues", async () => {
  const { party, findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')], {
      firstMessage: { id: 'first', text: 'Hello Ada, I am an AI. Have you a minute?' },
    }),
    contact: [{ says: 'Where from?', interruptsAfterMs: 900 }, 'Yes', 'Forty'],
    dialogueModel: { understands: { 'Where from?': { question: 'my number' } } },
  });
  expect(party.said[0]).toMatch(/^Hello Ada, I am/);
  expect(party.said[1]).toBe('[unknown_answer] I am an AI. Have you a minute?');
  expect(findings.openQuestions).toEqual(['my number']);
});

test('a contact who interrupts every greeting is still asked the first question', async () => {
  const { party } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: [...Array.from({ length: 3 }, () => ({ says: 'Hello?', interruptsAfterMs: 60 })), 'Forty'],
  });
  expect(party.said[3]).toBe('Hello Ada. I am an AI. Age?');
});

test('the dialogue model gets the whole transcript so far, as the contact heard it', async () => {
  const { dialogueModel } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: ['Hello?', 'Forty'],
  });
  expect(dialogueModel.context).toMatchObject({
    answeredAt: '2026-03-02T09:00:00.000Z',
    seed: 7,
    turns: [
      { speaker: 'agent', text: 'Hello Ada. I am an AI.' },
      { speaker: 'contact', text: 'Hello?' },
      { speaker: 'agent', text: 'Age?' },
      { speaker: 'contact', text: 'Forty' },
      { speaker: 'agent', text: '[acknowledge] Thanks, and goodbye.' },
    ],
  });
});

test('a streamed acknowledgement and the next question are said in one turn', async () => {
  const script = {
    plan: scriptedPlan([asking('Age?', 'Town?')]),
    contact: ['Hello?', 'Forty', 'Basel'],
    dialogueModel: { isStreaming: true, words: { acknowledge: 'Thank you very much.' } },
  };
  const { party, journal } = await conductScript(script);
  expect(party.said[2]).toBe('Thank you very much. Town?');
  expect(journal).toContainEqual({ kind: 'worded', text: 'Thank you very much.', isStreamed: true });
});

test('DTMF digits and interim transcripts do not count as an answer', async () => {
  const { findings, journal } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: ['Hello?', { presses: '1' }, { says: 'For', isPartial: true }, 'Forty'],
  });
  expect(findings.answers).toMatchObject([{ evidence: 'Forty' }]);
  expect(journal.filter(({ kind }) => kind === 'heard')).toHaveLength(3);
});

test('a contact who hangs up at once has answered nothing', async () => {
  const { findings, decisions } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: [{ leaves: true, interruptsAfterMs: 100 }],
  });
  expect(findings).toMatchObject({ outcome: { kind: 'hung_up' }, hasAnswered: false, answers: [] });
  expect(decisions('end')).toMatchObject([{ why: 'They left.' }]);
});

test('a contact who hangs up mid-call keeps the answers given', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Age?', 'Town?')]),
    contact: ['Hello?', 'Forty', { leaves: true }],
  });
  expect(findings).toMatchObject({ outcome: { kind: 'hung_up' }, hasAnswered: true });
  expect(findings.answers).toHaveLength(1);
});

test('a contact who hangs up during the last message has finished the call', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: ['Hello?', 'Forty', { leaves: true, interruptsAfterMs: 300 }],
  });
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a request for a human that interrupts the last message is honoured', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')], { handoffs: [handingTo({ '': '+41446681800' })] }),
    contact: ['Hello?', 'Forty', { says: 'A human!', interruptsAfterMs: 300 }],
    dialogueModel: { understands: { 'A human!': { wants: { person: {} } } } },
  });
  expect(findings.outcome).toMatchObject({ kind: 'handed_off' });
});

test('a question that interrupts the last message is answered before the goodbye', async () => {
  const { findings, party } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: ['Hello?', 'Forty', { says: 'When do I hear?', interruptsAfterMs: 300 }],
    dialogueModel: { understands: { 'When do I hear?': { question: 'when' } } },
  });
  expect(party.said.at(-1)).toBe('[unknown_answer] [goodbye]');
  expect(findings).toMatchObject({ outcome: { kind: 'finished' }, openQuestions: ['when'] });
});

test.each(['understand', 'judge', 'word'] as const)(
  'a dialogue model that cannot %s ends the call as an internal error, with at most one attempt at an apology',
  async (ability) => {
    const { findings, dialogueModel, journal } = await conductScript({
      plan: scriptedPlan([
        { type: 'conditional', id: 'if', branches: [intent('wants it')] },
        asking('Age?', 'Town?'),
      ]),
      contact: [{ says: 'Forty', afterMs: 5_000 }, 'Basel'],
      dialogueModel: { fails: [ability] },
    });
    expect(findings.outcome).toMatchObject({ kind: 'agent_error' });
    expect(dialogueModel.intentions.filter(({ kind }) => kind === 'technical_apology')).toHaveLength(1);
    expect(journal).toContainEqual({ kind: 'failed', part: ability, message: `cannot ${ability}` });
  },
);

const intent = (description: string) => ({
  id: description,
  name: description,
  condition: { type: 'intent' as const, description },
  sections: [],
});

test('a failed knowledge search ends the call with an apology, as an internal error', async () => {
  const { findings, party } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: ['Hello?', 'How much?'],
    dialogueModel: { understands: { 'How much?': { question: 'how much' } } },
    passages: null,
  });
  expect(party.said.at(-1)).toBe('[technical_apology]');
  expect(findings.outcome).toEqual({
    kind: 'agent_error',
    message: 'The knowledge could not be searched: the search is down',
  });
});

test('nothing more is said after the phone connection failed', async () => {
  const { findings, dialogueModel, party } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: ['Hello?'],
    habits: { breaksAt: 3 },
  });
  expect(findings.outcome).toEqual({ kind: 'agent_error', message: 'The line failed: the line is dead' });
  expect(dialogueModel.intentions).toEqual([]);
  expect(party.isLeft).toBe(true);
});

test('a technical apology is not preceded by an acknowledgement', async () => {
  const { party } = await conductScript({
    plan: scriptedPlan([asking('Age?'), { type: 'conditional', id: 'if', branches: [intent('wants it')] }]),
    contact: ['Hello?', 'Forty'],
    dialogueModel: { fails: ['judge'] },
  });
  expect(party.said.at(-1)).toBe('[technical_apology]');
});

import { conductScript, type ScriptedCall } from '@parley/testing/scripted-call.ts';
import { asking, scriptedPlan, talkingAbout } from '@parley/testing/scripted-plan.ts';
import { describe, expect, test } from 'vitest';

const plan = scriptedPlan([asking('Age?')]);
const here = { answer: { value: true, isClear: true } };

test('a silent contact is asked once whether they are there, then hears goodbye', async () => {
  for (const sections of [[asking('Age?')], [talkingAbout('the job')]]) {
    const { findings, party, decisions } = await conductScript({
      plan: scriptedPlan(sections),
      contact: ['Hello?'],
    });
    expect(party.said.slice(-2)).toEqual(['[still_there]', '[goodbye]']);
    expect(findings.outcome).toEqual({ kind: 'hung_up' });
    expect(decisions('end')[0]?.why).toContain('silent');
    expect(decisions('listen').slice(1)).toMatchObject([{ patienceMs: 8_000 }, { patienceMs: 8_000 }]);
  }
});

test('a contact who is still there is asked the question again', async () => {
  const { findings, party } = await conductScript({
    plan,
    contact: ['Hello?', { says: 'Yes', afterMs: 9_000 }, 'Forty'],
    dialogueModel: { understands: { Yes: here } },
  });
  expect(party.said.slice(1, 4)).toEqual(['Age?', '[still_there]', 'Age?']);
  expect(findings.answers).toMatchObject([{ value: 'Forty' }]);
});

test('an answer to "are you still there?" counts as the answer to the question', async () => {
  const { findings, party } = await conductScript({
    plan,
    contact: ['Hello?', { says: 'Forty, sorry', afterMs: 9_000 }],
    dialogueModel: {
      understands: {
        'Forty, sorry': ({ kind }) => (kind === 'answer' ? { answer: { value: 40, isClear: true } } : {}),
      },
    },
  });
  expect(findings.answers).toMatchObject([{ value: 40 }]);
  expect(party.said).toHaveLength(4);
});

test.each(['presence', 'answer'])(
  'an opt-out in reply to "are you still there?" is honoured, even if only recognised as a reply of kind %s',
  async (kind) => {
    const { findings } = await conductScript({
      plan,
      contact: ['Hello?', { says: 'Never again', afterMs: 9_000 }],
      dialogueModel: {
        understands: {
          'Never again': (expectation) => (expectation.kind === kind ? { wants: { neverAgain: true } } : {}),
        },
      },
    });
    expect(findings.outcome).toEqual({ kind: 'opt_out' });
  },
);

test('a machine that answers "are you still there?" is recognised', async () => {
  const { findings } = await conductScript({
    plan,
    contact: [{ says: 'Leave a message', afterMs: 12_000 }],
    dialogueModel: {
      understands: { 'Leave a message': ({ kind }) => (kind === 'presence' ? { machine: 'voicemail' } : {}) },
    },
  });
  expect(findings.outcome).toMatchObject({ kind: 'voicemail' });
});

test('a contact who rejoins the call is welcomed and asked the open question, which counts as asked once', async () => {
  const { findings, party, journal } = await conductScript({
    plan: scriptedPlan([asking('Age?', 'Town?')]),
    contact: ['Hello?', 'Forty', { returns: true }, 'Prague'],
  });
  expect(party.said.filter((text) => text.includes('Town?') || text.includes('welcome_back'))).toEqual([
    expect.stringContaining('Town?'),
    '[welcome_back]',
  ]);
  expect(journal).toContainEqual(
    expect.objectContaining({ kind: 'word', intention: { kind: 'welcome_back', question: 'Town?' } }),
  );
  expect(findings.answers).toMatchObject([{ value: 'Forty' }, { value: 'Prague' }]);
  expect(findings.outcome.kind).toBe('finished');
});

const pay = { title: 'Pay', text: 'The salary is 60,000 euros a year, paid monthly.', source: 'handbook#2' };
const place = { title: 'Place', text: 'The office is in Vienna.', source: 'handbook#3' };

/** What stands in the journal of a call in which they ask what it pays. */
async function journalled(answer: string | undefined, over: Partial<ScriptedCall> = {}) {
  const { journal, findings } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: ['Hello?', 'What does it pay?', 'Forty'],
    passages: [place, pay],
    ...over,
    dialogueModel: {
      understands: { 'What does it pay?': { question: 'What does it pay?' } },
      answers: answer === undefined ? {} : { 'What does it pay?': answer },
      ...over.dialogueModel,
    },
  });
  const answered = journal.find((entry) => entry.kind === 'answered');
  return { answered, found: journal.find((entry) => entry.kind === 'found'), findings };
}

describe.each([false, true])(
  "answers to the contact's questions by a dialogue model that streams: %s",
  (isStreaming) => {
    const over = { dialogueModel: { isStreaming } };

    test("the agent's answer to a contact's question cites the passage that contains its words", async () => {
      const { answered } = await journalled('It pays 60,000 euros a year.', over);
      expect(answered).toMatchObject({ cites: { title: 'Pay', source: 'handbook#2' } });
    });

    test("the agent's answer to a contact's question cites no passage if none supports it", async () => {
      const { answered } = await journalled('You get a company car and a yacht.', over);
      expect(answered).toMatchObject({ text: 'You get a company car and a yacht.' });
      expect(answered).not.toHaveProperty('cites');
    });
  },
);

test("a contact's question without an answer stays open and cites no passage", async () => {
  const { answered, findings } = await journalled(undefined);
  expect(answered).toEqual({ kind: 'answered', text: null });
  expect(findings.openQuestions).toEqual(['What does it pay?']);
});

test('the journal says which knowledge search failed', async () => {
  const { found } = await journalled(undefined, { passages: [], missed: 'The documents were not searched' });
  expect(found).toEqual({ kind: 'found', passages: [], missed: 'The documents were not searched' });
});

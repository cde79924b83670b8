import { conductScript } from '@parley/testing/scripted-call.ts';
import { asking, scriptedPlan, talkingAbout } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';

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
  'a wish voiced when asked "are you still there?" is honoured, even if understood as %s only',
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

test('a contact who rejoins is welcomed and asked the open question, which counts as asked once', async () => {
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

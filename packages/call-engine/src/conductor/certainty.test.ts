import { conductByRules, conductScript } from '@parley/testing/scripted-call.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { asking, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { Understanding } from '../dialogue/dialogue-model.ts';
import type { PlanSection } from '../plan.ts';
import { replay } from '../replay.ts';

/** Heard badly, and heard well by speech to text that says so. */
const badly = (says: string): ScriptLine => ({ says, confidence: 0.6 });
const well = (says: string): ScriptLine => ({ says, confidence: 0.95 });

const never: Partial<Understanding> = { wants: { neverAgain: true } };
const understands: Record<string, Partial<Understanding>> = {
  'Lose my number': never,
  'Sounds like it': { wants: { neverAgain: 'faint' } },
  'Not interested': { wants: { notInterested: true } },
  'Wrong number': { wants: { wrongPerson: true } },
  'Call me tomorrow': { wants: { later: { rawText: 'tomorrow', at: '2026-03-03T15:00:00+01:00' } } },
  Goodbye: { wants: { goodbye: true } },
  'I would rather not say': { isRefused: true },
  'Forty, and I live in Bern': {
    answer: { value: 40, isClear: true },
    others: [{ questionId: 'Town?', value: 'Bern', quote: 'I live in Bern', isClear: true }],
  },
  'Forget the town': {
    others: [{ questionId: 'Town?', value: null, quote: 'Forget the town', isClear: true }],
  },
  Yes: { answer: { value: true, isClear: true } },
  No: { answer: { value: false, isClear: true } },
  'Hm.': {},
};

const age = asking('Age?', 'Town?');

async function call(...contact: ScriptLine[]) {
  const result = await conductScript({
    plan: scriptedPlan([age]),
    contact: ['Hello?', ...contact],
    dialogueModel: { understands },
  });
  return { ...result, said: result.party.said.slice(1), first: result.findings.answers[0] };
}

test('a do-not-call request with low STT confidence gets one confirming question', async () => {
  const { said, findings } = await call(badly('Lose my number'), 'Yes');
  expect(said).toEqual(['Age?', '[ask_opt_out]', '[confirm_opt_out]']);
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test.each<[string, ScriptLine[], string]>([
  ['denied', ['No', 'Forty', 'Bern'], 'finished'],
  ['answered with something else', ['Hm.', 'Forty', 'Bern'], 'finished'],
  ['met with silence', [], 'hung_up'],
])('a do-not-call request with low STT confidence is dropped when it is %s', async (_, rest, outcome) => {
  const { findings } = await call(badly('Lose my number'), ...rest);
  expect(findings.outcome).toMatchObject({ kind: outcome });
});

test('a do-not-call request with low STT confidence counts if the contact hangs up', async () => {
  const { findings } = await call(badly('Lose my number'), { leaves: true });
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test('a do-not-call request with low STT confidence counts if the contact said nothing else', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([age]),
    contact: [{ says: 'Lose my number', afterMs: 300, confidence: 0.6 }, { leaves: true }],
    dialogueModel: { understands },
    speaksFirst: true,
  });
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test('words with low STT confidence that only sound like a do-not-call request do not count at a hang-up', async () => {
  const { findings } = await call(badly('Sounds like it'), { leaves: true });
  expect(findings.outcome).toMatchObject({ kind: 'hung_up' });
});

test('a do-not-call request heard twice with low STT confidence is honoured', async () => {
  const { said, findings } = await call(badly('Lose my number'), badly('Lose my number'));
  expect(said).toEqual(['Age?', '[ask_opt_out]', '[confirm_opt_out]']);
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test('a no with low STT confidence does not undo a do-not-call request', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([age]),
    contact: ['Hello?', well('Lose my number'), badly('No')],
    dialogueModel: {
      understands: { ...understands, 'Lose my number': { wants: { neverAgain: 'possible' } } },
    },
  });
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test.each([
  ['a refusal', 'Not interested', { kind: 'not_interested', detail: 'DECLINED' }],
  ['a wrong number', 'Wrong number', { kind: 'not_interested', detail: 'WRONG_PERSON' }],
  ['a callback', 'Call me tomorrow', { kind: 'callback' }],
  ['a goodbye', 'Goodbye', { kind: 'hung_up' }],
])('%s with low STT confidence is clarified, and counts when repeated', async (_, words, outcome) => {
  const once = await call(badly(words), 'Forty', 'Bern');
  expect(once.said).toEqual([
    'Age?',
    '[clarify]',
    '[acknowledge] Town?',
    '[acknowledge] Thanks, and goodbye.',
  ]);
  expect(once.findings.outcome).toEqual({ kind: 'finished' });
  const well = await call(badly(words), words);
  expect(well.findings.outcome).toMatchObject(outcome);
  const twice = await call(badly(words), badly(words));
  expect(twice.findings.outcome).toMatchObject(outcome);
});

test("a refusal of the greeting with low STT confidence is clarified with the first message's question", async () => {
  const { dialogueModel, findings } = await conductScript({
    plan: scriptedPlan([age]),
    contact: [badly('Not interested'), 'Hello?', 'Forty', 'Bern'],
    dialogueModel: { understands },
  });
  expect(dialogueModel.intentions[0]).toMatchObject({
    kind: 'clarify',
    question: { text: 'Hello Ada. I am an AI.' },
  });
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a refusal to answer with low STT confidence gets a clarifying question', async () => {
  const { said, first } = await call(badly('I would rather not say'), 'Forty', 'Bern');
  expect(said.slice(0, 3)).toEqual(['Age?', '[clarify]', '[acknowledge] Town?']);
  expect(first).toMatchObject({ value: 'Forty' });
});

test('an answer with low STT confidence is read back, and counts when it is confirmed', async () => {
  const { said, dialogueModel, first } = await call(badly('Forty'), 'Yes', 'Bern');
  expect(said.slice(0, 3)).toEqual(['Age?', '[confirm_answer]', '[acknowledge] Town?']);
  expect(dialogueModel.intentions[0]).toMatchObject({ quote: 'Forty' });
  expect(first).toMatchObject({ value: 'Forty', evidence: 'Forty' });
});

test('a long answer with low STT confidence is asked for again, not read back', async () => {
  const long = 'well it must be about forty years or so by now';
  const { said, first } = await call(badly(long), 'Forty', 'Bern');
  expect(said.slice(0, 3)).toEqual(['Age?', '[clarify]', '[acknowledge] Town?']);
  expect(first).toMatchObject({ value: 'Forty', evidence: 'Forty' });
});

test('a question is asked again after the contact denies the answer read back', async () => {
  const { said, first } = await call(badly('Fourteen'), 'No', well('Forty'), 'Bern');
  expect(said.slice(0, 4)).toEqual(['Age?', '[confirm_answer]', '[ask_again]', '[acknowledge] Town?']);
  expect(first).toMatchObject({ value: 'Forty' });
});

test('an answer is read back once; a repeated answer with low STT confidence does not count', async () => {
  const { said, first } = await call(badly('Fourteen'), 'No', badly('Forty'), 'Bern');
  expect(said.filter((text) => text.includes('[confirm_answer]'))).toHaveLength(1);
  expect(said.at(-2)).toContain('Town?');
  expect(first).toMatchObject({ evidence: 'Forty' });
  expect(first).not.toHaveProperty('value');
});

test('the same answer twice with low STT confidence counts', async () => {
  const { first } = await call(badly('Forty'), 'No', badly('Forty'), 'Bern');
  expect(first).toMatchObject({ value: 'Forty' });
});

test('the same answer twice does not count if STT confidence is close to that of noise', async () => {
  const { first } = await call(badly('Forty'), 'No', { says: 'Forty', confidence: 0.3 }, 'Bern');
  expect(first).not.toHaveProperty('value');
});

test('an answer to a later question with low STT confidence is confirmed when that question is due', async () => {
  const { said, findings } = await call(badly('Forty, and I live in Bern'), 'Yes', 'Yes');
  expect(said.slice(0, 3)).toEqual(['Age?', '[confirm_answer]', '[acknowledge] [confirm_answer]']);
  expect(findings.answers).toMatchObject([{ value: 40 }, { value: 'Bern' }]);
});

test('an answer is not withdrawn by words with low STT confidence', async () => {
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Town?', 'Age?')]),
    contact: ['Hello?', 'Bern', badly('Forget the town'), 'Forty'],
    dialogueModel: { understands },
  });
  expect(findings.answers).toMatchObject([{ value: 'Bern' }, { value: 'Forty' }]);
});

test('no clarifying question is asked when STT confidence is high or not reported', async () => {
  const sure = await call(well('Forty'), well('Bern'));
  const silentAboutIt = await call('Forty', 'Bern');
  expect(sure.said).toEqual(silentAboutIt.said);
  expect(sure.findings).not.toHaveProperty('unsure');
});

test('denying an answer that was read back is not taken for the answer "none"', async () => {
  const vehicles = { kind: 'list', options: ['Van', 'Lorry'] } as const;
  const question = { id: 'q', text: 'Which of these have you driven?', answerType: vehicles };
  const { findings } = await conductByRules({
    plan: scriptedPlan([{ type: 'looping', id: 'vehicles', questions: [question] }]),
    contact: ['Yes, hello.', badly('Just lorry really.'), "No, that's not what I meant.", 'A van.'],
  });
  expect(findings.answers[0]?.value).toEqual(['Van']);
});

const interested: PlanSection = {
  type: 'conditional',
  id: 'interest',
  branches: [
    {
      id: 'driver',
      name: 'Driver',
      condition: { type: 'intent', description: 'The contact drives a lorry' },
      sections: [asking('Which lorry?')],
    },
  ],
};

test('a branch is not taken because of words with low STT confidence', async () => {
  const taken = async (...contact: ScriptLine[]) => {
    const { findings } = await conductByRules({
      plan: scriptedPlan([asking('What is your job?'), interested]),
      contact: ['Yes, hello.', ...contact],
    });
    return findings.branches[0]?.branchId;
  };
  expect(await taken('I drive a lorry.', 'A Volvo.')).toBe('driver');
  expect(await taken(badly('I drive a lorry.'), 'No.', 'I am a nurse.')).toBeNull();
});

test('a call with words of low STT confidence replays identically', async () => {
  const { journal } = await call(badly('Not interested'), badly('Fourteen'), 'No', badly('Forty'), 'Bern');
  expect(await replay(JSON.parse(JSON.stringify(journal)), scriptedPlan([age]))).toEqual({ kind: 'same' });
});

test('a likely answer is kept and marked as likely if the contact adds nothing when asked again', async () => {
  const likely = { value: true, isClear: false, isLikely: true } as const;
  const { findings } = await conductScript({
    plan: scriptedPlan([asking('Car?')]),
    contact: ['Hello?', 'A Fiesta', 'Hm.'],
    dialogueModel: { understands: { ...understands, 'A Fiesta': { answer: likely } } },
  });
  expect(findings.answers[0]).toMatchObject({ value: true, isLikely: true });
});

test('a likely but unconfirmed answer does not lead to a handoff', async () => {
  const decided: PlanSection = {
    type: 'conditional',
    id: 'through',
    branches: [
      {
        id: 'yes',
        name: 'Yes',
        condition: { type: 'expression', field: 'answer.Put through?', operator: 'EQUALS', value: true },
        sections: [{ type: 'human_handoff', id: 'adviser', destinations: [{ phoneNumber: '+15005550006' }] }],
      },
    ],
  };
  const taken = async (answer: NonNullable<Understanding['answer']>) => {
    const { findings } = await conductScript({
      plan: scriptedPlan([asking('Put through?'), decided]),
      contact: ['Hello?', 'My Fiesta', 'Hm.'],
      dialogueModel: { understands: { ...understands, 'My Fiesta': { answer } } },
    });
    return findings.branches[0]?.branchId;
  };
  expect(await taken({ value: true, isClear: true })).toBe('yes');
  expect(await taken({ value: true, isClear: false, isLikely: true })).toBeNull();
});

import { conductByRules, conductScript } from '@parley/testing/scripted-call.ts';
import { asking, scriptedPlan, talkingAbout } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { Understanding } from '../dialogue/dialogue-model.ts';
import type { CallOutcome } from '../outcome.ts';

const plan = scriptedPlan([asking('Age?', 'Town?')]);

const wishes: readonly [wish: string, wants: Understanding['wants'], words: string, outcome: CallOutcome][] =
  [
    ['never to be called again', { neverAgain: true }, '[confirm_opt_out]', { kind: 'opt_out' }],
    [
      'to report a wrong number',
      { wrongPerson: true },
      '[apologise_wrong_person]',
      { kind: 'not_interested', detail: 'WRONG_PERSON' },
    ],
    [
      'to end the call for lack of interest',
      { notInterested: true },
      '[respect_refusal]',
      { kind: 'not_interested', detail: 'DECLINED' },
    ],
    [
      'a call at another time',
      { later: { rawText: 'tomorrow at three', at: '2026-03-03T15:00:00+01:00' } },
      '[confirm_callback]',
      { kind: 'callback', rawText: 'tomorrow at three', at: '2026-03-03T15:00:00+01:00' },
    ],
    ['to say goodbye', { goodbye: true }, '[goodbye]', { kind: 'hung_up' }],
  ];

test.each(wishes)('a contact who wants %s gets it at the greeting', async (_, wants, words, outcome) => {
  const { findings, party } = await conductScript({
    plan,
    contact: ['My wish'],
    dialogueModel: { understands: { 'My wish': { wants } } },
  });
  expect(party.said.slice(1)).toEqual([words]);
  expect(findings.outcome).toEqual(outcome);
});

test.each(wishes)(
  'a contact who wants %s gets it in the middle of a question',
  async (_, wants, words, outcome) => {
    const { findings, party } = await conductScript({
      plan,
      contact: ['Hello?', 'Forty', { says: 'My wish', interruptsAfterMs: 200 }],
      dialogueModel: { understands: { 'My wish': { wants } } },
    });
    expect(party.said.at(-1)).toBe(words);
    expect(findings.outcome).toEqual(outcome);
    expect(findings.answers).toMatchObject([{ value: 'Forty' }]);
  },
);

test.each(wishes)(
  'a contact who wants %s gets it during a section with a prompt',
  async (_, wants, words, outcome) => {
    const { findings, party } = await conductScript({
      plan: scriptedPlan([talkingAbout('the job'), asking('Age?')]),
      contact: ['Hello?', 'My wish'],
      dialogueModel: { understands: { 'My wish': { wants } } },
    });
    expect(party.said.at(-1)).toBe(words);
    expect(findings).toMatchObject({ outcome, hasAnswered: false });
  },
);

test.each(wishes)(
  'a contact who wants %s and hangs up during the confirmation still gets it',
  async (_, wants, __, outcome) => {
    const { findings } = await conductScript({
      plan,
      contact: ['My wish', { leaves: true, interruptsAfterMs: 100 }],
      dialogueModel: { understands: { 'My wish': { wants } } },
    });
    expect(findings.outcome).toEqual(outcome);
  },
);

test('an opt-out takes precedence over everything but a request for a human', async () => {
  const wants: Understanding['wants'] = {
    goodbye: true,
    later: { rawText: 'later', at: null },
    notInterested: true,
    wrongPerson: true,
    neverAgain: true,
  };
  const ends = async (understood: Understanding['wants']) =>
    (
      await conductScript({
        plan,
        contact: ['My wish'],
        dialogueModel: { understands: { 'My wish': { wants: understood } } },
      })
    ).findings.outcome.kind;

  expect(await ends(wants)).toBe('opt_out');
  expect(await ends({ ...wants, person: {} })).toBe('message_taken');
});

test('an answer given together with a goodbye counts', async () => {
  const { findings } = await conductScript({
    plan,
    contact: ['Hello?', 'Forty, bye'],
    dialogueModel: {
      understands: { 'Forty, bye': { wants: { goodbye: true }, answer: { value: 40, isClear: true } } },
    },
  });
  expect(findings.answers).toMatchObject([{ questionId: 'Age?', value: 40, evidence: 'Forty, bye' }]);
  expect(findings.outcome).toEqual({ kind: 'hung_up' });
});

test('an answer given by the wrong person does not count', async () => {
  const { findings } = await conductScript({
    plan,
    contact: ['Hello?', 'I am not Ada'],
    dialogueModel: {
      understands: {
        'I am not Ada': { wants: { wrongPerson: true }, answer: { value: 'no', isClear: true } },
      },
    },
  });
  expect(findings).toMatchObject({ answers: [], hasAnswered: false });
});

test('a goodbye after all questions were asked finishes the call', async () => {
  const { findings } = await conductScript({
    plan,
    contact: ['Hello?', 'Forty', 'Bye'],
    dialogueModel: { understands: { Bye: { wants: { goodbye: true } } } },
  });
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

const later = { wants: { later: { rawText: 'later please', at: null } } };

test('a contact who wants a later call without a time is asked for one, once', async () => {
  const at = '2026-03-03T15:00:00+01:00';
  const { findings, party, dialogueModel } = await conductScript({
    plan,
    contact: ['Later please', 'At three'],
    dialogueModel: {
      understands: { 'Later please': later, 'At three': { wants: { later: { rawText: 'at three', at } } } },
    },
  });
  expect(party.said.slice(1)).toEqual(['[ask_callback_time]', '[confirm_callback]']);
  expect(dialogueModel.expectations.at(-1)).toEqual({ kind: 'callback_time' });
  expect(dialogueModel.intentions.at(-1)).toEqual({ kind: 'confirm_callback', at });
  expect(findings.outcome).toEqual({ kind: 'callback', rawText: 'at three', at });
});

test.each([
  ['says nothing', []],
  ['hangs up', [{ leaves: true as const }]],
  ['names no time again', ['Whenever']],
])('a contact who is asked for a time and %s is still called later', async (_, rest) => {
  const { findings, party } = await conductScript({
    plan,
    contact: ['Later please', ...rest],
    dialogueModel: { understands: { 'Later please': later, Whenever: {} } },
  });
  expect(findings.outcome).toEqual({ kind: 'callback', rawText: 'later please', at: null });
  expect(party.said.filter((text) => text === '[ask_callback_time]')).toHaveLength(1);
});

test('a contact who names a time and says goodbye at once is called at that time', async () => {
  const at = '2026-03-03T15:00:00+01:00';
  const { findings } = await conductScript({
    plan,
    contact: ['Later please', 'At three, bye'],
    dialogueModel: {
      understands: {
        'Later please': later,
        'At three, bye': { wants: { later: { rawText: 'at three', at }, goodbye: true } },
      },
    },
  });
  expect(findings.outcome).toEqual({ kind: 'callback', rawText: 'at three', at });
});

test('an opt-out given when asked for a callback time takes precedence over the callback', async () => {
  const { findings } = await conductScript({
    plan,
    contact: ['Later please', 'No, never!'],
    dialogueModel: { understands: { 'Later please': later, 'No, never!': { wants: { neverAgain: true } } } },
  });
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test('a contact who continues the call instead of naming a callback time is not called back', async () => {
  const { findings, party } = await conductScript({
    plan,
    contact: ['Later please', "Let's do it now", 'Forty', 'Bern'],
    dialogueModel: {
      understands: {
        'Later please': { wants: { later: { rawText: 'later', at: null } } },
        "Let's do it now": { wants: { later: { rawText: 'now', at: null } }, goesOn: true },
      },
    },
  });
  expect(party.said.slice(1, 3)).toEqual(['[ask_callback_time]', 'Age?']);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test.each<[Understanding['wants'], CallOutcome]>([
  [
    { later: { rawText: 'at ten', at: '2026-03-03T10:00:00+01:00' } },
    { kind: 'callback', rawText: 'at ten', at: '2026-03-03T10:00:00+01:00' },
  ],
  [{ wrongPerson: true }, { kind: 'not_interested', detail: 'WRONG_PERSON' }],
])('a callback time or another request outweighs "go ahead": %j', async (wants, outcome) => {
  const { findings } = await conductScript({
    plan,
    contact: ['Later please', 'Go ahead'],
    dialogueModel: { understands: { 'Later please': later, 'Go ahead': { wants, goesOn: true } } },
  });
  expect(findings.outcome).toEqual(outcome);
});

test.each([
  ['EN', 'Could you ring me later?', 'Tomorrow at ten is fine, go ahead.', 'callback'],
  ['DE', 'Rufen Sie bitte später an.', 'Morgen um zehn, machen Sie das.', 'callback'],
  ['EN', 'Could you ring me later?', 'Go on then, just ask, but you have the wrong person', 'not_interested'],
] as const)('in %s, after "%s", "%s" ends the call as %s', async (language, first, second, kind) => {
  const { findings } = await conductByRules({
    plan: { ...plan, language },
    contact: [first, second],
  });
  const { outcome } = findings;
  expect(outcome.kind).toBe(kind);
  if (outcome.kind === 'callback') expect(outcome.at).not.toBeNull();
});

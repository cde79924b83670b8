import { conductScript } from '@parley/testing/scripted-call.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { asking, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';

const possible = { wants: { neverAgain: 'possible' } } as const;
const no = { answer: { value: false, isClear: true } };

const call = (...contact: ScriptLine[]) =>
  conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: ['Hello?', ...contact],
    dialogueModel: {
      understands: {
        'No calls': possible,
        'No calls, not interested': { wants: { neverAgain: 'possible', notInterested: true } },
        'Sounds like it': { wants: { neverAgain: 'faint' } },
        'Never!': { wants: { neverAgain: true } },
        No: no,
        'No, call me tomorrow': {
          ...no,
          wants: { later: { rawText: 'tomorrow', at: '2026-03-03T15:00:00+01:00' } },
        },
        Yes: { answer: { value: true, isClear: true } },
        'No, I mean none': { answer: { value: false, isClear: false } },
        'Hm.': {},
        'Who is this?': { question: 'who' },
      },
      answers: { who: 'Acme.' },
    },
  });

test('a possible opt-out is confirmed with one question', async () => {
  const { party, findings } = await call('No calls', 'Yes');
  expect(party.said.slice(2)).toEqual(['[ask_opt_out]', '[confirm_opt_out]']);
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test('after a clear no to the opt-out question the call goes on', async () => {
  const { party, findings } = await call('No calls', 'No', 'Forty');
  expect(party.said.at(-1)).toContain('Thanks, and goodbye.');
  expect(findings).toMatchObject({ outcome: { kind: 'finished' }, answers: [{ value: 'Forty' }] });
});

test('a request made along with a possible opt-out is honoured once the opt-out is denied', async () => {
  expect((await call('No calls, not interested', 'No')).findings.outcome).toMatchObject({
    kind: 'not_interested',
  });
  expect((await call('No calls', 'No, call me tomorrow')).findings.outcome).toMatchObject({
    kind: 'callback',
  });
});

test('a possible opt-out that is repeated after a denial needs no second confirmation', async () => {
  const { party, findings } = await call('No calls', 'No', 'No calls');
  expect(party.said.filter((text) => text.includes('[ask_opt_out]'))).toHaveLength(1);
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test.each<[string, ScriptLine[]]>([
  ['agrees', ['Yes']],
  ['says it', ['Never!']],
])(
  'words that only sound like an opt-out count as one if the contact %s when asked to confirm',
  async (_, rest) => {
    expect((await call('Sounds like it', ...rest)).findings.outcome).toEqual({ kind: 'opt_out' });
  },
);

test.each<[string, ScriptLine[], string]>([
  ['denies it', ['No', 'Forty'], 'finished'],
  ['says something else', ['Hm.', 'Forty'], 'finished'],
  ['sounds like it again', ['No', 'Sounds like it', 'Forty'], 'finished'],
  ['stays silent', [], 'hung_up'],
  ['hangs up', [{ leaves: true }], 'hung_up'],
])(
  'words that only sound like an opt-out do not count if the contact %s when asked to confirm',
  async (_, rest, outcome) => {
    expect((await call('Sounds like it', ...rest)).findings.outcome).toMatchObject({ kind: outcome });
  },
);

test.each<[string, ScriptLine[]]>([
  ['says a no that is not clear', ['No, I mean none']],
  ['repeats it', ['Never!']],
  ['repeats it less clearly', ['No calls']],
  ['says something else', ['Hm.']],
  ['stays silent', []],
  ['hangs up', [{ leaves: true }]],
])('a possible opt-out counts if the contact %s when asked to confirm it', async (_, rest) => {
  expect((await call('No calls', ...rest)).findings.outcome).toEqual({ kind: 'opt_out' });
});

test("a contact's question is answered before the opt-out question is asked again", async () => {
  const { party, findings } = await call('No calls', 'Who is this?', 'Yes');
  expect(party.said.slice(2)).toEqual(['[ask_opt_out]', 'Acme. [ask_opt_out]', '[confirm_opt_out]']);
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test('an unmistakable opt-out is honoured at once', async () => {
  const { party } = await call('Never!');
  expect(party.said.slice(2)).toEqual(['[confirm_opt_out]']);
});

test.each([
  ['the confirmation', ['Never!']],
  ['the question to confirm it', ['No calls']],
])('a phone connection that fails during %s does not undo the opt-out', async (_, contact) => {
  const { findings, party } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: ['Hello?', ...contact],
    dialogueModel: { understands: { 'Never!': { wants: { neverAgain: true } }, 'No calls': possible } },
    habits: { breaksAt: 5 },
  });
  expect(party.said.at(-1)).toBe('Age?');
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test('a possible opt-out in the greeting, before the agent has spoken, gets a confirming question', async () => {
  const { findings, party } = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: [{ says: 'No calls', afterMs: 300 }, 'Yes'],
    dialogueModel: { understands: { 'No calls': possible, Yes: { answer: { value: true, isClear: true } } } },
    speaksFirst: true,
  });
  expect(party.said).toEqual(['[ask_opt_out]', '[confirm_opt_out]']);
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

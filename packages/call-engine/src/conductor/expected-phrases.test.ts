import { ScriptedDialogueModel } from '@parley/testing/scripted-dialogue-model.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { asking, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { AnswerType } from '../answer-type.ts';
import { conduct } from '../conductor.ts';
import type { Party } from '../party.ts';
import type { CallPlan } from '../plan.ts';
import { callPhrases, expectedPhrases } from './expected-phrases.ts';

const plan = scriptedPlan([]);
const answersTo = (answerType: AnswerType, language: CallPlan['language'] = 'EN') =>
  expectedPhrases({ kind: 'answer', question: { id: 'q', text: 'So?', answerType } }, { ...plan, language });

test("typical answers of the open question's type are expected phrases for STT", () => {
  expect(answersTo({ kind: 'choice', options: ['Leeds', 'Hull'] })).toEqual(
    expect.arrayContaining(['Leeds', 'Hull']),
  );
  expect(answersTo({ kind: 'yes_no' })).toContain('yes');
  expect(answersTo({ kind: 'number', unit: 'years' })).toEqual(expect.arrayContaining(['seven', 'years']));
  expect(answersTo({ kind: 'date' })).toEqual(expect.arrayContaining(['Tuesday', 'March', 'twelve']));
  expect(answersTo({ kind: 'list', options: ['Van'] })).toContain('Van');
  expect(answersTo({ kind: 'yes_no' }, 'DE')).toContain('ja');
  expect(answersTo({ kind: 'number' }, 'DE')).toContain('drei');
});

test('the wanted department of a phone menu is an expected phrase for STT when somebody picks up', () => {
  const wanting = scriptedPlan([], { menu: { wanted: ['billing'] } });
  expect(expectedPhrases({ kind: 'opening' }, wanting)).toEqual(expect.arrayContaining(['billing', 'Ada']));
});

test('requests that must not be missed are always expected phrases, in the language of the call', () => {
  expect(answersTo({ kind: 'text' })).toContain('lose my number');
  expect(expectedPhrases({ kind: 'message' }, plan)).toContain('take me off your list');
  expect(answersTo({ kind: 'text' }, 'DE')).toContain('rufen Sie mich nicht mehr an');
});

test('expected phrases for STT contain no regular-expression syntax', () => {
  for (const language of ['EN', 'DE', 'FR', 'JA'] as const)
    for (const phrase of answersTo({ kind: 'yes_no' }, language)) expect(phrase).not.toMatch(/[()|?$^\\{}…]/);
});

test("names of contact and company and the flow's options are expected phrases throughout the call", () => {
  const choice = { kind: 'choice', options: ['Leeds', 'Hull'] } as const;
  const section = { ...asking('Where?'), questions: [{ id: 'q', text: 'Where?', answerType: choice }] };
  expect(callPhrases(scriptedPlan([section as never]))).toEqual(['Ada', 'Bell', 'Acme', 'Leeds', 'Hull']);
});

test('STT gets the expected phrases each time the agent listens', async () => {
  const scripted = new ScriptedParty(['Hello?', 'Yes']);
  const expected: (readonly string[])[] = [];
  const party: Party = {
    say: (words) => scripted.say(words),
    listen: (patienceMs, phrases = []) => {
      expected.push(phrases);
      return scripted.listen(patienceMs);
    },
    transfer: (to) => scripted.transfer(to),
    leave: () => scripted.leave(),
    elapsedMs: () => scripted.elapsedMs(),
  };
  await conduct({
    plan: scriptedPlan([asking('Leeds or Hull?')]),
    party,
    dialogueModel: new ScriptedDialogueModel(),
    knowledge: { find: async () => [] },
    answeredAt: new Date('2026-03-02T09:00:00Z'),
    seed: 7,
    keep: () => undefined,
  });
  expect(expected[0]).toContain('Ada');
  expect(expected[1]).toEqual(expect.arrayContaining(['Leeds', 'Hull']));
});

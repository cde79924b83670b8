import type { JournalEntry } from '@parley/call-engine/journal.ts';
import { asking, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import { breachesOf } from './breaches.ts';
import type { PlayedCall } from './played-call.ts';

const plan = scriptedPlan([asking('How old are you?')], { durationMinutes: 1 });
const said = (text: string): JournalEntry[] => [
  { kind: 'say', text, why: '' },
  { kind: 'said', text, isWhole: true, startMs: 0, endMs: 0 },
];
const ask: JournalEntry = { kind: 'ask', questionId: 'How old are you?' };
const noted: JournalEntry = {
  kind: 'note',
  answer: { questionId: 'q', question: 'q', value: 'yes', evidence: 'yes', startMs: 0, endMs: 0 },
};
const greeting = said(plan.firstMessage.text);

/** The rules that a call with this journal broke, apart from being one that nobody conducted. */
async function broken(journal: readonly JournalEntry[], over: Partial<PlayedCall> = {}): Promise<string[]> {
  const call: PlayedCall = {
    plan,
    number: 1,
    ending: { kind: 'finished' },
    findings: null,
    notes: null,
    durationSeconds: 10,
    journal,
    transcript: [],
    isAtHandoff: false,
    timesMs: [],
    thinking: [],
    ...over,
  };
  const found = await breachesOf(call, { forbiddenTopics: ['Salary of others'], idealAnswers: ['Yes'] });
  return found.map(({ rule }) => rule).filter((rule) => !rule.startsWith('A replay makes other decisions'));
}

test('the evaluation reports no broken rule for a call that follows all rules', async () => {
  expect(await broken([...greeting, ask, ...said('How old are you?'), noted])).toEqual([]);
});

test('an unanswered call breaks no rule of the evaluation', async () => {
  expect(await broken([])).toEqual([]);
});

test.each<[string, JournalEntry[], Partial<PlayedCall>]>([
  ['The call did not start with the first message', said('How old are you?'), {}],
  [
    'The agent did not say that it is an AI before the first answer',
    [
      ...[{ kind: 'say', text: plan.firstMessage.text, why: '' } as const],
      { kind: 'said', text: 'Hello Ada.', isWhole: false, startMs: 0, endMs: 0 },
      noted,
    ],
    {},
  ],
  ['The agent talked about a forbidden topic', [...greeting, ...said('The salary of others is high.')], {}],
  ['The agent spoke an unfilled token', [...greeting, ...said('Dear {{contact.name}}.')], {}],
  ['The agent said an incomplete sentence', [...greeting, ...said('Do you have a licence and')], {}],
  ['The agent said an incomplete sentence', [...greeting, ...said('We met at , remember?')], {}],
  [
    'The agent read an instruction aloud',
    [...greeting, ...said('Ask whether they have any questions about the job.')],
    {
      plan: scriptedPlan([
        {
          id: 's',
          type: 'sequential',
          prompt: 'Ask whether they have any questions about the job. Be brief.',
        },
      ]),
    },
  ],
  [
    'The agent read a heading aloud',
    [...greeting, ...said('I would like to talk about this: Job Details.')],
    { plan: scriptedPlan([{ id: 's', title: 'Job Details', type: 'sequential', prompt: 'Talk.' }]) },
  ],
  [
    'The agent said the same sentence twice in a row',
    [...greeting, ...said('All right.'), ...said('All right. How old are you?')],
    {},
  ],
  [
    'The agent asked about opting out without a wish',
    [...greeting, { kind: 'word', intention: { kind: 'ask_opt_out' }, why: '' }],
    {},
  ],
  ['A question was asked more than three times', [...greeting, ask, ask, ask, ask], {}],
  [
    'The call continued after the contact had declined',
    [...greeting, { kind: 'understood', understanding: { wants: { neverAgain: true } } }, ask],
    {},
  ],
  [
    'The agent spoke after the time limit',
    [...greeting, { kind: 'said', text: 'And then?', isWhole: true, startMs: 60_000, endMs: 61_000 }],
    {},
  ],
  ['The call failed', greeting, { ending: { kind: 'agent_error' }, notes: 'No words were found' }],
])('the evaluation reports a call that breaks a rule: %s', async (rule, journal, over) => {
  expect(await broken(journal, over)).toEqual([rule]);
});

test('a forbidden topic counts as mentioned only if one sentence contains all its words', async () => {
  expect(await broken([...greeting, ...said('Your salary? The others are here.')])).toEqual([]);
});

test('the evaluation reports a call whose replay makes other decisions', async () => {
  const call = { plan, number: 1, ending: { kind: 'finished' }, durationSeconds: 1, journal: said('Hm.') };
  const rules = await breachesOf(call as unknown as PlayedCall, { forbiddenTopics: [], idealAnswers: [] });
  expect(rules.map(({ rule }) => rule)).toContain('A replay makes other decisions');
});

test('repeating a sentence after an interruption or on request breaks no rule', async () => {
  const repeat: JournalEntry = { kind: 'understood', understanding: { wants: { repeat: true } } };
  const question = said('How old are you?');
  expect(await broken([...greeting, ...question, repeat, ...question])).toEqual([]);
  const begun: JournalEntry = { kind: 'said', text: 'How old', isWhole: false, startMs: 0, endMs: 0 };
  expect(await broken([...greeting, begun, ...question])).toEqual([]);
});

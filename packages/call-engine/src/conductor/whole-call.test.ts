import { conductByRules } from '@parley/testing/scripted-call.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { handingTo, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { JournalEntry } from '../journal.ts';
import type { PlanQuestion, PlanSection } from '../plan.ts';
import { replay } from '../replay.ts';

const question = (key: string, text: string): PlanQuestion => ({ id: key, key, text });
const looping = (id: string, ...questions: PlanQuestion[]): PlanSection => ({
  type: 'looping',
  id,
  questions,
});

const YEARS = 'How many years of experience do you have?';
const LICENCE = 'Do you have a driving licence?';
const START = 'When could you start?';
const hiring = looping(
  'hiring',
  question('years', YEARS),
  question('licence', LICENCE),
  question('start', START),
);
const byLicence: PlanSection = {
  type: 'conditional',
  id: 'by-licence',
  branches: [true, false].map((value) => ({
    id: value ? 'with' : 'without',
    name: value ? 'With a licence' : 'Without a licence',
    condition: { type: 'expression', field: 'answer.licence', operator: 'EQUALS', value },
    sections: [
      value
        ? looping(
            'lorries',
            question('lorries', 'Which lorries did you drive?'),
            question('night', 'Would you drive at night?'),
          )
        : looping('way', question('way', 'How would you get to work?')),
    ],
  })),
};

/** Times are relative to Monday, 2 March 2026. */
async function call(sections: readonly PlanSection[], ...contact: ScriptLine[]) {
  const plan = scriptedPlan(sections);
  const result = await conductByRules({ plan, contact: ['Hello?', ...contact] });
  const stored: JournalEntry[] = JSON.parse(JSON.stringify(result.journal));
  expect(await replay(stored, plan)).toEqual({ kind: 'same' });
  const { findings, party, decisions } = result;
  return {
    values: Object.fromEntries(findings.answers.map(({ questionId, value }) => [questionId, value])),
    said: party.said.slice(1),
    findings,
    decisions,
    asked: decisions('ask').map(({ questionId }) => questionId),
  };
}

test('answers given before their question are noted, and the question is not asked', async () => {
  const { values, asked, decisions, said } = await call(
    [hiring],
    "Five years, I've got my licence, and I could start next Monday.",
  );
  expect(values).toEqual({ years: 5, licence: true, start: '2026-03-09' });
  expect(asked).toEqual(['years']);
  expect(decisions('skip')).toMatchObject([{ questionId: 'licence' }, { questionId: 'start' }]);
  expect(said).toHaveLength(2);
});

test('an answer given before its question keeps its words and their time as evidence', async () => {
  const { findings } = await call([hiring], 'Five years, and I could start next Monday.', 'Yes');
  expect(findings.answers.find(({ questionId }) => questionId === 'start')).toMatchObject({
    evidence: 'I could start next Monday',
    startMs: expect.any(Number),
  });
});

test('answers are recognised in a transcript without commas', async () => {
  const { values } = await call(
    [hiring],
    'five years and i have got my licence and i could start next monday',
  );
  expect(values).toEqual({ years: 5, licence: true, start: '2026-03-09' });
});

test('an answer in reply to the greeting is acknowledged, and its question is not asked', async () => {
  const { values, asked } = await call(
    [looping('start', question('start', START), question('years', YEARS))],
    'Fine, I could start next Monday by the way.',
    'Five years',
  );
  expect(values.years).toBe(5);
  expect(asked).not.toHaveLength(0);
});

test('an unclear answer given before its question is confirmed when the question is due', async () => {
  const { values, said, decisions } = await call([hiring], 'Next Monday.', 'Five years', 'Yes', 'Yes, right');
  expect(decisions('offer')).toMatchObject([{ answer: { questionId: 'start', value: '2026-03-09' } }]);
  expect(said.at(-2)).toMatch(/you said next monday/i);
  expect(values).toEqual({ years: 5, licence: true, start: '2026-03-09' });
});

test('an answer to be confirmed is read back in the second person', async () => {
  const { said } = await call(
    [looping('talk', question('talk', 'What did you do before?'), question('licence', LICENCE))],
    'I drove for a bakery, I have my licence of course',
    'Yes',
  );
  expect(said.join(' ')).toMatch(/you have your licence/i);
});

test('a contact who denies an unclear answer is asked the original question', async () => {
  const { values, asked } = await call([hiring], 'Next Monday.', 'Five years', 'Yes', 'No', 'Tomorrow');
  expect(values.start).toBe('2026-03-03');
  expect(asked.at(-1)).toBe('start');
});

test('a contact who names another value instead of confirming has answered the question', async () => {
  const { values, asked } = await call([hiring], 'Next Monday.', 'Five years', 'Yes', 'No, tomorrow');
  expect(values.start).toBe('2026-03-03');
  expect(asked).not.toContain('start');
});

test('words that answer the open question do not also answer another one', async () => {
  const plan = looping('two', question('now', 'How many years have you driven?'), question('years', YEARS));
  const { values, asked } = await call([plan], 'Five years', 'Two years');
  expect(values).toEqual({ now: 5, years: 2 });
  expect(asked).toEqual(['now', 'years']);
});

test('a date in the past does not answer the question when the contact could start', async () => {
  const { values, asked } = await call(
    [hiring],
    'Five years, I started there last Monday',
    'Yes',
    'Tomorrow',
  );
  expect(values.start).toBe('2026-03-03');
  expect(asked).toContain('start');
});

test('a goodbye finishes the call once all questions are answered, even those not asked yet', async () => {
  const { findings } = await call(
    [hiring],
    'Five years, I have a licence and I could start next Monday. Goodbye!',
  );
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test.each([
  ['Sorry, I meant four years', 4],
  ['Wait, I meant four years.', 4],
  ['Correction, four years', 4],
  ['I have to correct that, it was four years', 4],
  ['Actually it is four years of experience', 4],
])('"%s" corrects the previous answer', async (words, years) => {
  const { values, decisions, said } = await call([hiring], 'Five years', words, 'Yes', 'Tomorrow');
  expect(values).toEqual({ years, licence: true, start: '2026-03-03' });
  expect(decisions('revise')).toMatchObject([{ was: 5, answer: { questionId: 'years', value: 4 } }]);
  expect(said[2]).toContain(LICENCE);
});

test('a correction is acknowledged before the open question is asked again', async () => {
  const { said, decisions } = await call(
    [hiring],
    'Five years',
    'Sorry, I meant four years',
    'Yes',
    'Tomorrow',
  );
  expect(decisions('word').map(({ intention }) => intention.kind)).toContain('accept_correction');
  expect(said[2]).not.toMatch(/did not (quite )?get/);
});

test('a correction can change an earlier answer by naming its question', async () => {
  const { values } = await call(
    [hiring],
    'Five years',
    'Yes',
    "Actually no, I don't have the licence any more.",
    'Tomorrow',
  );
  expect(values).toEqual({ years: 5, licence: false, start: '2026-03-03' });
});

test('an answer and a correction in one turn both count', async () => {
  const { values, asked } = await call([hiring], 'Five years', 'Yes. Sorry, I meant four years.', 'Tomorrow');
  expect(values).toEqual({ years: 4, licence: true, start: '2026-03-03' });
  expect(asked).toEqual(['years', 'licence', 'start']);
});

test('"I said Tuesday but Wednesday is better" corrects the day', async () => {
  const { values } = await call(
    [looping('days', question('start', START), question('licence', LICENCE))],
    'On Tuesday',
    'I said Tuesday but Wednesday is better',
    'Yes',
  );
  expect(values).toEqual({ start: '2026-03-04', licence: true });
});

test('after an answer is withdrawn, its question is asked once more', async () => {
  const { values, asked, decisions } = await call(
    [hiring],
    'Five years',
    'Scrap that.',
    'Yes',
    'Four',
    'Tomorrow',
  );
  expect(decisions('withdraw')).toMatchObject([{ questionId: 'years', was: 5 }]);
  expect(asked).toEqual(['years', 'licence', 'licence', 'years', 'start']);
  expect(values).toEqual({ years: 4, licence: true, start: '2026-03-03' });
});

test('an answer taken back in the same turn does not count, and the question is asked again', async () => {
  const { values, asked } = await call([hiring], 'Five years', "I've got one. Actually, scratch that.", 'No');
  expect(asked).toEqual(['years', 'licence', 'licence', 'start']);
  expect(values).toMatchObject({ years: 5, licence: false });
});

test('an answer given after taking another one back in the same turn counts', async () => {
  const { values, decisions } = await call([hiring], 'Five years. No, scratch that. Four years.', 'Yes');
  expect(decisions('withdraw')).toEqual([]);
  expect(values).toMatchObject({ years: 4, licence: true });
});

test('a contact can take back an earlier answer by naming what it was about', async () => {
  const { values, decisions } = await call(
    [hiring],
    'Five years',
    'Yes',
    'Please forget what I said about the licence.',
    'Tomorrow',
    'I would rather not say',
  );
  expect(decisions('withdraw')).toMatchObject([{ questionId: 'licence', was: true }]);
  expect(values).toMatchObject({ years: 5, start: '2026-03-03' });
  expect(values.licence).toBeUndefined();
});

test('a correction that makes the current branch wrong leads to the right branch', async () => {
  const { values, decisions, findings, asked } = await call(
    [hiring, byLicence],
    'Five years',
    'Yes',
    'Tomorrow',
    "Actually no, I don't have the licence any more.",
    'By bus',
  );
  expect(asked).toEqual(['years', 'licence', 'start', 'lorries', 'way']);
  expect(values).toMatchObject({ licence: false, way: 'By bus' });
  expect(decisions('leave')).toMatchObject([{ sectionId: 'by-licence', branchId: 'with' }]);
  expect(findings.branches).toMatchObject([{ sectionId: 'by-licence', branchId: 'without' }]);
});

test('answers given in a branch that a correction left are kept', async () => {
  const { values } = await call(
    [hiring, byLicence],
    'Five years',
    'Yes',
    'Tomorrow',
    'Big ones',
    "Actually no, I don't have the licence any more.",
    'By bus',
  );
  expect(values).toMatchObject({ lorries: 'Big ones', way: 'By bus', licence: false });
});

test('after a conditional section is over, a correction makes the questions of the other branch due', async () => {
  const { values, asked } = await call(
    [hiring, byLicence, looping('end', question('email', 'Do you have an email address?'))],
    'Five years',
    'No',
    'Tomorrow',
    'By bus',
    'Yes. Actually I do have a driving licence.',
    'Small ones',
    'Yes',
  );
  expect(asked).toEqual(['years', 'licence', 'start', 'way', 'email', 'lorries', 'night']);
  expect(values).toMatchObject({ licence: true, lorries: 'Small ones', night: true, email: true });
});

test('a correction that changes no branch leaves the flow as it is', async () => {
  const { asked, decisions } = await call(
    [hiring, byLicence],
    'Five years',
    'Yes',
    'Tomorrow',
    'Sorry, I meant next Monday',
    'Big ones',
    'No',
  );
  expect(decisions('leave')).toEqual([]);
  expect(decisions('branch')).toHaveLength(1);
  expect(asked).toEqual(['years', 'licence', 'start', 'lorries', 'lorries', 'night']);
});

test('"I already told you" has the earlier words read back, and they count when confirmed', async () => {
  const { values, said, asked } = await call(
    [
      looping(
        'past',
        question('past', 'What did you do before?'),
        question('basel', 'Have you ever lived in Basel?'),
        question('baker', 'How many years were you a baker?'),
      ),
    ],
    'I was a baker in Basel for six years',
    'Yes',
    'I already told you that',
    'Yes',
  );
  expect(asked).toEqual(['past', 'basel', 'baker']);
  expect(said.join(' ')).toMatch(/you were a baker in Basel for six years/i);
  expect(values.baker).toBe(6);
});

test('"I already told you" in reply to a read-back confirms it', async () => {
  const { values, asked } = await call(
    [hiring],
    'Next Monday.',
    'Five years',
    'Yes',
    'I already told you that',
  );
  expect(values.start).toBe('2026-03-09');
  expect(asked).not.toContain('start');
});

test('"I already told you" without an earlier answer gets an apology and the question in other words', async () => {
  const { values, said, decisions } = await call(
    [hiring],
    'Five years',
    'Yes',
    'I already told you that',
    'Tomorrow',
  );
  const [first, second] = said.slice(2, 4);
  expect(first).toContain(START);
  expect(second).not.toContain(START);
  expect(decisions('word').filter(({ intention }) => intention.kind === 'apologise_missed')).toHaveLength(1);
  expect(values.start).toBe('2026-03-03');
});

test('"as I said" before an answer changes nothing', async () => {
  const { values, asked } = await call([hiring], 'As I said, five years', 'Yes', 'Tomorrow');
  expect(values.years).toBe(5);
  expect(asked).toEqual(['years', 'licence', 'start']);
});

test('"Tomorrow" is an answer to the question when the contact could start', async () => {
  const { findings } = await call([looping('start', question('start', START))], 'Tomorrow');
  expect(findings).toMatchObject({ outcome: { kind: 'finished' }, answers: [{ value: '2026-03-03' }] });
});

test('a better time in reply to the greeting schedules a callback at that time', async () => {
  const { findings } = await conductByRules({
    plan: scriptedPlan([hiring]),
    contact: ['Next Thursday after lunch would be better'],
  });
  expect(findings.outcome).toMatchObject({
    kind: 'callback',
    at: expect.stringMatching(/^2026-03-(05|12)T/),
  });
});

test('a better time in reply to "is now a good time?" schedules a callback at that time', async () => {
  const { findings } = await call(
    [looping('now', question('now', 'Is now a good time to talk?'))],
    'Tomorrow afternoon would be better',
  );
  expect(findings.outcome).toMatchObject({ kind: 'callback', at: expect.stringContaining('2026-03-03') });
});

test.each(['Hello, no, Ada speaking', 'Good morning', 'Hi, good afternoon'])(
  '"%s" in reply to the greeting is not a refusal',
  async (greeting) => {
    const { findings } = await conductByRules({
      plan: scriptedPlan([looping('start', question('start', START))]),
      contact: [greeting, 'Tomorrow'],
    });
    expect(findings.outcome).toEqual({ kind: 'finished' });
  },
);

test('a correction that leads to a handoff section hands the call off', async () => {
  const toHuman: PlanSection = {
    type: 'conditional',
    id: 'human',
    branches: [
      {
        id: 'novice',
        name: 'Novice',
        condition: { type: 'expression', field: 'answer.years', operator: 'LESS_THAN', value: 2 },
        sections: [handingTo({ Coach: '+41446681800' })],
      },
    ],
  };
  const { findings } = await call(
    [hiring, toHuman, looping('end', question('email', 'Do you have an email address?'))],
    'Five years',
    'Yes',
    'Tomorrow',
    'Sorry, I meant one year of experience',
    'Yes',
  );
  expect(findings.outcome).toMatchObject({ kind: 'handed_off', label: 'Coach' });
});

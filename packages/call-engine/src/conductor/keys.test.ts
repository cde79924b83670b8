import { conductScript } from '@parley/testing/scripted-call.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { AnswerType } from '../answer-type.ts';
import { replay } from '../replay.ts';
import { transcriptOf } from '../transcript.ts';

const planOf = (answerType: AnswerType, takesKeys = true) =>
  scriptedPlan(
    [
      {
        type: 'looping',
        id: 'section',
        questions: [{ id: 'q', text: 'Which?', answerType, ...(takesKeys && { takesKeys: true as const }) }],
      },
    ],
    { keypad: { optOut: '9' } },
  );

const asked = async (answerType: AnswerType, presses: readonly ScriptLine[]) =>
  (await conductScript({ plan: planOf(answerType), contact: ['Yes', ...presses] })).findings.answers[0]
    ?.value;

const press = (presses: string): ScriptLine => ({ presses });

test('DTMF keys answer a question where the flow allows it', async () => {
  expect(await asked({ kind: 'yes_no' }, [press('1')])).toBe(true);
  expect(await asked({ kind: 'yes_no' }, [press('2')])).toBe(false);
  expect(await asked({ kind: 'choice', options: ['red', 'green'] }, [press('2')])).toBe('green');
  expect(await asked({ kind: 'number' }, [press('4'), press('2'), press('#')])).toBe(42);
  expect(await asked({ kind: 'number' }, [press('1'), press('*'), press('5')])).toBe(1.5);
});

test('DTMF keys that match no answer are ignored', async () => {
  expect(await asked({ kind: 'choice', options: ['red', 'green'] }, [press('7'), press('1')])).toBe('red');
});

test('DTMF keys answer nothing where the flow does not allow it', async () => {
  const { findings } = await conductScript({
    plan: planOf({ kind: 'yes_no' }, false),
    contact: ['Yes', press('1'), { leaves: true }],
  });
  expect(findings.answers[0]?.value).toBeUndefined();
});

test('a contact who presses the opt-out key is opted out, and hears a confirmation', async () => {
  const { findings, party } = await conductScript({
    plan: planOf({ kind: 'text' }, false),
    contact: [press('9')],
  });
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
  expect(party.said.at(-1)).toBe('[confirm_opt_out]');
});

test.each<AnswerType>([{ kind: 'yes_no' }, { kind: 'choice', options: ['red', 'green'] }])(
  'the opt-out key, confirmed, opts out while a question that keys answer is open: %o',
  async (answerType) => {
    const contact = ['Yes', press('9'), 'Yes'];
    const { findings } = await conductScript({ plan: planOf(answerType), contact });
    expect(findings.outcome).toEqual({ kind: 'opt_out' });
  },
);

test('the opt-out key is a digit of a number, and an option where there are so many', async () => {
  expect(await asked({ kind: 'number' }, [press('9'), press('#')])).toBe(9);
  const options = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  expect(await asked({ kind: 'choice', options }, [press('9')])).toBe('i');
});

test.each<ScriptLine>([
  { presses: '7', afterMs: 2000 },
  { beeps: true, afterMs: 2000 },
])('a contact who only makes sounds that mean nothing is asked whether they are there: %o', async (noise) => {
  const contact = ['Yes', ...Array<ScriptLine>(20).fill(noise), { leaves: true } as const];
  const { party } = await conductScript({ plan: planOf({ kind: 'text' }, false), contact });
  expect(party.said).toContain('[still_there]');
});

test('the opt-out key counts during the last message and right before a hang-up', async () => {
  const contact = ['Yes', 'Blue', { presses: '9', afterMs: 100 }, { leaves: true, afterMs: 0 }] as const;
  const { findings } = await conductScript({ plan: planOf({ kind: 'text' }, false), contact });
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test('DTMF keys are in the transcript, and a call with them can be replayed', async () => {
  const plan = planOf({ kind: 'number' });
  const { journal } = await conductScript({ plan, contact: ['Yes', press('4'), press('2')] });
  const theirs = transcriptOf(journal, 'EN').filter(({ speaker }) => speaker === 'CONTACT');
  expect(theirs.map(({ text }) => text)).toEqual(['Yes', '[4]', '[2]']);
  expect(await replay(journal, plan)).toEqual({ kind: 'same' });
});

/** Later than "are you still there?". */
const late = (presses: string): ScriptLine => ({ presses, afterMs: 9_000 });

test.each<[string, AnswerType, boolean]>([
  ['a question that keys do not answer', { kind: 'text' }, false],
  ['a question of yes or no', { kind: 'yes_no' }, true],
  ['a choice', { kind: 'choice', options: ['red', 'green'] }, true],
  ['a number', { kind: 'number' }, true],
])(
  'any key in reply to "are you still there?" says so, and the question is asked again: %s',
  async (...row) => {
    const [, answerType, takesKeys] = row;
    for (const key of ['1', '7', '*', '#', 'A']) {
      const { party, findings } = await conductScript({
        plan: planOf(answerType, takesKeys),
        contact: ['Yes', late(key), { says: 'Green', afterMs: 4000 }],
      });
      expect(party.said.slice(1, 4), key).toEqual(['Which?', '[still_there]', 'Which?']);
      expect(findings, key).toMatchObject({ outcome: { kind: 'finished' }, answers: [{ value: 'Green' }] });
    }
  },
);

test('a whole number typed in reply to "are you still there?" is the answer', async () => {
  expect(await asked({ kind: 'number' }, [late('4'), press('2'), press('#')])).toBe(42);
  expect(await asked({ kind: 'number' }, [late('4'), press('2')])).toBe(42);
  expect(await asked({ kind: 'number' }, [late('4'), press('#')])).toBe(4);
});

test.each([
  [{ kind: 'text' }, false, []],
  [{ kind: 'yes_no' }, true, ['Yes']],
] as const)('the opt-out key in reply to "are you still there?" opts out: %o', async (...row) => {
  const [answerType, takesKeys, more] = row;
  const contact = ['Yes', late('9'), ...more];
  const { findings } = await conductScript({ plan: planOf(answerType, takesKeys), contact });
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test('a contact who only ever presses keys is not waited for without end', async () => {
  const contact = ['Yes', ...Array<ScriptLine>(9).fill(late('7'))];
  const { findings, party } = await conductScript({ plan: planOf({ kind: 'text' }, false), contact });
  expect(party.said.filter((text) => text === 'Which?')).toHaveLength(3);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

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

test('a question is answered by keys where the flow says so', async () => {
  expect(await asked({ kind: 'yes_no' }, [press('1')])).toBe(true);
  expect(await asked({ kind: 'yes_no' }, [press('2')])).toBe(false);
  expect(await asked({ kind: 'choice', options: ['red', 'green'] }, [press('2')])).toBe('green');
  expect(await asked({ kind: 'number' }, [press('4'), press('2'), press('#')])).toBe(42);
  expect(await asked({ kind: 'number' }, [press('1'), press('*'), press('5')])).toBe(1.5);
});

test('keys that are no answer are ignored', async () => {
  expect(await asked({ kind: 'choice', options: ['red', 'green'] }, [press('7'), press('1')])).toBe('red');
});

test('keys answer nothing where the flow does not say so', async () => {
  const { findings } = await conductScript({
    plan: planOf({ kind: 'yes_no' }, false),
    contact: ['Yes', press('1'), { leaves: true }],
  });
  expect(findings.answers[0]?.value).toBeUndefined();
});

test('whoever presses the key for it is never called again', async () => {
  const { findings, party } = await conductScript({
    plan: planOf({ kind: 'text' }, false),
    contact: [press('9')],
  });
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
  expect(party.said.at(-1)).toBe('[confirm_opt_out]');
});

test('a key pressed during the last message, and a hang-up right after the key, count', async () => {
  const contact = ['Yes', 'Blue', { presses: '9', afterMs: 100 }, { leaves: true, afterMs: 0 }] as const;
  const { findings } = await conductScript({ plan: planOf({ kind: 'text' }, false), contact });
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test('keys stand in the transcript, and a call with keys can be replayed', async () => {
  const plan = planOf({ kind: 'number' });
  const { journal } = await conductScript({ plan, contact: ['Yes', press('4'), press('2')] });
  const theirs = transcriptOf(journal, 'EN').filter(({ speaker }) => speaker === 'CONTACT');
  expect(theirs.map(({ text }) => text)).toEqual(['Yes', '[4]', '[2]']);
  expect(await replay(journal, plan)).toEqual({ kind: 'same' });
});

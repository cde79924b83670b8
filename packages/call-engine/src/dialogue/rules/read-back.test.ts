import { scriptedContext } from '@parley/testing/understood-as.ts';
import { expect, test } from 'vitest';
import type { AnswerType } from '../../answer-type.ts';
import type { PlanQuestion } from '../../plan.ts';
import { readBack } from './read-back.ts';
import { understand } from './understanding.ts';
import { word } from './wording.ts';

test.each<[AnswerType['kind'], string, 'EN' | 'DE', string]>([
  ['email', 'j.smith@gmail.com', 'EN', 'J dot smith at gmail dot com'],
  ['email', 'anna_lena79@t-online.de', 'DE', 'anna Unterstrich lena 7 9 ät T Bindestrich online Punkt de'],
  ['phone', '+447799123456', 'EN', 'plus 4 4, 7 7 9, 9 1 2, 3 4 5 6'],
  ['name', 'John Smyth', 'EN', 'John Smyth, S M Y T H'],
])('%s %s is read back in %s as "%s"', (kind, value, language, expected) => {
  expect(readBack({ kind } as AnswerType, value, language)).toBe(expected);
});

const question: PlanQuestion = {
  id: 'q',
  text: 'What is your e-mail address?',
  answerType: { kind: 'email' },
};
const said = 'j dot smith at gmail dot com';

test('a dictated email address is read back, and counts when it is confirmed', () => {
  const first = scriptedContext('EN');
  const heard = understand(said, { kind: 'answer', question }, first);
  expect(heard.answer).toEqual({ value: 'j.smith@gmail.com', isClear: false });
  const asked = word({ kind: 'clarify', question, heard: said }, first);
  expect(asked).toContain('J dot smith at gmail dot com?');
  const turns = [
    { speaker: 'agent', text: question.text },
    { speaker: 'contact', text: said },
    { speaker: 'agent', text: asked },
  ] as const;
  const reply = (words: string) =>
    understand(
      words,
      { kind: 'answer', question },
      { ...first, turns: [...turns, { speaker: 'contact', text: words }] },
    ).answer;
  expect(reply('Yes, that is right')).toEqual({ value: 'j.smith@gmail.com', isClear: true });
  expect(reply('No, j dot smyth at gmail dot com')?.value).toBe('j.smyth@gmail.com');
  expect(reply('No')).toMatchObject({ isClear: false });
});

test('a value that is read back counts when confirmed, even if the agent asked something in between', () => {
  const context = scriptedContext('EN');
  const asked = word({ kind: 'clarify', question, heard: said }, context);
  const turns = [
    { speaker: 'contact', text: said },
    { speaker: 'agent', text: 'Let me check: do you want us never to call you again?' },
    { speaker: 'contact', text: 'No, that is not what I meant' },
    { speaker: 'agent', text: asked },
    { speaker: 'contact', text: 'Yes' },
  ] as const;
  const { answer } = understand('Yes', { kind: 'answer', question }, { ...context, turns });
  expect(answer).toEqual({ value: 'j.smith@gmail.com', isClear: true });
});

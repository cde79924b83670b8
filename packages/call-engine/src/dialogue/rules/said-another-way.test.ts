import { digitsIn } from '@parley/language/spelled-text.ts';
import { expecting, scriptedContext } from '@parley/testing/understood-as.ts';
import { expect, test } from 'vitest';
import type { AnswerType } from '../../answer-type.ts';
import { rulesDialogueModel } from '../rules.ts';
import { readValue } from './answer-value.ts';
import type { ValueContext } from './found-value.ts';

const context: ValueContext = {
  question: '',
  language: 'EN',
  answeredAt: '2026-11-16T09:00:00Z',
  timeZone: { offsetAt: () => 0 } as never,
  phoneNumber: '+447700900000',
};

const readAs = (type: AnswerType, said: string, question = '') =>
  readValue(type, said, { ...context, question })?.value;

test.each<[AnswerType['kind'], string, unknown]>([
  ['email', 'rob dot calloway at gmail dot com', 'rob.calloway@gmail.com'],
  ['phone', 'oh seven seven double oh, nine double oh, four five six', '+447700900456'],
  ['number', 'two upstairs and one down', 3],
  ['money', 'eighty-four pounds fifty', 84.5],
  ['time', 'eleven-ish', '11:00'],
])('a value of type %s is read the same with an opener ("Well, …") and a full stop', (kind, said, value) => {
  const type = { kind } as AnswerType;
  for (const way of [said, `${said}.`, `Oh, well, ${said}`, `Um, ${said}.`])
    expect([way, readAs(type, way)]).toEqual([way, value]);
});

test.each([
  ['A pair of spaniels and a terrier', 3],
  ['Two dogs and a cat', 2],
  ['Two of my own and three of hers', 5],
])('"%s" in reply to "How many dogs do you have?" is understood as %d', (said, count) => {
  expect(readAs({ kind: 'number' }, said, 'How many dogs do you have?')).toBe(count);
});

test('a range of years ("from … to …") is read as the number of years', () => {
  const type = { kind: 'number', unit: 'years' } as const;
  expect(readAs(type, 'From 2010 to 2018', 'How many years?')).toBe(8);
  expect(readAs(type, 'since leaving school in 2005', 'How many years?')).toBe(21);
});

test('an hour as an answer chooses the part of the day that contains it', () => {
  const type = { kind: 'choice', options: ['Morning', 'Afternoon'] } as const;
  expect(readAs(type, 'Around three.')).toBe('Afternoon');
  expect(readAs(type, 'Half nine')).toBe('Morning');
});

test('a yes or no after an opener ("Well, …") is recognised', async () => {
  const heard = 'Oh, well, yes. Well, no actually';
  const { answer } = await rulesDialogueModel().understand(
    heard,
    expecting('Do you have a car?'),
    scriptedContext(),
  );
  expect(answer).toMatchObject({ value: false, isClear: true });
});

test.each(['EN', 'DE'] as const)(
  'in %s, an answer with a long run of full stops is read quickly',
  (language) => {
    const said = `${'.'.repeat(50_000)}x`;
    const speech = { raw: said, plain: 'x', clauses: [{ raw: said, plain: 'x', isAsked: false }] };
    const startedAt = performance.now();
    for (const type of [
      { kind: 'phone' },
      { kind: 'number' },
      { kind: 'choice', options: ['Morning'] },
    ] as const)
      readValue(type, speech, { ...context, language });
    digitsIn(said, language);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  },
);

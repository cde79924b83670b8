import type { AnswerType } from '@parley/call-engine/answer-type.ts';
import type { KnownValue } from '@parley/call-engine/expression.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import type { Language } from '@parley/language/language.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { describe, expect, test } from 'vitest';
import type { Reaction } from '../personas/behaviour.ts';
import { selfFor } from '../personas/self.ts';
import { Random } from '../random.ts';
import { EverydayBehaviour, type Manner, manners } from './everyday-behaviour.ts';
import { type EverydayWords, everydayWordsIn } from './everyday-words.ts';
import { factsOf } from './facts.ts';

const now = new Date('2026-03-02T09:00:00Z');
const QUESTION = 'How satisfied are you, from 1 to 10?';
const NEXT = 'How many projects did you lead?';

const planIn = (language: Language, answerType: AnswerType): CallPlan =>
  scriptedPlan(
    [
      {
        id: 'section',
        type: 'looping',
        questions: [
          { id: 'q1', text: QUESTION, key: 'satisfaction', answerType },
          { id: 'q2', text: NEXT, key: 'projects', answerType: { kind: 'number' } },
        ],
      },
    ],
    { language },
  );

function persona(
  manner: Manner,
  wanted: Record<string, KnownValue>,
  seed = 1,
  type: AnswerType = { kind: 'number' },
) {
  const plan = planIn('EN', type);
  const words = everydayWordsIn('EN') as EverydayWords;
  const facts = factsOf(plan, wanted, words, new Random(seed), now);
  const self = selfFor(plan, new Random(seed), new Random(seed));
  const behaviour = new EverydayBehaviour(self, { manner, facts, words, now });
  return (text: string): string =>
    (behaviour.hear({ text, isOpening: false }, false) as Reaction).lines.map((line) => line.text).join(' ');
}
const seeds = Array.from({ length: 40 }, (_, seed) => seed);

test('a plain persona answers with the bare value', () => {
  expect(persona('plain', { satisfaction: 7 })(QUESTION)).toBe('7.');
});

describe.each(manners.filter((manner) => manner !== 'plain' && manner !== 'correcting'))(
  'a persona whose manner of talking is %s',
  (manner) => {
    test('a persona names the true value in many wordings, whatever its manner of talking', () => {
      const said = seeds.map((seed) => {
        const say = persona(manner, { satisfaction: 7 }, seed);
        const first = say(QUESTION);
        // Who did not hear the question answers it when it is asked again.
        return /7|seven/i.test(first) ? first : say(QUESTION);
      });
      for (const words of said) expect(words).toMatch(/7|seven/i);
      expect(new Set(said).size).toBeGreaterThan(8);
    });
  },
);

test('a persona that corrects itself says another value first, and the true one last', () => {
  for (const seed of seeds) {
    const say = persona('correcting', { satisfaction: 7 }, seed);
    const first = say(QUESTION);
    expect(first).toMatch(/[56]|five|six|half a dozen/i);
    // In the same breath, or with the next answer.
    if (!/7|seven/i.test(first))
      expect(say(NEXT)).toMatch(/satisfaction.*(7|seven)|(7|seven).*satisfaction/i);
  }
});

test('a persona that answers several questions at once gives the next answer before it is asked', () => {
  const said = persona('together', { satisfaction: 7, projects: 11 })(QUESTION);
  expect(said).toMatch(/7|seven/i);
  expect(said).toMatch(/projects/i);
  expect(said).toMatch(/11|eleven/);
});

test('every persona answers with the bare value when asked for the third time', () => {
  for (const manner of manners) {
    const say = persona(manner, { satisfaction: 7 });
    const answers = [1, 2, 3, 4].map(() => say(QUESTION));
    expect(answers.at(-1), manner).toBe('7.');
  }
});

test('a persona confirms a true value that is read back, and denies one said by mistake', () => {
  const say = persona('correcting', { satisfaction: 7 }, 3);
  const wrong = say(QUESTION).split(/(?<=\.)\s/)[0] ?? '';
  expect(say(`You said ${wrong.slice(0, -1)}: is that right?`)).toMatch(/^No/);
  expect(persona('paraphrasing', { satisfaction: 7 })('You said 7: is that right?')).not.toMatch(/^No/);
});

test('no everyday persona confirms an opt-out, whatever its manner of talking', () => {
  for (const manner of manners)
    expect(persona(manner, {})('Let me check: do you want us never to call you again?')).toMatch(/^No/);
});

test.each(['EN', 'DE'] as const)(
  'in %s, personas have at least twelve wordings for every kind of answer',
  (language) => {
    const { answers } = everydayWordsIn(language) as EverydayWords;
    expect(Object.values(answers).every((wordings) => new Set(wordings).size >= 12)).toBe(true);
  },
);

test('the values of a persona fit the type of the question, and others are replaced', () => {
  const words = everydayWordsIn('EN') as EverydayWords;
  const fact = (type: AnswerType, wanted: KnownValue) =>
    factsOf(planIn('EN', type), { satisfaction: wanted }, words, new Random(1), now).get('q1')?.value;
  expect(fact({ kind: 'yes_no' }, 'Yes')).toBe(true);
  expect(fact({ kind: 'number' }, 'yes')).toEqual(expect.any(Number));
  expect(fact({ kind: 'choice', options: ['Red', 'Blue'] }, 'blue')).toBe('Blue');
  expect(fact({ kind: 'date' }, 'soon')).toMatch(/^2026-0[345]-\d\d$/);
});

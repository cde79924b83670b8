import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { draftAgent } from '@parley/service/domains/agents/agent-draft.model.ts';
import { describe, expect, test } from 'vitest';
import {
  answerTypes,
  type ExpectedValue,
  intents,
  intentsOf,
  type OneValue,
  type Question,
  readDialogues,
  readUtterances,
} from '../src/understanding/understanding-set.ts';

const english = {
  utterances: await readUtterances('held-out', 'en'),
  dialogues: await readDialogues('held-out', 'en'),
};
const german = {
  utterances: await readUtterances('held-out', 'de'),
  dialogues: await readDialogues('held-out', 'de'),
};

describe.each([
  { language: 'en', ...english, least: { utterances: 420, dialogues: 40, wishes: 40, lookAlikes: 40 } },
  { language: 'de', ...german, least: { utterances: 230, dialogues: 20, wishes: 20, lookAlikes: 20 } },
])('the held-out set in $language', ({ language, utterances: file, dialogues: talks, least }) => {
  const { questions, utterances } = file;

  test('is large enough', () => {
    expect(utterances.length).toBeGreaterThanOrEqual(least.utterances);
    expect(talks.dialogues.length).toBeGreaterThanOrEqual(least.dialogues);
    const wishes = utterances.filter((one) => intentsOf(one).includes('never_call'));
    expect(wishes.length).toBeGreaterThanOrEqual(least.wishes);
    expect(utterances.filter((one) => one.lookAlike).length).toBeGreaterThanOrEqual(least.lookAlikes);
  });

  test('has every intent and every answer type', () => {
    expect(new Set(utterances.flatMap(intentsOf))).toEqual(new Set(intents));
    const types = utterances.flatMap(({ question }) => questions[question]?.type ?? []);
    expect(new Set(types)).toEqual(new Set([...answerTypes, 'opening']));
  });

  test('has a third of its utterances as speech to text writes them', () => {
    const bare = utterances.filter(({ say }) => !/[.,!?;:]/.test(say) && !/^\p{Lu}/u.test(say));
    expect(bare.length).toBeGreaterThanOrEqual(utterances.length / 3);
  });

  test('says nothing twice and uses no id twice', () => {
    const ids = [...utterances, ...talks.dialogues].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const said = utterances.map(({ question, say }) => `${question}: ${wordsOf(say)}`);
    const twice = utterances.filter((_, index) => said.indexOf(said[index] as string) !== index);
    expect(idsOf(twice)).toEqual([]);
    const stories = talks.dialogues.map(({ agent, person }) => JSON.stringify([agent, person]));
    expect(new Set(stories).size).toBe(stories.length);
  });

  test('expects of each utterance what its question can be answered with', () => {
    const wrong = utterances.filter(({ question, expect: expected, ...one }) => {
      const asked = questions[question];
      if (asked === undefined) return true;
      const isAnswer = intentsOf({ question, expect: expected, ...one }).includes('answers');
      if (isAnswer !== (asked.type === 'opening' ? isAnswer : expected.value !== undefined)) return true;
      if (asked.type !== 'opening' && expected.value !== undefined && !fits(asked, expected.value))
        return true;
      return Object.entries(expected.also ?? {}).some(([id, value]) => {
        const other = questions[id];
        return other === undefined || other.type === 'opening' || !fits(other, value);
      });
    });
    expect(idsOf(wrong)).toEqual([]);
  });

  test('marks as look-alike only what is no do-not-call wish', () => {
    const wrong = utterances.filter((one) => one.lookAlike && intentsOf(one).includes('never_call'));
    expect(idsOf(wrong)).toEqual([]);
  });

  test('gives a callback time only to who wants to be called later', () => {
    const wrong = utterances.filter((one) => one.expect.callback && !intentsOf(one).includes('later'));
    expect(idsOf(wrong)).toEqual([]);
    const late = talks.dialogues.filter((one) => one.expect.callback && one.expect.status !== 'callback');
    expect(idsOf(late)).toEqual([]);
  });

  test('has agents that the API accepts, and dialogues that fit them', () => {
    for (const { agent } of Object.values(talks.agents)) expect(() => draftAgent(agent)).not.toThrow();
    const wrong = talks.dialogues.filter(({ agent, person, expect: expected }) => {
      const flow = JSON.stringify(talks.agents[agent]);
      const keys = [
        ...Object.keys(person.questions),
        ...Object.keys(expected.answers ?? {}),
        ...(expected.notAsked ?? []),
        ...(expected.askedOnce ?? []),
        ...Object.keys(expected.outcomes ?? {}),
      ];
      const titles = [...(expected.reached ?? []), ...(expected.notReached ?? [])];
      return !(
        keys.every((key) => flow.includes(`"key":"${key}"`)) &&
        titles.every((title) => flow.includes(`"title":"${title}"`))
      );
    });
    expect(idsOf(wrong)).toEqual([]);
  });

  test('has no line over 120 characters', async () => {
    for (const name of [`utterances.${language}.json`, `dialogues.${language}.json`]) {
      const lines = (await readFile(join(import.meta.dirname, name), 'utf8')).split('\n');
      const tooLong = lines.flatMap((line, index) => (line.length > 120 ? [`${name}:${index + 1}`] : []));
      expect(tooLong).toEqual([]);
    }
  });
});

/** Failures show ids only: whoever works on the rules must not read the sentences they are measured by. */
const idsOf = (some: readonly { readonly id: string }[]): string[] => some.map(({ id }) => id);

const wordsOf = (say: string): string => say.toLowerCase().replaceAll(/[^\p{L}\p{N} ]/gu, '');

const shapes: Readonly<Record<Question['type'], (value: OneValue, question: Question) => boolean>> = {
  yesno: (value) => typeof value === 'boolean',
  number: isAmount,
  duration: isAmount,
  money: (value) => typeof value === 'object' && 'amount' in value,
  date: (value) => textsOf(value).every((one) => !Number.isNaN(Date.parse(one)) && one.length === 10),
  time: (value) => textsOf(value).every((one) => /^([01]\d|2[0-3]):[0-5]\d$/.test(one)),
  choice: (value, { options = [] }) => typeof value === 'string' && options.includes(value),
  list: (value, { options }) => Array.isArray(value) && value.every((one) => options?.includes(one) ?? true),
  name: (value) => typeof value === 'string',
  email: (value) => typeof value === 'string' && /^\S+@\S+\.\w+$/.test(value),
  phone: (value) => typeof value === 'string' && /^\+?\d{9,}$/.test(value),
  text: (value) => typeof value === 'object' && 'contains' in value,
};

function isAmount(value: OneValue): boolean {
  return typeof value === 'number' || (typeof value === 'object' && 'min' in value && value.min <= value.max);
}

/** Empty strings where it is neither a text nor a range in order: no date and no time. */
function textsOf(value: OneValue): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && 'from' in value && value.from <= value.to
    ? [value.from, value.to]
    : [''];
}

const fits = (question: Question, value: ExpectedValue): boolean =>
  (typeof value === 'object' && 'anyOf' in value ? value.anyOf : [value]).every((one) =>
    shapes[question.type](one, question),
  );

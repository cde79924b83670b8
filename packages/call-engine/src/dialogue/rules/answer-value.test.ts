import { SAID_AT, type TypedAnswer } from '@parley/testing/corpus/typed-answers.ts';
import { germanAnswers } from '@parley/testing/corpus/typed-answers-de.ts';
import { englishAnswers } from '@parley/testing/corpus/typed-answers-en.ts';
import { expect, test } from 'vitest';
import { readValue } from './answer-value.ts';

const needsReadBack = ['name', 'email', 'phone'];

function failed({ type, said, value, question, language }: TypedAnswer): string | undefined {
  const [timeZone, phoneNumber] =
    language === 'DE' ? ['Europe/Berlin', '+4930901820'] : ['Europe/London', '+442079460958'];
  const read = readValue(type, said, { question, language, answeredAt: SAID_AT, timeZone, phoneNumber });
  const taken =
    read !== undefined && (read.isClear || needsReadBack.includes(type.kind)) ? read.value : undefined;
  return JSON.stringify(taken) === JSON.stringify(value)
    ? undefined
    : `${said}: ${JSON.stringify(taken)}, not ${JSON.stringify(value)}`;
}

const corpus = [...englishAnswers, ...germanAnswers];
const kinds = [...new Set(corpus.map(({ type }) => type.kind))];

test.each(['EN', 'DE'].flatMap((language) => kinds.map((kind) => [language, kind] as const)))(
  'in %s, everyday answers to a question of type %s get the value that the contact means',
  (language, kind) => {
    const some = corpus.filter((answer) => answer.language === language && answer.type.kind === kind);
    const wrong = some.flatMap((answer) => failed(answer) ?? []);
    expect(wrong).toEqual([]);
  },
);

import { expect, test } from 'vitest';
import { glanceSentences, wordsOf } from './glance-words.ts';

const funnel = { contacts: 200, called: 190, answered: 130, sections: [], completed: 118 };
const outcome = (more: object = {}) => ({
  ...{ key: 'will_renew', label: 'Will renew', met: 48, notMet: 60, unknown: 10, corrected: 0 },
  ...more,
});
const glanceWords = (results: Parameters<typeof glanceSentences>[0]) => glanceSentences(results).map(wordsOf);

test('the results of a run are said in one sentence for each outcome, and the numbers add up', () => {
  expect(glanceWords({ outcomes: [outcome()], funnel })).toEqual([
    'Will renew: 48 yes, 60 no, 10 not known, 82 without a result.',
  ]);
  expect(glanceWords({ outcomes: [outcome({ met: 200, notMet: 0, unknown: 0 })], funnel })).toEqual([
    'Will renew: 200 yes, 0 no.',
  ]);
});

test('without outcomes the results say how many calls were completed', () => {
  expect(glanceWords({ outcomes: [], funnel })).toEqual(['118 of 200 contacts have completed a call.']);
});

test('each number of the sentences has the filter of the contacts behind it', () => {
  const [sentence = []] = glanceSentences({ outcomes: [outcome()], funnel });
  const result = { resultKind: 'outcome', resultKey: 'will_renew' };
  expect(sentence.flatMap((part) => (typeof part === 'string' ? [] : [part.filter]))).toEqual([
    { ...result, resultValue: 'Yes' },
    { ...result, resultValue: 'No' },
    { ...result, resultState: 'MISSING' },
    { ...result, step: 'LAUNCHED', resultState: 'NONE' },
  ]);
});

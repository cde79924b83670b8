import { expect, test } from 'vitest';
import { limitIn } from './analysis/rules/limit.ts';
import { flowQuestions } from './dialogue/rules/flow-questions.ts';
import { lifted } from './dialogue/rules/quotation.ts';

// Each took the square of the text's length before: minutes at these lengths, where now it is milliseconds.

test('an ideal answer of many digits is parsed in linear time', () => {
  expect(limitIn('7'.repeat(300_000), 'EN')).toMatchObject({ kind: 'about' });
});

test.each(['“', '„', '‘', '「', '«', '"a', " 'a", "'a", '« ', "‘a'b"])(
  'an instruction with %j over and over is parsed in linear time',
  (mark) => {
    const text = `Say ${mark.repeat(300_000)}`;
    expect(lifted(text).text).toMatch(/^Say/);
  },
);

test('quotations in every kind of marks are taken out of an instruction', () => {
  const text = `Say "one", “two”, „drei“, « quatre », 「五」 and 'it's six', never “.`;
  expect(lifted(text).quotations).toEqual(['one', 'two', 'drei', 'quatre', '五', "it's six"]);
});

test('the text of a question is parsed once in a call, and not in every turn', () => {
  let reads = 0;
  const question = {
    id: 'q',
    get text() {
      reads += 1;
      return 'Do you have a licence for forklifts?';
    },
  };
  const context = {
    plan: { language: 'EN', sections: [{ id: 's', type: 'looping', questions: [question] }] },
  } as unknown as Parameters<typeof flowQuestions>[0];
  const [first] = flowQuestions(context, undefined);
  expect(first?.topic).toEqual(new Set(['licence', 'forklift']));
  const readOnce = reads;
  for (let turn = 0; turn < 5; turn++) flowQuestions(context, undefined);
  expect(reads).toBe(readOnce);
});

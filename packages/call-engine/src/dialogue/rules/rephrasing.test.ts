import { expect, test } from 'vitest';
import { bareQuestion, rephrased } from './rephrasing.ts';

test.each([
  ['What is your notice period?', 'could you tell me what your notice period is?'],
  ['What are your salary expectations?', 'could you tell me what your salary expectations are?'],
  ['When could you start?', 'could you tell me when you could start?'],
  ['Are you willing to travel?', 'could you tell me whether you are willing to travel?'],
  ['Do you have a driving licence?', 'could you tell me whether you have a driving licence?'],
  // Not safe to turn around: the words stay.
  [
    'When could you start, and what is your notice period?',
    'When could you start, and what is your notice period?',
  ],
  ['Could you describe your day?', 'Could you describe your day?'],
  ['Please introduce yourself.', 'Please introduce yourself.'],
  ['Would you work together again, and why?', 'Would you work together again, and why?'],
])('rephrases "%s" as "%s"', (question, again) => {
  expect(rephrased(question, 'EN')).toBe(again);
});

test('a question in another language is not rephrased', () => {
  expect(rephrased('Wann können Sie anfangen?', 'DE')).toBe('Wann können Sie anfangen?');
});

test.each([
  ['EN', 'I am calling about a job. Are you interested?', 'Are you interested?'],
  ['EN', 'Please describe a day at work.', 'Please describe a day at work.'],
  ['EL', 'Σας καλώ για μια θέση. Σας ενδιαφέρει;', 'Σας ενδιαφέρει;'],
  ['JA', '求人の件でお電話しました。ご関心はございますか？', 'ご関心はございますか？'],
  ['AR', 'أتصل بخصوص وظيفة. هل أنتم مهتمون بها؟', 'هل أنتم مهتمون بها؟'],
] as const)('the bare question of a %s text leaves out its preamble', (language, text, question) => {
  expect(bareQuestion(text, language)).toBe(question);
});

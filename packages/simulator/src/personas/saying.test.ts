import type { CallPlan } from '@parley/call-engine/plan.ts';
import { planFor } from '@parley/testing/scripted-agent.ts';
import { expect, test } from 'vitest';
import { sayingReader } from './saying.ts';

const read = (plan: CallPlan, text: string, isOpening = false) => sayingReader(plan)({ text, isOpening });

test.each([
  ['Thank you. What is your notice period?', 'question'],
  ['Please tell me about your last job.', 'question'],
  ['Sorry, I did not catch that. How old are you?', 'question'],
  ['Could you say that again?', 'again'],
  ["Sorry, I didn't quite catch that.", 'again'],
  ['Are you still there?', 'presence'],
  ['Thanks, have a great day.', 'goodbye'],
  ['I will send it to a.b@example.com.', 'statement'],
])('the agent\'s "%s" is classified as: %s', (text, kind) => {
  expect(read(planFor(), text).kind).toBe(kind);
});

test('a question of the plan is recognised without a question mark, with its key', () => {
  const question = { id: 'q', key: 'city', text: 'Your city, please' };
  const plan = planFor({ sections: [{ id: 's', type: 'looping', questions: [question] }] });
  expect(read(plan, 'Great. Your city, please')).toMatchObject({ kind: 'question', key: 'city' });
});

test('the last message of the plan counts as a goodbye, whatever its words', () => {
  const plan = planFor({ lastMessage: { id: 'l', text: 'We shall be in touch.' } });
  expect(read(plan, 'We shall be in touch.').kind).toBe('goodbye');
});

test('the last message of the plan counts as a goodbye only after the opening and at the end of a sentence', () => {
  const plan = planFor({ lastMessage: { id: 'l', text: 'We shall be in touch.' } });
  expect(read(plan, 'Alright. We shall be in touch.').kind).toBe('goodbye');
  expect(read(plan, 'We shall be in touch. Until then, all is set.').kind).toBe('statement');
  expect(read(plan, 'Hello Ada. We shall be in touch.', true).kind).toBe('statement');
});

test('a semicolon is a question mark only in Greek', () => {
  expect(read(planFor({ language: 'EL' }), 'Τι κάνετε;').kind).toBe('question');
  expect(read(planFor(), 'I note it; thanks.').kind).toBe('statement');
});

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
])('"%s" is taken for: %s', (text, kind) => {
  expect(read(planFor(), text).kind).toBe(kind);
});

test('a question of the plan is known even without a question mark, with the name of its answer', () => {
  const question = { id: 'q', key: 'city', text: 'Your city, please' };
  const plan = planFor({ sections: [{ id: 's', type: 'looping', questions: [question] }] });
  expect(read(plan, 'Great. Your city, please')).toMatchObject({ kind: 'question', key: 'city' });
});

test('the last message of the plan is a goodbye in any words', () => {
  const plan = planFor({ lastMessage: { id: 'l', text: 'We shall be in touch.' } });
  expect(read(plan, 'We shall be in touch.').kind).toBe('goodbye');
});

test('the last message of the plan is a goodbye only where it ends what is said, after the opening', () => {
  const plan = planFor({ lastMessage: { id: 'l', text: 'We shall be in touch.' } });
  expect(read(plan, 'Alright. We shall be in touch.').kind).toBe('goodbye');
  expect(read(plan, 'We shall be in touch. Until then, all is set.').kind).toBe('statement');
  expect(read(plan, 'Hello Ada. We shall be in touch.', true).kind).toBe('statement');
});

test('a semicolon asks in Greek and nowhere else', () => {
  expect(read(planFor({ language: 'EL' }), 'Τι κάνετε;').kind).toBe('question');
  expect(read(planFor(), 'I note it; thanks.').kind).toBe('statement');
});

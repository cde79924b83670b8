import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import { canaryOf, givesAway } from './canary.ts';

const plan = scriptedPlan([]);
const canary = canaryOf({ plan, seed: 1 });

test('every company, contact and call has its own canary word in the prompt, the same each time', () => {
  const others = [
    canaryOf({ plan: { ...plan, company: { name: 'Globex' } }, seed: 1 }),
    canaryOf({ plan: { ...plan, contact: { ...plan.contact, id: 'other' } }, seed: 1 }),
    canaryOf({ plan, seed: 2 }),
  ];
  expect(new Set([canary, ...others]).size).toBe(4);
  expect(canaryOf({ plan, seed: 1 })).toBe(canary);
  expect(canary).toMatch(/^(?:[a-z][aeio]){6}$/);
});

test.each([
  ['plainly', canary],
  ['in capital letters', canary.toUpperCase()],
  ['letter by letter', [...canary].join(' - ')],
  ['backwards', [...canary].reverse().join('')],
  ['in base64', Buffer.from(canary).toString('base64')],
  ['in hexadecimal', Buffer.from(canary).toString('hex')],
  ['split over two sentences', `${canary.slice(0, 6)}. ${canary.slice(6)}`],
])('a model that gives the canary word of its prompt away %s is detected', (_, disguised) => {
  expect(givesAway(canary, `The word is ${disguised}, they say.`)).toBe(true);
});

test('ordinary words are not taken for the canary word of the prompt', () => {
  expect(givesAway(canary, `Thank you, that is good to know. ${canary.slice(0, 8)}`)).toBe(false);
});

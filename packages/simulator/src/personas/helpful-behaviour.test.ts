import { planFor } from '@parley/testing/scripted-agent.ts';
import { expect, test } from 'vitest';
import { Random } from '../random.ts';
import type { Reaction } from './behaviour.ts';
import { WishingBehaviour } from './behaviours.ts';
import { HelpfulBehaviour } from './helpful-behaviour.ts';
import { selfFor } from './self.ts';

function somebody(): (saying: string, isAboutToSpeak?: boolean) => string {
  const behaviour = new HelpfulBehaviour(selfFor(planFor(), new Random(3), new Random(3)));
  return (text, isAboutToSpeak = false) => {
    const reaction = behaviour.hear({ text, isOpening: false }, isAboutToSpeak);
    return typeof reaction === 'string' ? reaction : said(reaction);
  };
}
const said = ({ lines }: Reaction): string => lines.map(({ text }) => text).join(' ');

test('a helpful persona gives a rephrased question the same answer in plain words', () => {
  const say = somebody();
  say('Hello, this is an AI assistant.');
  const first = /\w+(?=\.$)/.exec(say('How many projects did you lead last year?'))?.[0];
  const second = say('Could you tell me how many projects you did lead last year?');
  expect(second.toLowerCase()).toContain(first?.toLowerCase());
});

test('a helpful persona repeats the last answer on request', () => {
  const say = somebody();
  say('What is your notice period?');
  expect(say('Sorry, could you repeat that?')).toMatch(/^My notice period is/);
});

test('a helpful persona that is about to answer keeps its answer when the agent adds a statement', () => {
  const say = somebody();
  say('What is your notice period?');
  expect(say('Take your time.', true)).toBe('waits');
});

test('a helpful persona answers "are you still there?"', () => {
  const say = somebody();
  say('Hello.');
  expect(say('Are you still there?')).toMatch(/^Ye/);
});

test('a helpful persona acknowledges a statement', () => {
  const say = somebody();
  say('Hello.');
  expect(say('I have written that down.')).toMatch(/okay|alright/i);
});

test('a helpful persona says no when asked whether to opt out', () => {
  const say = somebody();
  say('Hello.');
  for (const question of [
    'Let me check: do you want us never to call you again?',
    'To be certain: should I make sure that nobody here calls you again?',
    'Do I take you off our list then?',
  ])
    expect(say(question), question).toMatch(/^No/);
  expect(say('May we call you again next week?')).not.toMatch(/^No/);
});

test.each([
  ['neverAgain', /again|remove|list/i, /^No\b/],
  ['notInterested', /^No\b.*not interested/, /never/i],
  ['later', /^No\b.*(later|other time)/, /never/i],
] as const)(
  'a persona with the wish %s answers the opt-out question according to that wish',
  (wish, answer, never) => {
    const behaviour = new WishingBehaviour(selfFor(planFor(), new Random(3), new Random(3)), { wish });
    const say = (text: string) => behaviour.hear({ text, isOpening: false }, false) as Reaction;
    say('Hello, this is an AI assistant.');
    const reply = said(say('Just to be sure: would you like us to stop calling you for good?'));
    expect(reply).toMatch(answer);
    expect(reply).not.toMatch(never);
  },
);

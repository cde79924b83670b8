import { planFor } from '@parley/testing/scripted-agent.ts';
import { expect, test } from 'vitest';
import { Random } from '../random.ts';
import type { Reaction } from './behaviour.ts';
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

test('a rephrased question gets the same answer in plain words', () => {
  const say = somebody();
  say('Hello, this is an AI assistant.');
  const first = /\w+(?=\.$)/.exec(say('How many projects did you lead last year?'))?.[0];
  const second = say('Could you tell me how many projects you did lead last year?');
  expect(second.toLowerCase()).toContain(first?.toLowerCase());
});

test('repeats the last answer on request', () => {
  const say = somebody();
  say('What is your notice period?');
  expect(say('Sorry, could you repeat that?')).toMatch(/^My notice period is/);
});

test('a statement between question and answer does not change the answer', () => {
  const say = somebody();
  say('What is your notice period?');
  expect(say('Take your time.', true)).toBe('waits');
});

test('answers "are you still there?"', () => {
  const say = somebody();
  say('Hello.');
  expect(say('Are you still there?')).toMatch(/^Ye/);
});

test('acknowledges a statement', () => {
  const say = somebody();
  say('Hello.');
  expect(say('I have written that down.')).toMatch(/okay|alright/i);
});

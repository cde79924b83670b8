import { scriptedContext } from '@parley/testing/understood-as.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from './judgement.ts';

/** Lines are said in turn, the agent's first. */
const talk = (...lines: readonly string[]) =>
  scriptedContext(
    'EN',
    lines.map((text, index) => ({ speaker: index % 2 === 0 ? 'agent' : 'contact', text }) as const),
  );

type Sample = readonly [description: string, lines: readonly string[]];

describe('a description holds', () => {
  test.each<Sample>([
    [
      'The contact is interested in the product',
      ['Shall I tell you about it?', 'yes that sounds interesting'],
    ],
    ['The contact is interested in the product', ['Are you interested in the product?', 'yeah sure']],
    ['The contact is not interested', ['Do you have a minute?', "no thanks I'm not interested"]],
    ['contact declines the offer', ['Do you have a minute?', "i'm happy with my current provider"]],
    ['wants to reschedule', ['Is Tuesday at ten fine?', "i can't make it can we move it to another day"]],
    ['wants to be called back later', ['Do you have a minute?', "i'm in a meeting"]],
    ['asks for a human', ['How are you?', 'can i talk to a real person']],
    ['has a complaint', ['How is the service?', "it's terrible the heating does not work"]],
    [
      'The contact has a complaint about the delivery',
      ['Did it arrive?', 'no I am still waiting and really annoyed'],
    ],
    ['The contact has a driving licence', ['Do you have a driving licence?', 'yes']],
    ['The contact has a driving licence', ['How do you get around?', 'i have a driving licence and a car']],
    ['The contact does not have a driving licence', ['Do you have a driving licence?', 'nope']],
    ['has at least five years of experience', ['How many years of experience do you have?', 'about seven']],
    ['expects a salary of less than 50000', ['What salary do you expect?', 'forty thousand']],
    ['is willing to relocate', ['Would you relocate to Graz?', 'yes no problem']],
    ['speaks German', ['Which languages do you speak?', 'I speak German and French']],
    [
      'The person would recommend the service.',
      ['Thank you. Would you recommend us to a friend of yours?', 'yeah'],
    ],
    ['has questions', ['That is all from my side.', 'what is the salary']],
    ['wants to be removed from the list, opted out', ['Hello?', 'take me off your list']],
  ])('the branch description "%s" holds after %j', (description, lines) => {
    expect(judge(description, talk(...lines))).toMatchObject({ holds: true });
  });
});

describe('a description does not hold', () => {
  test.each<Sample>([
    ['The contact is interested in the product', ['Shall I tell you about it?', "no i'm not interested"]],
    ['The contact is interested in the product', ['Are you interested in the product?', 'not really']],
    ['The contact is not interested', ['Shall I go on?', 'yes I am very interested']],
    ['has a complaint', ['How is the service?', 'really good thank you']],
    ['asks for a human', ['What do you do?', 'my manager is a real person']],
    ['The contact has a driving licence', ['Do you have a driving licence?', 'no']],
    ['The contact has a driving licence', ['Do you like music?', 'yes']],
    ['The contact does not have a driving licence', ['Do you have a driving licence?', 'yes']],
    ['has at least five years of experience', ['How many years of experience do you have?', 'two']],
    ['is willing to relocate', ['Would you relocate to Graz?', "i'd rather not"]],
    ['wants to be called back later', ['When can you start?', 'later in march']],
    ['speaks German', ['Which languages do you speak?', "I don't speak German"]],
    ['speaks German', ['Hello.', 'hello']],
    [
      'The person would recommend the service.',
      ['Hello Ada, this is the AI of Demo. Do you have two minutes for our service?', 'yeah'],
    ],
  ])('the branch description "%s" does not hold after %j', (description, lines) => {
    expect(judge(description, talk(...lines))).toMatchObject({ holds: false });
  });
});

test("the contact's latest statement decides whether a branch description holds", () => {
  const lines = ['Do you have a licence?', 'no', 'Really no licence?', 'actually yes i do'];
  expect(judge('has a licence', talk(...lines)).holds).toBe(true);
});

test('the reason of a judgement quotes what was asked and said', () => {
  expect(judge('has a driving licence', talk('Do you have a driving licence?', 'yep')).reason).toBe(
    'Asked "Do you have a driving licence?", they said "yep".',
  );
});

test('no branch description holds before anything is said', () => {
  expect(judge('is interested', scriptedContext())).toEqual({
    holds: false,
    reason: 'They have not said anything yet.',
  });
});

test('any branch description and transcript are judged, with the same result each time', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 500 }),
      fc.array(fc.string({ maxLength: 500 }), { maxLength: 4 }),
      (description, lines) => {
        expect(judge(description, talk(...lines))).toEqual(judge(description, talk(...lines)));
      },
    ),
  );
});

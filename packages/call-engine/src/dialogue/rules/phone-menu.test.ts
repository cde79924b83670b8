import { speechOf } from '@parley/language/speech.ts';
import { expect, test } from 'vitest';
import { asksForKey, chosenOption, menuIn } from './phone-menu.ts';

const keys = (text: string) => menuIn(speechOf(text), 'EN').map(({ key, label }) => `${key} ${label}`);

test('a phone menu is parsed whether the key or its purpose comes first', () => {
  expect(keys('Press one for sales, press 2 for support, or press zero to speak to an operator.')).toEqual([
    '1 sales',
    '2 support or',
    '0 speak to an operator',
  ]);
  expect(
    keys(
      'Welcome. For sales, press one. For the workshop, please press two. For all other enquiries press star.',
    ),
  ).toEqual(['1 sales', '2 the workshop', '* all other enquiries']);
});

test('"thank you for calling" in a phone menu does not shift keys to the wrong purpose', () => {
  expect(keys('Thank you for calling. Press one for sales. Press two for service.')).toEqual([
    '1 sales',
    '2 service',
  ]);
  expect(keys('Thanks for calling. For sales, press one. For service, press two.')).toEqual([
    '1 sales',
    '2 service',
  ]);
});

test('a phone menu that says "press" only before its first key is parsed with all its keys', () => {
  const options = menuIn(speechOf('Press one for sales, two for support or three for the workshop.'), 'EN');
  expect(options.map(({ key, label }) => `${key} ${label}`)).toEqual([
    '1 sales',
    '2 support',
    '3 the workshop',
  ]);
  expect(chosenOption(options, ['support'], 'EN')?.key).toBe('2');
});

test.each([
  [
    'For grades one to five press one. For grades six to eight press two.',
    ['1 grades 1 to 5', '2 grades 6 to 8'],
  ],
  [
    'For sales press one. For orders placed two to five days ago press three.',
    ['1 sales', '3 orders placed 2 to 5 days ago'],
  ],
  ['Press one for grades one to five, two for grades six to eight.', ['1 grades 1 to 5', '2 grades 6 to 8']],
  [
    'Press one for sales, two for support, zero for the operator.',
    ['1 sales', '2 support', '0 the operator'],
  ],
  ['Welcome to Acme. Press one for sales, two for support.', ['1 sales', '2 support']],
])('numbers that describe an option of a phone menu are not taken for keys: "%s"', (text, options) => {
  expect(keys(text)).toEqual(options);
});

test('a misheard key of a phone menu ("press for") is read as the number it sounds like beside another key', () => {
  expect(keys('For sales, press one. For deliveries, press for. For accounts, dial to.')).toEqual([
    '1 sales',
    '4 deliveries',
    '2 accounts',
  ]);
  expect(keys('Press one for sales. Press to for support.')).toEqual(['1 sales', '2 support']);
  expect(keys('Press to talk to us.')).toEqual([]);
  expect(keys('For sales, press one. To reach what you choose to, hold.')).toEqual(['1 sales']);
});

test.each([
  'Every time I press nine to be put through, nobody answers.',
  'For months I always press two to complain.',
])('"%s" is recognised as the words of a person, not of a phone menu', (text) => {
  expect(keys(text)).toEqual([]);
  expect(asksForKey(speechOf(text), 'EN')).toBe(false);
});

test.each(['For a refund, press for.', 'If you are who I press to for help', 'For the report, type one.'])(
  'no key is read from "%s"',
  (text) => {
    expect(keys(text)).toEqual([]);
  },
);

test.each(['Hello?', 'To leave a message, press one.', 'I had to press hard for a raise.', 'Press on.'])(
  '"%s" is not taken for a phone menu',
  (text) => {
    expect(keys(text)).toEqual([]);
  },
);

test('the key for the wanted department of a phone menu is chosen, otherwise one that leads to a person', () => {
  const options = menuIn(
    speechOf('For sales press 1. For Jane Miller press 2. For reception press 0.'),
    'EN',
  );
  expect(chosenOption(options, ['sales'], 'EN')?.key).toBe('1');
  expect(chosenOption(options, ['the warehouse', 'Jane Miller'], 'EN')?.key).toBe('2');
  expect(chosenOption(options, ['the warehouse'], 'EN')?.key).toBe('0');
  expect(chosenOption(options.slice(0, 2), ['the warehouse'], 'EN')).toBeUndefined();
});

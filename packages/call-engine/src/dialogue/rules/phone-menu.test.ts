import { speechOf } from '@parley/language/speech.ts';
import { expect, test } from 'vitest';
import { chosenOption, menuIn } from './phone-menu.ts';

const keys = (text: string) => menuIn(speechOf(text)).map(({ key, label }) => `${key} ${label}`);

test('a menu is read whichever comes first, the key or what it is for', () => {
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

test('thanks for the call move no key of a menu to what the key before is for', () => {
  expect(keys('Thank you for calling. Press one for sales. Press two for service.')).toEqual([
    '1 sales',
    '2 service',
  ]);
  expect(keys('Thanks for calling. For sales, press one. For service, press two.')).toEqual([
    '1 sales',
    '2 service',
  ]);
});

test.each(['Hello?', 'To leave a message, press one.', 'I had to press hard for a raise.', 'Press on.'])(
  '%s is no menu',
  (text) => {
    expect(keys(text)).toEqual([]);
  },
);

test('the key for what is wanted is chosen, then one that leads to a person', () => {
  const options = menuIn(speechOf('For sales press 1. For Jane Miller press 2. For reception press 0.'));
  expect(chosenOption(options, ['sales'])?.key).toBe('1');
  expect(chosenOption(options, ['the warehouse', 'Jane Miller'])?.key).toBe('2');
  expect(chosenOption(options, ['the warehouse'])?.key).toBe('0');
  expect(chosenOption(options.slice(0, 2), ['the warehouse'])).toBeUndefined();
});

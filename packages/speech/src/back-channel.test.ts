import { expect, test } from 'vitest';
import { isBackChannelOrEcho } from './back-channel.ts';

const asked = { begun: 'Do you own a car?', isLastSentence: true };
const goingOn = { begun: 'Do you own a car? We ask because', isLastSentence: false };

test.each(['Yes, I own a car.', 'I own a car', 'No, I do not own a car.', 'Own a car? Yes.'])(
  '%s is an answer to "Do you own a car?", also while more is being said',
  (answer) => {
    expect([isBackChannelOrEcho(answer, asked, 'en'), isBackChannelOrEcho(answer, goingOn, 'en')]).toEqual([
      false,
      false,
    ]);
  },
);

test('a few words of the question are an answer at its end, and an echo before', () => {
  expect(isBackChannelOrEcho('own a car', asked, 'en')).toBe(false);
  expect(isBackChannelOrEcho('own a car', goingOn, 'en')).toBe(true);
});

test('the whole of a long sentence is an echo wherever it comes', () => {
  const begun = 'Would you like to begin on Monday or on Tuesday?';
  expect(
    isBackChannelOrEcho('would you like to begin on Monday', { begun, isLastSentence: true }, 'en'),
  ).toBe(true);
});

test('part of another word is not an echo', () => {
  expect(
    isBackChannelOrEcho('own a car', { begun: 'In your town a car is', isLastSentence: false }, 'en'),
  ).toBe(false);
});

test('a yes during the last sentence is an answer, not a back-channel', () => {
  expect(['mhm', 'Yes.'].map((text) => isBackChannelOrEcho(text, asked, 'en'))).toEqual([true, false]);
  expect(['mhm', 'Yes.'].map((text) => isBackChannelOrEcho(text, goingOn, 'en'))).toEqual([true, true]);
});

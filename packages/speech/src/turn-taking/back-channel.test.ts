import { languages } from '@parley/language/language.ts';
import { expect, test } from 'vitest';
import { isAssent, isBackChannelOrEcho, isHum } from './back-channel.ts';

const asked = { begun: 'Do you own a car?', isLastSentence: true };
const goingOn = { begun: 'Do you own a car? We ask because', isLastSentence: false };

test.each(['Yes, I own a car.', 'I own a car', 'No, I do not own a car.', 'Own a car? Yes.'])(
  '"%s" is an answer to "Do you own a car?", also during the question',
  (answer) => {
    expect([isBackChannelOrEcho(answer, asked, 'en'), isBackChannelOrEcho(answer, goingOn, 'en')]).toEqual([
      false,
      false,
    ]);
  },
);

test("repeating words of the agent's question is an answer after it, and an echo during it", () => {
  expect(isBackChannelOrEcho('own a car', asked, 'en')).toBe(false);
  expect(isBackChannelOrEcho('own a car', goingOn, 'en')).toBe(true);
});

test('repeating the whole of a long sentence of the agent is an echo, also after it', () => {
  const begun = 'Would you like to begin on Monday or on Tuesday?';
  expect(
    isBackChannelOrEcho('would you like to begin on Monday', { begun, isLastSentence: true }, 'en'),
  ).toBe(true);
});

test('words of the agent that only contain what was heard do not make it an echo', () => {
  expect(
    isBackChannelOrEcho('own a car', { begun: 'In your town a car is', isLastSentence: false }, 'en'),
  ).toBe(false);
});

test('a yes during the last sentence is an answer, not a back-channel', () => {
  expect(['mhm', 'Yes.'].map((text) => isBackChannelOrEcho(text, asked, 'en'))).toEqual([true, false]);
  expect(['mhm', 'Yes.'].map((text) => isBackChannelOrEcho(text, goingOn, 'en'))).toEqual([true, true]);
});

test.each(['mhm', 'Mm-hmm.', 'uh-huh', 'Aha!', 'угу', 'うん', '嗯', 'Mhm, mhm.'])(
  '"%s" counts as a back-channel',
  (text) => {
    expect(isHum(text)).toBe(true);
  },
);

test.each(['no', 'yes', 'home', 'um no', 'Mama', ''])('"%s" is more than a back-channel', (text) => {
  expect(isHum(text)).toBe(false);
});

test('which words of assent count as a back-channel depends on the language', () => {
  expect(isAssent('Yes, okay.', 'en')).toBe(true);
  expect(isAssent('ja genau', 'de')).toBe(true);
  expect(isAssent('yes but', 'en')).toBe(false);
  expect(isAssent('no', 'en')).toBe(false);
  for (const language of languages.map((one) => one.toLowerCase()))
    expect(isAssent('mhm', language)).toBe(true);
});

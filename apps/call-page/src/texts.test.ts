import { languages } from '@parley/language/language.ts';
import { expect, test } from 'vitest';
import { filled, loadTexts, nearestLanguage } from './texts.ts';

const english = await loadTexts('EN');
/** International words that some languages write as English does. */
const shared = ['machineBadge', 'microphoneChoice', 'send', 'mute', 'overTitle', 'end'];
/** Beside each other on a phone. */
const controls = ['mute', 'unmute', 'type', 'talkInstead', 'end'] as const;

test.each(languages.filter((language) => language !== 'EN'))(
  'the call page has all its texts in the language %s',
  async (language) => {
    const texts = await loadTexts(language);
    const borrowed = Object.entries(texts).filter(
      ([key, text]) => text === english[key as keyof typeof english] && !shared.includes(key),
    );
    expect(borrowed).toEqual([]);
  },
);

test.each(languages)(
  'the texts of the call page in %s have the same placeholders as in English, and no stray space',
  async (language) => {
    const texts = await loadTexts(language);
    for (const [key, text] of Object.entries(texts)) {
      expect(text).toBe(text.trim());
      expect([key, text.match(/\{\w+\}/g)]).toEqual([
        key,
        english[key as keyof typeof english]?.match(/\{\w+\}/g),
      ]);
    }
  },
);

test.each(languages)(
  'the button labels of the call page in %s are short enough for a phone',
  async (language) => {
    const texts = await loadTexts(language);
    for (const control of controls) expect(texts[control].length).toBeLessThanOrEqual(24);
  },
);

test('the call page uses the first supported language of the browser', () => {
  expect(nearestLanguage(['gsw', 'de-AT', 'en'])).toBe('DE');
  expect(nearestLanguage(['nb-NO'])).toBe('NO');
  expect(nearestLanguage(['zh-Hant-TW'])).toBe('ZH');
  expect(nearestLanguage(['xx', ''])).toBe('EN');
});

test('a name with a dollar sign is inserted into a text unchanged', () => {
  expect(filled('Hello {name}', { name: '$& {name}' })).toBe('Hello $& {name}');
});

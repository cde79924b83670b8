import { languages } from '@parley/language/language.ts';
import { type Phrases, phrasesOf } from '@parley/simulator/contact-words.ts';
import { expecting, scriptedContext, understoodAs } from '@parley/testing/understood-as.ts';
import { describe, expect, test } from 'vitest';

/** What each phrase is said to, and how it must be understood. */
const meanings: Readonly<Partial<Record<keyof Phrases, readonly [expected: string, meaning: string]>>> = {
  hello: ['opening', 'nothing'],
  goOn: ['opening', 'nothing'],
  stillHere: ['presence', 'yes'],
  bye: ['talk', 'bye'],
  open: ['Why?', 'words'],
  hesitation: ['Why?', 'moment'],
  notInterested: ['opening', 'declines'],
  neverAgain: ['opening', 'never'],
  tomorrowAtThree: ['opening', 'later'],
  later: ['opening', 'later'],
  noTime: ['callback_time', 'later'],
  person: ['talk', 'person'],
  message: ['message', 'words'],
  curious: ['talk', 'asks go on'],
  temptation: ['talk', 'off-topic go on'],
  machine: ['opening', 'voicemail'],
};

describe.each(languages)('everything simulated contacts say in %s is understood', (language) => {
  const phrases = phrasesOf(language);
  const context = scriptedContext(language);
  test.each(Object.entries(meanings))(
    'what simulated contacts say is understood: %s',
    (name, [expected, meaning]) => {
      for (const phrase of phrases[name as keyof Phrases])
        expect(understoodAs(phrase.replace('%', 'Ada'), expecting(expected), context), phrase).toBe(meaning);
    },
  );
});

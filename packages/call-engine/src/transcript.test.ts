import { conductScript } from '@parley/testing/scripted-call.ts';
import { asking, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import { transcriptOf } from './transcript.ts';

test('a transcript has what was actually spoken, in order, with times in seconds', async () => {
  const { journal } = await conductScript({
    plan: scriptedPlan([asking('How old are you?')], { language: 'DE' }),
    contact: [
      'Hallo?',
      { says: 'I am forty', interruptsAfterMs: 333, takesMs: 1_111, language: 'EN' },
      { presses: '5' },
    ],
  });
  expect(transcriptOf(journal, 'DE')).toEqual([
    { speaker: 'AI', text: 'Hello Ada. I am an AI.', startTime: 0, endTime: 1.32, language: 'de' },
    { speaker: 'CONTACT', text: 'Hallo?', startTime: 1.82, endTime: 2.18, language: 'de' },
    { speaker: 'AI', text: 'How o', startTime: 2.18, endTime: 2.51, language: 'de' },
    { speaker: 'CONTACT', text: 'I am forty', startTime: 2.51, endTime: 3.62, language: 'en' },
    {
      speaker: 'AI',
      text: '[acknowledge] Thanks, and goodbye.',
      startTime: 3.62,
      endTime: 5.66,
      language: 'de',
    },
  ]);
});

test('words that started earlier come first in a transcript, even if recognised later', () => {
  const said = { kind: 'said', text: 'Second', isWhole: true, startMs: 2_000, endMs: 3_000 } as const;
  const heard = { kind: 'words', text: 'First', startMs: 1_000, endMs: 4_000 } as const;
  expect(transcriptOf([said, { kind: 'heard', heard }], 'EN').map(({ text }) => text)).toEqual([
    'First',
    'Second',
  ]);
});

test('words that were never spoken are not in the transcript', () => {
  const unsaid = { kind: 'said', text: ' ', isWhole: false, startMs: 0, endMs: 0 } as const;
  const partial = { kind: 'partial', text: 'For', startMs: 0, endMs: 9 } as const;
  expect(transcriptOf([unsaid, { kind: 'heard', heard: partial }], 'EN')).toEqual([]);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf, wordViolations } from './words.ts';

test('a file or folder named with a project-internal word is reported with the word to use', () => {
  expect(
    wordViolations([
      'packages/speech/src/ear.ts',
      'packages/speech/src/segment-ear.test.ts',
      'packages/kernel/src/made-once.ts',
      'apps/service/src/domains/conversations/lane.store.ts',
      'tests/house/start.test.ts',
    ]),
  ).toEqual([
    'packages/speech/src/ear.ts: name it by the field\'s word, not "ear": speech-to-text',
    'packages/speech/src/segment-ear.test.ts: name it by the field\'s word, not "ear": speech-to-text',
    'packages/kernel/src/made-once.ts: name it by the field\'s word, not "made-once": memoize',
    'apps/service/src/domains/conversations/lane.store.ts: name it by the field\'s word, not "lane": dial-queue',
    'tests/house/start.test.ts: name it by the field\'s word, not "house": services',
  ]);
});

test('a word that only contains a project-internal word is accepted', () => {
  expect(
    wordViolations([
      'src/search.ts',
      'src/early-media.ts',
      'src/warehouse.ts',
      'src/desktop.ts',
      'src/reminder.ts',
    ]),
  ).toEqual([]);
});

test('the check for project-internal words reads the file names of the repository', () => {
  const files = filesOf(join(import.meta.dirname, '..'));
  expect(files).toContain('scripts/words.ts');
  expect(files.length).toBeGreaterThan(100);
});

test('the check for project-internal words fails when it finds no files', () => {
  expect(() => wordViolations([])).toThrow('found no files');
});

import { expect, test } from 'vitest';
import { passagesOf, ranked, soughtStems, wordsOf } from './passage.model.ts';

const sentence = 'The warehouse in the north keeps four thousand pallets of winter tyres. ';

test('a short document is one search passage, and an empty document has none', () => {
  expect(passagesOf('Hello there.').map(({ text }) => text)).toEqual(['Hello there.']);
  expect(passagesOf('')).toEqual([]);
  expect(passagesOf(' \n\n ')).toEqual([]);
});

test('a document is split into search passages at the ends of paragraphs where possible', () => {
  const paragraph = sentence.repeat(8).trim();
  const passages = passagesOf([paragraph, paragraph, paragraph].join('\n\n'));
  expect(passages.map(({ text }) => text)).toEqual([paragraph, paragraph, paragraph]);
});

test('a long paragraph is split between sentences into overlapping search passages', () => {
  const numbered = Array.from({ length: 60 }, (_, i) => `Sentence ${i} says something of its own. `).join('');
  const passages = passagesOf(numbered).map(({ text }) => text);
  expect(passages.length).toBeGreaterThan(2);
  for (const text of passages) {
    expect(text.length).toBeLessThanOrEqual(800);
    expect(text.endsWith('.')).toBe(true);
  }
  for (let i = 0; i < 60; i++) {
    expect(passages.some((text) => text.includes(`Sentence ${i} says something of its own.`))).toBe(true);
  }
});

test('every part of a document is in at least one search passage', () => {
  for (const text of [
    'x'.repeat(5000),
    '😀'.repeat(3000),
    '漢字'.repeat(2000),
    'a\n'.repeat(3000),
    ' b'.repeat(3000),
  ]) {
    const passages = passagesOf(text);
    const letters = (part: string) => part.replaceAll(/\s/g, '').length;
    const total = passages.reduce((sum, passage) => sum + letters(passage.text), 0);
    expect(total).toBeGreaterThanOrEqual(letters(text));
    expect(passages.every((passage) => passage.text.isWellFormed())).toBe(true);
  }
});

test('search words lose case and accents, and text without spaces is split into pairs of letters', () => {
  expect(wordsOf('Öffnungszeiten: ŁÓDŹ, 9–17 Uhr!')).toEqual(['offnungszeiten', 'lodz', '9', '17', 'uhr']);
  expect(wordsOf('東京都です')).toEqual(['東京', '京都', '都て', 'てす']);
  expect(wordsOf('영업시간')).toEqual(['영업', '업시', '시간']);
});

test('a document search looks for the beginnings of the meaningful words of the question', () => {
  expect(soughtStems('What is the notice period of it?')).toEqual(['noti', 'peri', 'what', 'the']);
  expect(soughtStems('is it')).toEqual(['is', 'it']);
  expect(soughtStems('?!')).toEqual([]);
});

test('a document search ranks a passage with rare words above one with common words', () => {
  const common = ['open daily', 'open daily too', 'open daily as well'].map((words) => ({ words }));
  const rare = { words: 'cafeteria open' };
  expect(ranked(['open', 'dail', 'cafete'], [...common, rare])[0]).toBe(rare);
});

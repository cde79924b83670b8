import { expect, test } from 'vitest';
import { passagesOf } from './passage.ts';

const texts = (text: string): string[] =>
  passagesOf({ id: 'd', title: 'T', text }).map((passage) => passage.text);

test('paragraphs become passages, blank ones are skipped', () => {
  expect(texts('One.\n\n\n  \nTwo,\nstill two.\r\n\r\nThree.')).toEqual([
    'One.',
    'Two,\nstill two.',
    'Three.',
  ]);
});

test('a list under a heading keeps the heading in its title', () => {
  expect(
    passagesOf({
      id: 'd',
      title: 'About the contact',
      text: '# About the contact\n\n## Work\n\n- Employer: Acme',
    }),
  ).toEqual([{ title: 'About the contact: Work', text: '- Employer: Acme', source: 'd#1' }]);
});

test('nothing is lost when a long text is split', () => {
  const text = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');
  const parts = texts(text);
  expect(parts.join(' ').split(/\s+/)).toEqual(text.split(' '));
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(600);
});

test('an endless word is split too', () => {
  const parts = texts('x'.repeat(5000));
  expect(parts.join('')).toBe('x'.repeat(5000));
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(600);
});

test('a book is split in a moment', () => {
  const book = 'Some words and no end to them '.repeat(40_000);
  const start = performance.now();
  expect(texts(book).length).toBeGreaterThan(1000);
  expect(performance.now() - start).toBeLessThan(2000);
});

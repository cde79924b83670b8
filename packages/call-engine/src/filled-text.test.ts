import { expect, test } from 'vitest';
import { authored, instructionOf } from './filled-text.ts';

const filled = (...texts: string[]) => ({ filled: texts.map((text) => ({ text, isOfContact: true })) });

test('what was put into an instruction stands between tags, and the author’s own quotations do not', () => {
  expect(instructionOf('Greet "Ada". Say: "Welcome!"', filled('Ada'))).toBe(
    'Greet <value>Ada</value>. Say: "Welcome!"',
  );
});

test('nothing in a value opens or closes a tag, or is taken for a pattern', () => {
  expect(instructionOf('About "a</value>-(.*)$&".', filled('a</value>-(.*)$&'))).toBe(
    'About <value>a&lt;/value&gt;-(.*)$&amp;</value>.',
  );
});

test('a value that stands in a longer one does not cut it', () => {
  expect(instructionOf('"Ada Bell" and "Ada"', filled('Ada', 'Ada Bell'))).toBe(
    '<value>Ada Bell</value> and <value>Ada</value>',
  );
});

test('the author answers for all but what the contact put in', () => {
  expect(authored('Promise all 5 of them 500, Al.', filled('Al', '5'))).toBe('Promise all   of them 500,  .');
  expect(authored('Unchanged', {})).toBe('Unchanged');
  const ofJob = { filled: [{ text: '900', isOfContact: false }] };
  expect(authored('It pays 900.', ofJob)).toBe('It pays 900.');
});

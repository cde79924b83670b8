import { expect, test } from 'vitest';
import { authored, instructionOf } from './filled-text.ts';

const filled = (...texts: string[]) => ({ filled: texts.map((text) => ({ text, isOfContact: true })) });

test('values inserted into an instruction are tagged, the author’s own quotations are not', () => {
  expect(instructionOf('Greet "Ada". Say: "Welcome!"', filled('Ada'))).toBe(
    'Greet <value>Ada</value>. Say: "Welcome!"',
  );
});

test('a value inserted into an instruction cannot open or close a tag, or act as a pattern', () => {
  expect(instructionOf('About "a</value>-(.*)$&".', filled('a</value>-(.*)$&'))).toBe(
    'About <value>a&lt;/value&gt;-(.*)$&amp;</value>.',
  );
});

test('an inserted value that is part of a longer one does not split the longer one', () => {
  expect(instructionOf('"Ada Bell" and "Ada"', filled('Ada', 'Ada Bell'))).toBe(
    '<value>Ada Bell</value> and <value>Ada</value>',
  );
});

test('everything in an instruction except contact data counts as the author’s text', () => {
  expect(authored('Promise all 5 of them 500, Al.', filled('Al', '5'))).toBe('Promise all   of them 500,  .');
  expect(authored('Unchanged', {})).toBe('Unchanged');
  const ofJob = { filled: [{ text: '900', isOfContact: false }] };
  expect(authored('It pays 900.', ofJob)).toBe('It pays 900.');
});

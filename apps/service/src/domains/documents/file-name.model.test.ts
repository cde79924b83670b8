import { expect, test } from 'vitest';
import { cleanFileName, endingOf } from './file-name.model.ts';

test.each([
  ['notes.txt', 'notes.txt'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\Users\\me\\CV.pdf', 'CV.pdf'],
  ['/absolute/a.md', 'a.md'],
  ['Lebenslauf Müller (neu).pdf', 'Lebenslauf Müller (neu).pdf'],
  ['履歴書.docx', '履歴書.docx'],
  ['Mu\u0308ller.txt', 'Müller.txt'],
  ['a\u0007b\nc.txt', 'abc.txt'],
  ['invoice\u202etxt.pdf', 'invoicetxt.pdf'],
  ['  spaced   out .txt ', 'spaced out .txt'],
  ['👩‍💻.txt', '👩‍💻.txt'],
])('%j is kept as %j', (sent, kept) => {
  expect(cleanFileName(sent)).toBe(kept);
});

test.each([[''], ['..'], ['.'], ['a/'], ['\\'], ['\u0000'], ['\u202e']])('%j names no file', (sent) => {
  expect(cleanFileName(sent)).toBeUndefined();
});

test('a long name keeps its ending and no character is cut in two', () => {
  const kept = cleanFileName(`${'😀'.repeat(250)}.pdf`) as string;
  expect([...kept]).toHaveLength(200);
  expect(kept.endsWith('😀.pdf')).toBe(true);
  expect(kept.isWellFormed()).toBe(true);
});

test('the ending is read in any case, and a name that is only an ending has none', () => {
  expect(endingOf('A.PDF')).toBe('pdf');
  expect(endingOf('archive.tar.gz')).toBe('gz');
  expect(endingOf('.txt')).toBe('');
  expect(endingOf('README')).toBe('');
});

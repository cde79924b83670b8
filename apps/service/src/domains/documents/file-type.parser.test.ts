import { docxFile, pdfFile, zipFile } from '@parley/testing/document-files.ts';
import { expect, test } from 'vitest';
import { announcedType, cleanFileName, endingOf, isOfType } from './file-type.parser.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test.each([
  ['a.pdf', 'application/pdf', 'PDF'],
  ['a.docx', DOCX, 'DOCX'],
  ['a.txt', 'text/plain', 'TXT'],
  ['A.TXT', 'Text/Plain; charset=utf-8', 'TXT'],
  ['a.md', 'text/markdown', 'MD'],
  ['a.md', 'text/plain', 'MD'],
  ['a.htm', 'text/html', 'HTML'],
  ['a.csv', 'text/csv', 'CSV'],
])('a file %s with content type %s has the type %s', (fileName, contentType, type) => {
  expect(announcedType(fileName, contentType)).toBe(type);
});

test.each([
  ['a.png', 'image/png'],
  ['a.pdf', 'text/plain'],
  ['a.txt', 'application/pdf'],
  ['a.html', 'text/plain'],
  ['a', 'text/plain'],
  ['a.doc', 'application/msword'],
  ['a.docx.exe', DOCX],
  ['a.toString', 'text/plain'],
  ['a.txt', 'constructor'],
  ['a.txt', 'text/plain\r\nx: y'],
])('a file %s with content type %s has no supported type', (fileName, contentType) => {
  expect(announcedType(fileName, contentType)).toBeUndefined();
});

const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüezi', 'utf16le')]);

test('the content of a file is recognised as the announced type', async () => {
  expect(await isOfType('PDF', pdfFile(['Hello']))).toBe(true);
  expect(await isOfType('PDF', Buffer.from('\ufeff%PDF-1.7'))).toBe(true);
  expect(await isOfType('DOCX', docxFile(['<w:r><w:t>Hello</w:t></w:r>']))).toBe(true);
  expect(await isOfType('TXT', Buffer.from('Grüezi\r\n\tmitenand'))).toBe(true);
  expect(await isOfType('TXT', utf16)).toBe(true);
  expect(await isOfType('CSV', Buffer.from('caf\xe9;1', 'latin1'))).toBe(true);
  expect(await isOfType('HTML', Buffer.from('<p>Hello</p>'))).toBe(true);
});

test('file content that does not match the announced type is detected', async () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  expect(await isOfType('PDF', Buffer.from('Hello'))).toBe(false);
  expect(await isOfType('PDF', docxFile([]))).toBe(false);
  expect(await isOfType('DOCX', Buffer.from('PK\x03\x04 and nothing more'))).toBe(false);
  expect(await isOfType('DOCX', zipFile([{ name: 'xl/workbook.xml', body: '' }]))).toBe(false);
  expect(await isOfType('DOCX', zipFile([{ name: '[Content_Types].xml', body: '' }]))).toBe(false);
  expect(await isOfType('DOCX', pdfFile(['Hello']))).toBe(false);
  for (const bytes of [png, pdfFile(['Hello']), docxFile([]), Buffer.from('a\0b')]) {
    expect(await isOfType('TXT', bytes)).toBe(false);
  }
});

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
])('the file name %j is stored as %j', (sent, kept) => {
  expect(cleanFileName(sent)).toBe(kept);
});

test.each([[''], ['..'], ['.'], ['a/'], ['\\'], ['\u0000'], ['\u202e']])('%j is not a file name', (sent) => {
  expect(cleanFileName(sent)).toBeUndefined();
});

test('a long file name is shortened before its extension, and no character is split', () => {
  const kept = cleanFileName(`${'😀'.repeat(250)}.pdf`) as string;
  expect([...kept]).toHaveLength(200);
  expect(kept.endsWith('😀.pdf')).toBe(true);
  expect(kept.isWellFormed()).toBe(true);
});

test('a file extension is read in any case, and a name such as .txt has no extension', () => {
  expect(endingOf('A.PDF')).toBe('pdf');
  expect(endingOf('archive.tar.gz')).toBe('gz');
  expect(endingOf('.txt')).toBe('');
  expect(endingOf('README')).toBe('');
});

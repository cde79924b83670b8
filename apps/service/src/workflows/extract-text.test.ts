import { pdfFile, zipFile } from '@parley/testing/document-files.ts';
import { extractedText } from '@parley/testing/extracted-text.ts';
import { expect, test } from 'vitest';
import type { FileType } from '../domains/documents/file-type.parser.ts';
import { makeExtractor } from './extract-text.ts';

const limits = { atOnce: 2, timeoutMs: 25_000, heapMegabytes: 512, bufferMegabytes: 256 };

const textOf = (type: FileType, bytes: Buffer | string, extract = makeExtractor(limits)) =>
  extractedText(type, bytes, extract);

test('the text of every page of a PDF is read', async () => {
  expect(await textOf('PDF', pdfFile(['First page', 'Second (page)']))).toBe('First page\n\nSecond (page)');
});

test('an unreadable document is reported with a reason that its sender can understand', async () => {
  const bomb = zipFile([
    { name: '[Content_Types].xml', body: '' },
    { name: 'word/document.xml', body: Buffer.alloc(64 * 1024 ** 2) },
  ]);
  await expect(textOf('PDF', '%PDF-1.4\nnothing')).rejects.toThrow('The PDF is damaged');
  await expect(textOf('DOCX', bomb)).rejects.toThrow('too large when unpacked');
  await expect(textOf('DOCX', zipFile([{ name: 'word/other.xml', body: '' }]))).rejects.toThrow(
    'no text part',
  );
});

test('extracting a document that takes too long is given up, and the next document is read', async () => {
  const hasty = makeExtractor({ ...limits, atOnce: 1, timeoutMs: 1 });
  await expect(textOf('TXT', 'Hello', hasty)).rejects.toThrow('took too long');
  expect(await textOf('TXT', 'Hello')).toBe('Hello');
});

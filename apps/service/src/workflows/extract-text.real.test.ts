import { docxFile, packedPdfFile, pdfFile } from '@parley/testing/document-files.ts';
import { extractedText, owned } from '@parley/testing/extracted-text.ts';
import { expect, test } from 'vitest';
import type { FileType } from '../domains/documents/file-type.parser.ts';
import { makeExtractor } from './extract-text.ts';

const limits = { atOnce: 2, timeoutMs: 50_000, heapMegabytes: 512, bufferMegabytes: 256 };

const textOf = (type: FileType, bytes: Buffer | string, extract = makeExtractor(limits)) =>
  extractedText(type, bytes, extract);

test('extracting a document that needs too much memory is given up, and the next document is read', async () => {
  const poor = makeExtractor({ ...limits, atOnce: 1, heapMegabytes: 24 });
  const greedy = docxFile(Array.from({ length: 400_000 }, (_, i) => `<w:r><w:t>${i}</w:t></w:r>`));
  await expect(textOf('DOCX', greedy, poor)).rejects.toThrow('too much memory');
  expect(await textOf('TXT', 'Hello', poor)).toBe('Hello');
});

test('extracting a PDF that expands too much is given up before it uses up the memory', async () => {
  const poor = makeExtractor({ ...limits, atOnce: 1, bufferMegabytes: 64 });
  const bomb = packedPdfFile(Buffer.alloc(200 * 1024 ** 2, ' '));
  expect(bomb.length).toBeLessThan(1024 ** 2);
  await expect(textOf('PDF', bomb, poor)).rejects.toThrow('too much memory');
  const honest = packedPdfFile(Buffer.from('BT /F1 12 Tf (Hello) Tj ET'));
  expect(await textOf('PDF', honest, poor)).toBe('Hello');
});

/** The longest that this thread computed without a pause; time in which the machine did something else is none of ours. */
async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longestMs = 0;
  let before = cpuMs();
  const timer = setInterval(() => {
    const now = cpuMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
  }, 1);
  await work();
  clearInterval(timer);
  return longestMs;
}

const MIB_20 = 20 * 1024 ** 2;
const sentence = 'Somebody sent us a long document with many lines. ';

test.each<[string, FileType, () => Buffer]>([
  [
    'PDF',
    'PDF',
    () =>
      pdfFile(
        Array.from({ length: 1500 }, (_, i) => `Line ${i}: ${sentence}`),
        MIB_20,
      ),
  ],
  ['text', 'TXT', () => Buffer.from(sentence.repeat(MIB_20 / sentence.length))],
])('extracting the text of 20 MiB of %s never blocks the main thread', async (_name, type, make) => {
  const file = make();
  expect(file.length).toBeGreaterThan(0.99 * MIB_20);
  const extract = makeExtractor(limits);
  // Work of ours that holds the thread does so every time; the garbage of other tests is collected only once.
  let longestMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && longestMs >= 50; attempt++) {
    const bytes = owned(file);
    let found = 0;
    const oneMs = await longestTurnMs(async () => {
      found = (await extract('a company', { type, charsetHint: '', bytes, person: undefined })).passages
        .length;
    });
    expect(found).toBeGreaterThan(100);
    longestMs = Math.min(longestMs, oneMs);
  }
  expect(longestMs).toBeLessThan(50);
});

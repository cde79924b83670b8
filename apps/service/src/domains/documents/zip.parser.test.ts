import { zipFile } from '@parley/testing/document-files.ts';
import { expect, test } from 'vitest';
import { readDirectory, Unreadable, unpack, type ZipEntry } from './zip.parser.ts';

const MB = 1024 ** 2;

test('files of a zip archive are unpacked', () => {
  const archive = zipFile([
    { name: 'a.xml', body: 'first' },
    { name: 'Ä/b.xml', body: 'second' },
  ]);
  const entries = readDirectory(archive);
  expect(entries.map(({ name }) => name)).toEqual(['a.xml', 'Ä/b.xml']);
  expect(entries.map((entry) => unpack(archive, entry).toString())).toEqual(['first', 'second']);
});

test('a zip bomb is refused by the sizes in its directory, before anything is unpacked', () => {
  const dense = zipFile([{ name: 'word/document.xml', body: Buffer.alloc(64 * MB) }]);
  expect(dense.length).toBeLessThan(MB);
  expect(() => readDirectory(dense)).toThrow('too large when unpacked');
  const large = zipFile([{ name: 'a', body: 'x', claimedBytes: 201 * MB }]);
  expect(() => readDirectory(large)).toThrow('too large when unpacked');
});

test('a zip archive of small entries is refused if they are too large together', () => {
  const parts = Array.from({ length: 30 }, (_, i) => ({ name: `${i}`, body: 'x', claimedBytes: 7 * MB }));
  expect(() => readDirectory(zipFile(parts))).toThrow('too large when unpacked');
});

test('unpacking a zip entry stops when it exceeds the size stated in the directory', () => {
  const archive = zipFile([{ name: 'a', body: Buffer.alloc(64 * MB), claimedBytes: 1000 }]);
  expect(() => unpack(archive, readDirectory(archive)[0] as ZipEntry)).toThrow(Unreadable);
});

test('an encrypted zip entry is reported as encrypted', () => {
  const archive = zipFile([{ name: 'a', body: 'secret', flags: 1 }]);
  expect(() => unpack(archive, readDirectory(archive)[0] as ZipEntry)).toThrow('password');
});

test('a zip archive that was truncated or changed at any place is reported as unreadable', () => {
  const archive = zipFile([{ name: 'word/document.xml', body: 'Hello '.repeat(50) }]);
  for (let length = 0; length < archive.length; length++) {
    expect(() => readDirectory(archive.subarray(0, length))).toThrow(Unreadable);
  }
  for (let at = 0; at < archive.length; at++) {
    const changed = Buffer.from(archive);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    try {
      for (const entry of readDirectory(changed)) unpack(changed, entry);
    } catch (error) {
      expect(error).toBeInstanceOf(Unreadable);
    }
  }
});

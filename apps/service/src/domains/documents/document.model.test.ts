import { movesFrom, next } from '@parley/kernel/transition.ts';
import { expect, test } from 'vitest';
import { announcementViolations, lifecycle, roomViolations } from './document.model.ts';

const file = { fileName: 'notes.txt', contentType: 'text/plain', sizeBytes: 10 };

test('a document goes from upload through processing to a final status', () => {
  expect(next(lifecycle, 'The document', 'PENDING', 'complete')).toBe('PROCESSING');
  expect(next(lifecycle, 'The document', 'PROCESSING', 'finish')).toBe('READY');
  expect(next(lifecycle, 'The document', 'PROCESSING', 'fail')).toBe('FAILED');
  expect(movesFrom(lifecycle, 'READY')).toEqual([]);
  expect(movesFrom(lifecycle, 'FAILED')).toEqual([]);
});

test('a document that is not uploaded can neither finish nor fail', () => {
  expect(movesFrom(lifecycle, 'PENDING')).toEqual(['complete']);
});

test('a file of 20 MiB is accepted and one byte more is refused with the numbers', () => {
  expect(announcementViolations({ ...file, sizeBytes: 20_971_520 })).toEqual([]);
  expect(announcementViolations({ ...file, sizeBytes: 20_971_521 })).toEqual([
    'sizeBytes must be at most 20971520 (20 MiB), and 20971521 were announced',
  ]);
});

test('all problems of a file are reported together', () => {
  expect(
    announcementViolations({ fileName: 'a.png', contentType: 'image/png', sizeBytes: 1e9 }),
  ).toHaveLength(2);
  expect(announcementViolations({ ...file, fileName: '../..' })).toEqual(['fileName must name a file']);
});

test('a sixth document and a full plan are refused with their numbers', () => {
  const wanted = { sizeBytes: 600, source: 'UPLOAD', ownerKind: 'contact' } as const;
  expect(roomViolations(wanted, { documents: 4, companyBytes: 400 }, 1000)).toEqual([]);
  const [places, storage] = roomViolations(wanted, { documents: 5, companyBytes: 401 }, 1000);
  expect(places).toContain('at most 5 for one contact, and it has 5');
  expect(storage).toContain('600 bytes are needed, and of 1000 there are 599 left');
});

test('a CV does not count as a document but uses storage', () => {
  const wanted = { sizeBytes: 600, source: 'CV', ownerKind: 'contact' } as const;
  expect(roomViolations(wanted, { documents: 5, companyBytes: 0 }, 1000)).toEqual([]);
  expect(roomViolations(wanted, { documents: 0, companyBytes: 500 }, 1000)).toHaveLength(1);
});

test('a plan below the stored amount has no storage left, never less than none', () => {
  const wanted = { sizeBytes: 1, source: 'UPLOAD', ownerKind: 'agent' } as const;
  expect(roomViolations(wanted, { documents: 0, companyBytes: 500 }, 100)[0]).toContain('there are 0 left');
});

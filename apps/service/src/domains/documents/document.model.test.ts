import { movesFrom, next } from '@parley/kernel/transition.ts';
import { expect, test } from 'vitest';
import { announcementViolations, lifecycle, roomViolations } from './document.model.ts';

const file = { fileName: 'notes.txt', contentType: 'text/plain', sizeBytes: 10 };

test('a document goes from upload to processing to a final status', () => {
  expect(next(lifecycle, 'The document', 'PENDING', 'complete')).toBe('PROCESSING');
  expect(next(lifecycle, 'The document', 'PROCESSING', 'finish')).toBe('READY');
  expect(next(lifecycle, 'The document', 'PROCESSING', 'fail')).toBe('FAILED');
  expect(movesFrom(lifecycle, 'READY')).toEqual([]);
  expect(movesFrom(lifecycle, 'FAILED')).toEqual([]);
});

test('the processing of a document can neither finish nor fail before the document is uploaded', () => {
  expect(movesFrom(lifecycle, 'PENDING')).toEqual(['complete']);
});

test('a file of 20 MiB is accepted, and a larger one is refused with both sizes', () => {
  expect(announcementViolations({ ...file, sizeBytes: 20_971_520 })).toEqual([]);
  expect(announcementViolations({ ...file, sizeBytes: 20_971_521 })).toEqual([
    'sizeBytes must be at most 20971520 (20 MiB), and 20971521 were announced',
  ]);
});

test('all problems of an uploaded file are reported together', () => {
  expect(
    announcementViolations({ fileName: 'a.png', contentType: 'image/png', sizeBytes: 1e9 }),
  ).toHaveLength(2);
  expect(announcementViolations({ ...file, fileName: '../..' })).toEqual(['fileName must name a file']);
});

test('a sixth document, or one beyond the storage of the plan, is refused with the limit in the message', () => {
  const wanted = { sizeBytes: 600, source: 'UPLOAD', ownerKind: 'contact' } as const;
  expect(roomViolations(wanted, { documents: 4, companyBytes: 400 }, 1000)).toEqual([]);
  const [places, storage] = roomViolations(wanted, { documents: 5, companyBytes: 401 }, 1000);
  expect(places).toContain('at most 5 for one contact, and it has 5');
  expect(storage).toContain('600 bytes are needed, and of 1000 there are 599 left');
});

test('a CV does not count toward the number of documents, but toward the storage', () => {
  const wanted = { sizeBytes: 600, source: 'CV', ownerKind: 'contact' } as const;
  expect(roomViolations(wanted, { documents: 5, companyBytes: 0 }, 1000)).toEqual([]);
  expect(roomViolations(wanted, { documents: 0, companyBytes: 500 }, 1000)).toHaveLength(1);
});

test('a company that stores more than its plan allows has 0 bytes left, not a negative number', () => {
  const wanted = { sizeBytes: 1, source: 'UPLOAD', ownerKind: 'agent' } as const;
  expect(roomViolations(wanted, { documents: 0, companyBytes: 500 }, 100)[0]).toContain('there are 0 left');
});

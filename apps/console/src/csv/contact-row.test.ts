import { describe, expect, test } from 'vitest';
import type { ContactField } from '../api/catalog.ts';
import { dayReader } from './column-dates.ts';
import { linesWithSharedNumber, nationalNumbers } from './column-numbers.ts';
import { columnTargets, guessMapping, missingColumns, rowReader, withColumn } from './contact-row.ts';
import { linesWithoutName, namesOf } from './row-names.ts';

const field = (key: string, dataType: ContactField['dataType'], more: Partial<ContactField> = {}) => ({
  id: key,
  key,
  label: key.replaceAll('_', ' '),
  dataType,
  category: 'custom' as const,
  isPii: false,
  isSystem: false,
  allowPiiInContext: false,
  inEssentialPromptSet: false,
  displayOrder: 1,
  isCompanyOverride: false,
  readOnly: false,
  writable: true,
  csvAliases: [],
  ...more,
});

const catalog = [
  field('job_title', 'string', { label: 'Job title', csvAliases: ['Position'] }),
  field('start_on', 'date'),
  field('size', 'number'),
  field('insured', 'bool'),
  field('tier', 'enum', { enumOptions: ['Gold', 'Silver'] }),
  field('skills', 'tags'),
  field('email', 'string', { writable: false }),
];
const targets = columnTargets(catalog);
const defaults = { gdprExpiryDate: '2030-01-01' };
const read = (header: string[], cells: string[]) =>
  rowReader(guessMapping(header, targets), targets, defaults)({ line: 2, cells }).values;

describe('mapping of CSV columns', () => {
  test('CSV columns are mapped to contact fields by property, key, label or alias, in any spelling', () => {
    expect(
      guessMapping(['Vorname', 'LAST_NAME', 'E-Mail', 'Mobile phone', 'position', 'start on', '?'], targets),
    ).toEqual(['firstName', 'lastName', 'email', 'phoneNumber', 'fields.job_title', 'fields.start_on', '']);
  });

  test('a contact field is guessed for one CSV column only', () => {
    expect(guessMapping(['phone', 'mobile'], targets)).toEqual(['phoneNumber', '']);
  });

  test('a field mapped to another CSV column is removed from its former column', () => {
    expect(withColumn(['email', '', 'status'], 1, 'email')).toEqual(['', 'email', 'status']);
    expect(withColumn(['email', ''], 0, '')).toEqual(['', '']);
  });

  test('a column mapping without the required fields names the missing ones', () => {
    expect(missingColumns(['fullName', 'phoneNumber'])).toEqual([]);
    expect(missingColumns(['firstName', 'fields.size'])).toHaveLength(2);
  });
});

describe('CSV rows', () => {
  test('the cells of a CSV row are converted to the types of their fields', () => {
    expect(
      read(
        ['first name', 'last name', 'phone', 'start on', 'size', 'insured', 'tier', 'skills', 'status'],
        ['Ada', ' Novak ', '+15005550000', '31.12.2026', '1 234,5', 'yes', 'gold', 'SQL; tea', 'in process'],
      ),
    ).toEqual({
      firstName: 'Ada',
      lastName: 'Novak',
      phoneNumber: '+15005550000',
      gdprExpiryDate: '2030-01-01',
      status: 'IN_PROCESS',
      fields: { start_on: '2026-12-31', size: 1234.5, insured: true, tier: 'Gold', skills: ['SQL', 'tea'] },
    });
  });

  test('an invalid cell of a CSV row is sent as it is, for the service to refuse', () => {
    expect(read(['size', 'start on', 'insured'], ['1,234', '03/04/2026', 'maybe'])).toMatchObject({
      fields: { size: '1,234', start_on: '03/04/2026', insured: 'maybe' },
    });
  });

  test('empty and missing cells of a CSV row are omitted', () => {
    expect(read(['first name', 'email', 'size'], ['Ada', ' '])).toEqual({ firstName: 'Ada', ...defaults });
  });

  test('a full name in a CSV row is split, unless first and last name have columns', () => {
    expect(namesOf('Ada Maria Novak')).toEqual({ firstName: 'Ada Maria', lastName: 'Novak' });
    expect(namesOf('Novak, Ada Maria')).toEqual({ firstName: 'Ada Maria', lastName: 'Novak' });
    expect(namesOf('Cher')).toEqual({ firstName: 'Cher' });
    expect(read(['surname', 'name'], ['van Dyk', 'Ada van Dyk'])).toMatchObject({ lastName: 'van Dyk' });
    expect(read(['name', 'surname'], ['Ada van Dyk', 'van Dyk'])).toMatchObject({ lastName: 'van Dyk' });
  });
});

test('a row without a first or last name gets the chosen word in its place, and no row is lost', () => {
  const header = ['first name', 'last name', 'phone', 'Organization'];
  const all = columnTargets([...catalog, field('organization', 'string')]);
  const named = (missingName: string, ...cells: string[]) => {
    const { values } = rowReader(guessMapping(header, all), all, { missingName })({ line: 7, cells });
    return [values.firstName, values.lastName];
  };
  expect(named('Customer', '', 'Keller')).toEqual(['Customer', 'Keller']);
  expect(named('Customer', 'n/a', 'Keller')).toEqual(['Customer', 'Keller']);
  expect(named('Customer', 'Ada', '-')).toEqual(['Customer', 'Ada']);
  expect(named('Customer', '', '', '', 'Nordwind Ltd')).toEqual(['Customer', 'Nordwind Ltd']);
  expect(named('Customer', 'N/A', '')).toEqual(['Customer', '7']);
  expect(named('Customer', 'Ada', 'Novak')).toEqual(['Ada', 'Novak']);
  expect(named('', 'n/a', 'Keller')).toEqual([undefined, 'Keller']);
});

test('rows without a first or last name are counted before the import', () => {
  const records = [['Ada', 'Novak'], ['', 'Keller'], ['n/a', 'n/a'], ['Cher']].map((cells, at) => ({
    line: at + 2,
    cells,
  }));
  expect(linesWithoutName(records, ['firstName', 'lastName'])).toEqual([3, 4, 5]);
  expect(linesWithoutName([{ line: 2, cells: ['Cher'] }], ['fullName'])).toEqual([2]);
  expect(linesWithoutName([{ line: 2, cells: ['Novak, Ada'] }], ['fullName'])).toEqual([]);
});

test('the preview shows how the dates of a column are read, and which are not', () => {
  const records = ['05/02/2027', '31/12/2026', 'soon', ''].map((cell, at) => ({
    line: at + 2,
    cells: [cell],
  }));
  const day = dayReader(records, 0);
  expect(records.map(({ cells: [cell = ''] }) => day(cell))).toEqual([
    '2027-02-05',
    '2026-12-31',
    undefined,
    undefined,
  ]);
  expect(dayReader(records.slice(0, 1), 0)('05/02/2027')).toBeUndefined();
});

test('dates with slashes are read by the order that the other dates of their column show', () => {
  const dates = (...column: string[]) => {
    const records = column.map((cell, at) => ({ line: at + 2, cells: [cell] }));
    const reading = rowReader(['fields.start_on'], columnTargets(catalog), {}, records);
    return records.map((record) => (reading(record).values.fields as { start_on: string }).start_on);
  };
  expect(dates('31/12/2026', '3/4/2026')).toEqual(['2026-12-31', '2026-04-03']);
  expect(dates('12/31/2026', '3/4/2026')).toEqual(['2026-12-31', '2026-03-04']);
  expect(dates('03/04/2026')).toEqual(['03/04/2026']);
  expect(dates('31/12/2026', '12/31/2026')).toEqual(['31/12/2026', '12/31/2026']);
});

const rows = (...numbers: string[]) =>
  numbers.map((number, at) => ({ line: at + 2, cells: ['Ada', number] }));

test('CSV rows with the same phone number are found, whatever its notation', () => {
  const file = rows('+41 44 364 35 32', '+41443643533', '0041 (44) 364-35-32', '', '', '+41443643532');
  expect(linesWithSharedNumber(file, ['firstName', 'phoneNumber'])).toEqual([2, 4, 7]);
});

test('simulated phone numbers may occur in several CSV rows', () => {
  expect(linesWithSharedNumber(rows('+15005550000', '+1 500 555 0000'), ['', 'phoneNumber'])).toEqual([]);
});

test('a CSV file without a phone number column has no rows with the same number', () => {
  expect(linesWithSharedNumber(rows('1', '1'), ['firstName', ''])).toEqual([]);
});

test('phone numbers without a country code are found in a CSV file', () => {
  const file = rows('07700 900123', '+44 7700 900123', '', '(020) 7946 0018', 'unknown');
  expect(nationalNumbers(file, ['firstName', 'phoneNumber'])).toEqual(['07700 900123', '(020) 7946 0018']);
  expect(nationalNumbers(file, ['firstName', ''])).toEqual([]);
});

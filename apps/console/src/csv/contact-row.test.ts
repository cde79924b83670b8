import { describe, expect, test } from 'vitest';
import type { ContactField } from '../api/catalog.ts';
import {
  columnTargets,
  guessMapping,
  linesWithSharedNumber,
  missingColumns,
  namesOf,
  rowReader,
  withColumn,
} from './contact-row.ts';

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

describe('column mapping', () => {
  test('guesses columns by property, key, label and alias in any spelling', () => {
    expect(
      guessMapping(['Vorname', 'LAST_NAME', 'E-Mail', 'Mobile phone', 'position', 'start on', '?'], targets),
    ).toEqual(['firstName', 'lastName', 'email', 'phoneNumber', 'fields.job_title', 'fields.start_on', '']);
  });

  test('uses each field once', () => {
    expect(guessMapping(['phone', 'mobile'], targets)).toEqual(['phoneNumber', '']);
  });

  test('moves a field from one column to another', () => {
    expect(withColumn(['email', '', 'status'], 1, 'email')).toEqual(['', 'email', 'status']);
    expect(withColumn(['email', ''], 0, '')).toEqual(['', '']);
  });

  test('asks for the required fields', () => {
    expect(missingColumns(['fullName', 'phoneNumber'])).toEqual([]);
    expect(missingColumns(['firstName', 'fields.size'])).toHaveLength(2);
  });
});

describe('a row', () => {
  test('is converted to the types of its fields', () => {
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

  test('passes invalid values on for the service to refuse', () => {
    expect(read(['size', 'start on', 'insured'], ['1,234', '03/04/2026', 'maybe'])).toMatchObject({
      fields: { size: '1,234', start_on: '03/04/2026', insured: 'maybe' },
    });
  });

  test('omits empty and missing cells', () => {
    expect(read(['first name', 'email', 'size'], ['Ada', ' '])).toEqual({ firstName: 'Ada', ...defaults });
  });

  test('splits a full name, unless first and last name have columns', () => {
    expect(namesOf('Ada Maria Novak')).toEqual({ firstName: 'Ada Maria', lastName: 'Novak' });
    expect(namesOf('Novak, Ada Maria')).toEqual({ firstName: 'Ada Maria', lastName: 'Novak' });
    expect(namesOf('Cher')).toEqual({ firstName: 'Cher' });
    expect(read(['surname', 'name'], ['van Dyk', 'Ada van Dyk'])).toMatchObject({ lastName: 'van Dyk' });
    expect(read(['name', 'surname'], ['Ada van Dyk', 'van Dyk'])).toMatchObject({ lastName: 'van Dyk' });
  });
});

const rows = (...numbers: string[]) =>
  numbers.map((number, at) => ({ line: at + 2, cells: ['Ada', number] }));

test('rows with the same phone number are found in any notation', () => {
  const file = rows('+41 44 364 35 32', '+41443643533', '0041 (44) 364-35-32', '', '', '+41443643532');
  expect(linesWithSharedNumber(file, ['firstName', 'phoneNumber'])).toEqual([2, 4, 7]);
});

test('numbers of the simulated network may be shared', () => {
  expect(linesWithSharedNumber(rows('+15005550000', '+1 500 555 0000'), ['', 'phoneNumber'])).toEqual([]);
});

test('a file without a phone number column has no shared numbers', () => {
  expect(linesWithSharedNumber(rows('1', '1'), ['firstName', ''])).toEqual([]);
});

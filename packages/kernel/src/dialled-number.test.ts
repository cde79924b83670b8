import { expect, test } from 'vitest';
import { asDialled, type Dialling, numberAsDialled } from './dialled-number.ts';

const e164: Dialling = { format: 'E164', prefix: '', country: null };
const withoutPlus: Dialling = { ...e164, format: 'E164_WITHOUT_PLUS' };
const swiss: Dialling = { format: 'NATIONAL', prefix: '', country: 'CH' };

test.each<[string, string, Dialling, string]>([
  ['E.164', '+41446681800', e164, '+41446681800'],
  ['E.164 without plus', '+41446681800', withoutPlus, '41446681800'],
  ['E.164 after 00', '+41446681800', { ...withoutPlus, prefix: '00' }, '0041446681800'],
  ['the national format, in its country', '+41446681800', swiss, '0446681800'],
  ['the national format, abroad', '+493012345678', swiss, '00493012345678'],
  ['the national format after 9', '+41446681800', { ...swiss, prefix: '9' }, '90446681800'],
  ['the national format of the United States', '+14152362100', { ...swiss, country: 'US' }, '4152362100'],
  ['the national format, Canada from there', '+14165550123', { ...swiss, country: 'US' }, '14165550123'],
  [
    'the national format, Switzerland from there',
    '+41446681800',
    { ...swiss, country: 'US' },
    '01141446681800',
  ],
  [
    'the national format, Jersey from Great Britain',
    '+441534888888',
    { ...swiss, country: 'GB' },
    '01534888888',
  ],
  [
    'E.164 where a country has several international prefixes',
    '+4915112345678',
    { ...swiss, country: 'SG' },
    '+4915112345678',
  ],
])('a number is dialled in %s', (_words, number, dialling, dialled) => {
  expect(asDialled(number, dialling)).toBe(dialled);
  expect(numberAsDialled(dialled, dialling, null)).toBe(number);
});

test('what is no number in E.164 is dialled as it is', () => {
  expect(asDialled('123', { ...swiss, prefix: '9' })).toBe('123');
});

test('a number that a trunk names is read as the trunk writes numbers', () => {
  expect(numberAsDialled('90900123456', { ...swiss, prefix: '9' }, '+493012345678')).toBe('+41900123456');
  expect(numberAsDialled('41900123456', withoutPlus, '+14152362100')).toBe('+41900123456');
  expect(numberAsDialled('+41446681800', { ...withoutPlus, prefix: '00' }, null)).toBe('+41446681800');
});

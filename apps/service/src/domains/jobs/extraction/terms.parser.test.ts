import { expect, test } from 'vitest';
import { placeIn } from './place.parser.ts';
import { languagesAskedIn, languagesIn } from './skills.parser.ts';
import { contractIn, educationIn, experienceIn, experienceOfTitle } from './terms.parser.ts';
import { workModeIn } from './work-mode.parser.ts';

test.each<[string, string | undefined]>([
  ['FULL_TIME', 'FULL_TIME'],
  ['full or part time', 'FULL_TIME'],
  ['Vollzeit', 'FULL_TIME'],
  ['Práce na plný úvazek, práce na zkrácený úvazek', 'FULL_TIME'],
  ['CDI', undefined],
  ['CDD', 'TEMPORARY'],
  ['Unbefristet, Teilzeit', 'PART_TIME'],
  ['befristet', 'TEMPORARY'],
  ['Permanent contract', undefined],
  ['CONTRACTOR', 'CONTRACT'],
  ['Regular', undefined],
  ['INTERN', 'INTERNSHIP'],
  ['pełny etat', 'FULL_TIME'],
  ['na dobu neurčitou', undefined],
  ['tempo indeterminato, full-time', 'FULL_TIME'],
  ['OTHER', undefined],
])('the contract text %j is parsed as %s', (words, type) => {
  expect(contractIn(words)).toBe(type);
});

test.each<[string, string | undefined]>([
  ['TELECOMMUTE', 'REMOTE'],
  ['Remote - US', 'REMOTE'],
  ['On-site', 'ONSITE'],
  ['onsite, hybrid', 'HYBRID'],
  ['Remote or on-site', 'HYBRID'],
  ['Berlin', undefined],
  ['praca zdalna', 'REMOTE'],
])('the work mode text %j is parsed as %s', (words, mode) => {
  expect(workModeIn(words)).toBe(mode);
});

test.each<[string, object | undefined]>([
  ['London, UK', { city: 'London', countryCode: 'GB' }],
  ['Toronto, Ontario', { city: 'Toronto', region: 'Ontario' }],
  ['Sacramento, CA', { city: 'Sacramento', region: 'CA' }],
  ['Toronto, ON, Canada', { city: 'Toronto', region: 'ON', countryCode: 'CA' }],
  [
    'Grabenstrasse 6, 8865 Bilten, Schweiz',
    { street: 'Grabenstrasse 6', postalCode: '8865', city: 'Bilten', countryCode: 'CH' },
  ],
  ['Remote - Germany', { countryCode: 'DE' }],
  ['Remote', undefined],
  ['Praha, Česko', { city: 'Praha', countryCode: 'CZ' }],
])('the location text %j is parsed as %j', (words, place) => {
  const found = placeIn(words);
  expect(found && JSON.parse(JSON.stringify(found))).toEqual(place);
});

test('levels of experience and degrees in a posting are read in several languages', () => {
  expect(experienceIn('Junior, Mid-Level')).toBe('ENTRY');
  expect(experienceIn('5+ years')).toBe('SENIOR');
  expect(experienceOfTitle('Emerging Account Executive (India)')).toBeUndefined();
  expect(experienceOfTitle('Senior Engineer')).toBe('SENIOR');
  expect(educationIn('Středoškolské nebo odborné vyučení s maturitou')).toEqual([
    'HIGH_SCHOOL',
    'VOCATIONAL',
  ]);
});

test('only the required languages of a posting are read, with their levels', () => {
  expect(languagesIn('Deutsch (C1), Englisch B2, angličtina')).toEqual([
    { language: 'DE', proficiency: 'C1' },
    { language: 'EN', proficiency: 'B2' },
  ]);
  expect(languagesAskedIn('Our offices are French and Spanish.\nYou speak fluent English')).toEqual([
    { language: 'EN', proficiency: 'C1' },
  ]);
});

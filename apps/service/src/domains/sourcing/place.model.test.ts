import { expect, test } from 'vitest';
import { countryOf, nearness, placeOf } from './place.model.ts';

test.each([
  ['Zürich, Switzerland', { towns: ['zurich'], country: 'CH' }],
  ['Zürich, Schweiz', { towns: ['zurich'], country: 'CH' }],
  ['Praha - Česko', { towns: ['praha'], country: 'CZ' }],
  ['Greater London Area, UK', { towns: ['london'], country: 'GB' }],
  ['San Francisco, CA', { towns: ['san francisco', 'ca'], country: null }],
  ['Remote', { towns: [], country: null }],
  ['Remote (Germany)', { towns: [], country: 'DE' }],
])('the location %s is parsed into town and country', (text, place) => {
  expect(placeOf(text, null)).toEqual(place);
});

test('a country code is recognised only at the place of a country', () => {
  expect([countryOf('de'), countryOf('Deutschland'), countryOf('Atlantis')]).toEqual(['DE', 'DE', null]);
});

test.each([
  ['Berlin, Germany', 'Berlin', 'same-town'],
  ['Berlin', 'Berlin, Deutschland', 'same-town'],
  ['Berlin, Germany', 'Munich, Germany', 'same-country'],
  ['Germany', 'Munich, Germany', 'same-country'],
  ['Paris, France', 'Paris, Texas, USA', 'elsewhere'],
  ['Berlin', 'Oslo', 'elsewhere'],
  ['Berlin, Germany', '', 'unknown'],
])('for a job in %s, a candidate in "%s" counts as %s', (sought, is, expected) => {
  expect(nearness(placeOf(sought, null), placeOf(is, null))).toBe(expected);
});

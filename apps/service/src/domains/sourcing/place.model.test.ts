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
])('%s is read as it is meant', (text, place) => {
  expect(placeOf(text, null)).toEqual(place);
});

test('a country is known by its code where only a country can stand', () => {
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
])('sought in %s, somebody in "%s" is %s', (sought, is, expected) => {
  expect(nearness(placeOf(sought, null), placeOf(is, null))).toBe(expected);
});

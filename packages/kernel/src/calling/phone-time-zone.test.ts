import { expect, test } from 'vitest';
import { isTimezone } from '../country-and-timezone.ts';
import { countriesOfSeveralZones, zonesOfCountry } from './country-time-zones.ts';
import { contactTimeZone, timeZoneOf, timeZonesOf } from './phone-time-zone.ts';
import { PREFIXES } from './phone-time-zone-prefixes.ts';

test.each([
  ['+493012345678', 'Europe/Berlin'],
  ['+41446681800', 'Europe/Zurich'],
  ['+442079460018', 'Europe/London'],
  ['+35312345678', 'Europe/Dublin'],
  ['+3726123456', 'Europe/Tallinn'],
  ['+34912345678', 'Europe/Madrid'],
  ['+34928123456', 'Atlantic/Canary'],
  ['+351295123456', 'Atlantic/Azores'],
  ['+12125550123', 'America/New_York'],
  ['+13125550123', 'America/Chicago'],
  ['+13035550123', 'America/Denver'],
  ['+16025550123', 'America/Phoenix'],
  ['+14155550123', 'America/Los_Angeles'],
  ['+17755550123', 'America/Los_Angeles'],
  ['+12085550123', 'America/Boise'],
  ['+19075550123', 'America/Anchorage'],
  ['+18085550123', 'Pacific/Honolulu'],
  ['+16045550123', 'America/Vancouver'],
  ['+13065550123', 'America/Regina'],
  ['+17095550123', 'America/St_Johns'],
  ['+525512345678', 'America/Mexico_City'],
  ['+526641234567', 'America/Tijuana'],
  ['+551112345678', 'America/Sao_Paulo'],
  ['+558112345678', 'America/Recife'],
  ['+559212345678', 'America/Manaus'],
  ['+5511912345678', 'America/Sao_Paulo'],
  ['+528112345678', 'America/Mexico_City'],
  ['+74951234567', 'Europe/Moscow'],
  ['+78121234567', 'Europe/Moscow'],
  ['+74232123456', 'Asia/Vladivostok'],
  ['+77271234567', 'Asia/Almaty'],
  ['+61291234567', 'Australia/Sydney'],
  ['+61731234567', 'Australia/Brisbane'],
  ['+61882123456', 'Australia/Adelaide'],
  ['+61889123456', 'Australia/Darwin'],
  ['+61892123456', 'Australia/Perth'],
  ['+6491234567', 'Pacific/Auckland'],
  ['+919812345678', 'Asia/Kolkata'],
  ['+62211234567', 'Asia/Jakarta'],
  ['+60312345678', 'Asia/Kuala_Lumpur'],
  ['+8613812345678', 'Asia/Shanghai'],
  ['+20212345678', 'Africa/Cairo'],
  ['+212512345678', 'Africa/Casablanca'],
  ['+97141234567', 'Asia/Dubai'],
])('the phone number %s is in the time zone %s', (phoneNumber, zone) => {
  expect(timeZoneOf(phoneNumber)).toBe(zone);
});

test.each(['+8001234567890', '+881612345678', '+', ''])('the number %j has no time zone', (phoneNumber) => {
  expect(timeZoneOf(phoneNumber)).toBeUndefined();
});

test.each([
  ['+15005550000', 'personal, and simulated'],
  ['+15225550123', 'personal'],
  ['+18005550123', 'toll-free'],
  ['+16005550123', 'without an area in Canada'],
  ['+19005550123', 'premium rate'],
  ['+61412345678', 'an Australian mobile'],
  ['+611300123456', 'an Australian service number'],
  ['+79161234567', 'a Russian mobile'],
  ['+78001234567', 'toll-free in Russia'],
  ['+628123456789', 'an Indonesian mobile'],
  ['+558001234567', 'toll-free in Brazil'],
  ['+528001234567', 'toll-free in Mexico'],
  ['+34612345678', 'a Spanish mobile'],
  ['+351912345678', 'a Portuguese mobile'],
  ['+56912345678', 'a Chilean mobile'],
  ['+64211234567', 'a New Zealand mobile'],
  ['+97688123456', 'a Mongolian mobile'],
  ['+243812345678', 'a Congolese mobile'],
])('%s (%s) could be in several time zones, so it gives none', (phoneNumber) => {
  expect(timeZoneOf(phoneNumber)).toBeUndefined();
});

test('every time zone in the prefix table is known to this machine', () => {
  const zones = [...PREFIXES.matchAll(/^[A-Z]\S+/gm)].map(([zone]) => zone);
  expect(zones.length).toBeGreaterThan(250);
  expect(zones.filter((zone) => !isTimezone(zone))).toEqual([]);
});

test('every prefix in the time zone table is short enough to be looked up', () => {
  expect(PREFIXES.match(/\d{9,}/)).toBeNull();
});

test.each([
  ['Asia/Tokyo', '+493012345678', 'Asia/Tokyo'],
  ['Mars/Olympus', '+493012345678', 'Europe/Berlin'],
  ['', '+493012345678', 'Europe/Berlin'],
  [null, '+493012345678', 'Europe/Berlin'],
  [undefined, null, 'America/New_York'],
  [null, '+8001234567890', 'America/New_York'],
  [null, '+61412345678', 'Australia/Sydney'],
  [null, '+14155550123', 'America/Los_Angeles'],
])('a contact with the field %j and the number %s has the time zone %s', (field, phoneNumber, zone) => {
  expect(contactTimeZone(field, phoneNumber, 'America/New_York')).toBe(zone);
});

test('a mobile of a country with several time zones is taken to be in the zone of the company, if that is in the country', () => {
  expect(contactTimeZone(null, '+61412345678', 'Australia/Perth')).toBe('Australia/Perth');
  expect(contactTimeZone(null, '+61412345678', 'Europe/Zurich')).toBe('Australia/Sydney');
  // Its clock, under a name that is not in the list.
  expect(contactTimeZone(null, '+79131234567', 'Asia/Novosibirsk')).toBe('Asia/Krasnoyarsk');
  expect(contactTimeZone(null, '+61412345678', 'Australia/West')).toBe('Australia/Perth');
  expect(contactTimeZone(null, '+34612345678', 'Europe/Zurich')).toBe('Europe/Madrid');
  expect(contactTimeZone(null, '+15005550000', 'Europe/Zurich')).toBe('Europe/Zurich');
});

/** By these instants clocks of the year can be told apart. */
const instants = [
  '2026-01-15T00:00:00Z',
  '2026-04-10T00:00:00Z',
  '2026-07-15T00:00:00Z',
  '2026-10-20T00:00:00Z',
];
const clockOf = (timeZone: string): string =>
  instants
    .map((at) => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(new Date(at)))
    .join();

test.each(['AU', 'CA', 'ES', 'PT', 'US'])('every clock of %s is among its time zones', (country) => {
  const known = new Set(zonesOfCountry(country).map(clockOf));
  const locale = new Intl.Locale(`und-${country}`);
  expect(locale.getTimeZones?.()?.filter((zone) => !known.has(clockOf(zone)))).toEqual([]);
});

test('the time zones of every country in the table are known to this machine', () => {
  const names = countriesOfSeveralZones.flatMap(zonesOfCountry);
  expect(names.filter((name) => !isTimezone(name))).toEqual([]);
});

test('a number that tells its time zone may be in no other', () => {
  expect(timeZonesOf('+61291234567')).toEqual(['Australia/Sydney']);
  expect(timeZonesOf('+61412345678')).toContain('Australia/Perth');
  expect(timeZonesOf('+8001234567890')).toEqual([]);
});

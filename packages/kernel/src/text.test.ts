import { expect, test } from 'vitest';
import { containing, isBlank, masked, searchable, spacedWords } from './text.ts';

test.each([
  ['Zoë Łukasz', 'zoe lukasz'],
  ['  MÜLLER\tStraße ', 'muller strasse'],
  ['Ångström Sørensen', 'angstrom sorensen'],
  ['Ｆｕｌｌ', 'full'],
])('the search form of %j is %j', (text, found) => {
  expect(searchable(text)).toBe(found);
});

test('the search form of words keeps the spaces around them', () => {
  expect(spacedWords('ana maria keller')).toEqual(['ana ', ' maria ', ' keller']);
  expect(spacedWords('ana')).toEqual(['ana']);
});

test('SQL LIKE wildcards in a search text are escaped', () => {
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%');
});

test.each(['', ' \n\t', '\u200b', '\u202e\u2066', '\ufeff', '\u3164', '\u0001'])('%j is blank', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['a', ' . ', 'א\u200dב', 'مريم', '😀', '李'])('%j is not blank', (text) => {
  expect(isBlank(text)).toBe(false);
});

test.each([
  ['key sk_test_AbCdEfGh0123456789-_x leaked', 'key sk_*** leaked'],
  ['secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'secret whsec_***'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer ***'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln', 'token ***token***'],
  ['postgresql://parley:hunter2@db:5432/x', 'postgresql://parley:***@db:5432/x'],
  ['Key (email)=(maria.keller@example.com) exists', 'Key (email)=(***@***) exists'],
  ['called +41 44 668 18 00 twice', 'called +*** twice'],
  [
    `in the "/call/${'aZ0_-'.repeat(8)}/events?key=abc&after=3" (GET) route?`,
    'in the "/call/***/events?***" (GET) route?',
  ],
  [
    `https://parley.example/unsubscribe/${'aZ0_-'.repeat(17)}?language=de`,
    'https://parley.example/unsubscribe/***?***',
  ],
  [
    String.raw`{"msg":"in the \"/a?q=\"x\\y&key=abc\" (GET)","b":"/c?d","e":1}`,
    String.raw`{"msg":"in the \"/a?***\" (GET)","b":"/c?***","e":1}`,
  ],
  ["'/search?Maria%20Keller' is not a valid url component", "'/search?*** is not a valid url component"],
])('%j is logged as %j', (text, safe) => {
  expect(masked(text)).toBe(safe);
});

test('ordinary text is logged unchanged', () => {
  const text =
    'request failed at 2026-03-01T10:00:00.000Z for 01957a2e-7c00-7000-8000-000000000000 in 12 ms (+3 more) at /call/:token/events: what? (GET)?';
  expect(masked(text)).toBe(text);
});

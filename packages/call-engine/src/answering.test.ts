import { expect, test } from 'vitest';
import { type Answering, answeredBy, type Opening } from './answering.ts';

const many = 'and so on '.repeat(12);

test.each<[Opening, Answering]>([
  [{ text: 'Hello?', spokenMs: 500 }, 'person'],
  [{ machine: 'voicemail', text: 'Leave a message', spokenMs: 900 }, 'voicemail'],
  [{ machine: 'screening', text: 'Who is calling?' }, 'screening'],
  [{ isBeep: true }, 'voicemail'],
  [{ isBeep: true, hasScreened: true }, 'screening'],
  [{ machine: 'screening', isBeep: true }, 'screening'],
  [{ text: many, spokenMs: 12_000 }, 'voicemail'],
  [{ text: many, spokenMs: 6_000 }, 'person'],
  [{ text: 'Hello, um, yes, who is this, please?', spokenMs: 12_000 }, 'person'],
])('%o was answered by a %s', (opening, who) => {
  expect(answeredBy(opening)).toBe(who);
});

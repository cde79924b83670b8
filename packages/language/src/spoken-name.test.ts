import { expect, test } from 'vitest';
import type { Language } from './language.ts';
import { nameIn } from './spelled-text.ts';

test.each<[Language, string, string | undefined]>([
  ['EN', "It's Robert, Robert Calloway", 'Robert Calloway'],
  ['EN', 'Sure, put down George Pemberton please', 'George Pemberton'],
  ['EN', 'leanne okoro thanks', 'Leanne Okoro'],
  ['EN', "Siobhan Murphy, that's S I O B H A N", 'Siobhan Murphy'],
  ['EN', 'Katherine, as in Katherine Hepburn, Doyle', 'Katherine Doyle'],
  ['EN', 'Stephen with a P H, Hughes', 'Stephen Hughes'],
  ['EN', 'Stephen Hughes, not Steven with a V', 'Stephen Hughes'],
  ['EN', 'Priya Nair. That is N A I R, not N A Y E R', 'Priya Nair'],
  ['EN', 'M A C, not M C, then D O N A L D', 'Macdonald'],
  ['EN', "B R Y A N T, that's T for Tango", 'Bryant'],
  ['EN', 'B R I A N T, sorry, with a Y instead of the I', 'Bryant'],
  ['EN', 'Laura Bennett, double N, double T', 'Laura Bennett'],
  ['EN', 'Laura Bennett, B E N E T', 'Laura Benet'],
  ['DE', 'Leyla Özdemir, mit Ö am Anfang', 'Leyla Özdemir'],
  ['DE', 'Maier, mit A I, nicht mit E Y', 'Maier'],
  ['EN', 'Why do you want to know?', undefined],
  ['DE', 'Am Apparat ist Thomas Lindner', 'Thomas Lindner'],
  ['DE', 'Brandt mit d t, B R A N D T', 'Brandt'],
  ['DE', 'Das haben Sie doch schon', undefined],
])('in %s "%s" names %s', (language, said, name) => {
  expect(nameIn(said, language)?.name).toBe(name);
});

test.each<[Language, string, string]>([
  ['EN', 'My manager was Mrs Patel', 'Mrs Patel'],
  ['EN', 'A firm called Marston and Sons', 'Marston and Sons'],
  ['EN', 'I work for the council, Leeds City Council', 'Leeds City Council'],
  ['EN', 'The big Swedish furniture people, Ikea', 'Ikea'],
  ['EN', 'Ikea in Croydon', 'Ikea'],
  ['EN', "I clean at St Mary's Hospital", "St Mary's Hospital"],
  ['EN', "Sainsbury's", "Sainsbury's"],
  ['DE', 'bei der Post', 'Post'],
])('in %s "%s" names %s, who is not the speaker', (language, said, name) => {
  expect(nameIn(said, language, { isOwn: false })?.name).toBe(name);
});

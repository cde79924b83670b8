import { anonymousAddresses } from './anonymous-address.model.ts';
import { anonymousBirthDates } from './anonymous-birth-date.model.ts';
import { anonymousLinks, anonymousMail, anonymousPhones } from './anonymous-contact.model.ts';
import { anonymousNames } from './anonymous-name.model.ts';
import type { Person } from './person.model.ts';

/**
 * A text with labels in place of what makes the person known: names, e-mail, phone, links, handles, street
 * address and birth date. In doubt it takes out too much of these, but years and places of work stay: they are
 * what a CV is read for. E-mail and links go first, because they contain names.
 */
export const anonymous = (text: string, person: Person): string =>
  [
    anonymousMail,
    (part: string) => anonymousLinks(part, person),
    anonymousBirthDates,
    (part: string) => anonymousPhones(part, person),
    anonymousAddresses,
    (part: string) => anonymousNames(part, person),
  ].reduce((part, step) => step(part), readable(text));

/** More than sixty pages are no CV, and nothing with three hundred letters in one piece is a word. */
const MAX_CHARACTERS = 200_000;
const readable = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(
      /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{300,}/gu,
      '[link]',
    );

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anonymous } from './anonymous-text.model.ts';
import type { Person } from './personal-data.model.ts';

const maria: Person = { firstName: 'Maria', lastName: 'Keller', phoneNumber: null, country: null };
const person = (firstName: string, lastName: string, more: Partial<Person> = {}): Person => ({
  ...maria,
  firstName,
  lastName,
  ...more,
});

test.each<[string, string, Person?]>([
  // Names
  ['Maria Keller', '[name]'],
  ['MARIA KELLER', '[name]'],
  ['maria keller', '[name]'],
  ['Keller, Maria', '[name]'],
  ['M. Keller', '[name]'],
  ['Maria’s references', '[name] references'],
  ['CV of Maria Keller-Meier', 'CV of [name]'],
  ['JOSÉ GARCIA MÁRQUEZ', '[name]', person('José', 'García Márquez')],
  ['Juergen Mueller and Jürgen Muller', '[name] and [name]', person('Jürgen', 'Müller')],
  ['Ludwig van Beethoven', '[name]', person('Ludwig', 'van Beethoven')],
  ['Олена ШЕВЧЕНКО', '[name]', person('Олена', 'Шевченко')],
  ['氏名：田中太郎', '氏名：[name]', person('太郎', '田中')],
  ['Bo Li', '[name]', person('Bo', 'Li')],
  ['Ms Date, born 12 March 1988, a@b.ch', 'Ms [name], born [birth date], [e-mail]', person('Mail', 'Date')],
  ['Anna-Lena Weber, ANNA LENA', '[name]', person('Anna-Lena', 'Weber')],
  ["Mr. O'Brien", 'Mr. [name]', person('Pat', "O'Brien")],
  ['J.R. Smith (Jr.)', '[name] ([name].)', person('J.R.', 'Smith (Jr.)')],
  // Letters that become two, or another one, in the other case
  ['Hello İшиła and шиł.', 'Hello [name] and [name].', person('İшиła', 'шиł')],
  [
    'İsmail or ISMAIL or ismail or i\u0307smail',
    '[name] or [name] or [name] or [name]',
    person('İsmail', 'Öz'),
  ],
  ['İsmail or ismail', '[name] or [name]', person('Ismail', 'Öz')],
  ['राम रोम रूम शर्मा', '[name] रोम रूम [name]', person('राम', 'शर्मा')],
  ['Işık or ışık or IŞIK', '[name] or [name] or [name]', person('IŞIK', 'Öz')],
  ['Weiß or WEISS or WEIẞ or weiss', '[name] or [name] or [name] or [name]', person('Jo', 'Weiß')],
  ['Weiß or Weiss or WEIẞ', '[name] or [name] or [name]', person('Jo', 'WEISS')],
  ['ŉaba or ʼNABA', '[name] or [name]', person('ŉaba', 'Öz')],
  ['ǰaba or J\u030cABA or HAJ\u030c', '[name] or [name] or [name]', person('ǰaba', 'haǰ')],
  ['Γιώργος or ΓΙΩΡΓΟΣ or γιωργοσ', '[name] or [name] or [name]', person('Γιώργος', 'Öz')],
  ['Ντΐνα or ΝΤΪΝΑ or ΝΤΪ\u0301ΝΑ', '[name] or [name] or [name]', person('Ντΐνα', 'Öz')],
  ['Mr. Xİ', 'Mr. [name]', person('Bo', 'Xİ')],
  ['Åse or Aase or ase', '[name] or [name] or [name]', person('Åse', 'Øy')],
  ['Øystein or Oystein or Oeystein', '[name] or [name] or [name]', person('Øystein', 'Moe')],
  // E-mail
  ['maria.keller@example.org', '[e-mail]'],
  ['mailto:someone+cv@mail.example.co.uk', '[e-mail]'],
  ['info (at) example (dot) org', '[e-mail]'],
  // Links and handles
  ['https://www.linkedin.com/in/someone-123', '[link]'],
  ['See www.example.org/me, please', 'See [link], please'],
  ['linkedin.com/in/someone', '[link]'],
  ['github.com/someone', '[link]'],
  ['mariakeller.ch', '[link]'],
  ['Website: someone.dev', 'Website: [link]'],
  ['Skype: live.someone', 'Skype: [handle]'],
  ['Twitter: @someone_k', 'Twitter: [handle]'],
  ['Find me as @someone.k', 'Find me as [handle]'],
  // Phone
  ['+41 44 668 18 00', '[phone]'],
  ['+49 (0)30 901820-12', '[phone]'],
  ['0041 79 123 45 67', '[phone]'],
  ['+1 500 555 0000 / (044) 668 18 00 / 0041 44 668 18 00', '[phone] / [phone]'],
  ['044 668 18 00 079 123 45 67', '[phone]'],
  ['06 12 34 56 78', '[phone]'],
  ['Tel. 030/901820', 'Tel. [phone]'],
  ['Móvil: 612 345 678', 'Móvil: [phone]'],
  ['(415) 555-2671', '[phone]'],
  ['Телефон: 8 (495) 123-45-67', 'Телефон: [phone]'],
  ['携帯：090-1234-5678', '携帯：[phone]'],
  ['Mob 20 12 34 56', 'Mob [phone]', person('Ida', 'Holm', { country: 'DK' })],
  ['Reach me: 20 12 34 56', 'Reach me: [phone]', person('Ida', 'Holm', { country: 'DK' })],
  ['446681800', '[phone]', person('Maria', 'Keller', { phoneNumber: '+41446681800' })],
  // Birth dates
  ['Born 12 March 1988', 'Born [birth date]'],
  ['Date of birth: 03/12/1988', 'Date of birth: [birth date]'],
  ['DOB 1988-03-12', 'DOB [birth date]'],
  ['Born on March 12th, 1988 in Zurich', 'Born on [birth date] in Zurich'],
  ['born on the twelfth of March nineteen eighty-eight', 'born on [birth date]'],
  ['geboren am 12. März 1988', 'geboren am [birth date]'],
  ['Geb. 12.3.88', 'Geb. [birth date]'],
  ['Geburtsdatum\n12.03.1988', 'Geburtsdatum\n[birth date]'],
  ['Geboren in Zürich am 12.03.1988', 'Geboren in Zürich am [birth date]'],
  ['* 12.03.1988', '* [birth date]'],
  ['Jahrgang 1988', 'Jahrgang [birth date]'],
  ['née le 12 mars 1988 à Lyon', 'née le [birth date] à Lyon'],
  ['Fecha de nacimiento: 12 de marzo de 1988', 'Fecha de nacimiento: [birth date]'],
  ['Nata a Roma il 12 marzo 1988', 'Nata a Roma il [birth date]'],
  ['Data de nascimento: 12 de março de 1988', 'Data de nascimento: [birth date]'],
  ['ur. 12 marca 1988 r.', 'ur. [birth date] r.'],
  ['Született: 1988. március 12.', 'Született: [birth date]'],
  ['Дата рождения: 12 марта 1988', 'Дата рождения: [birth date]'],
  ['Народилася 12 березня 1988 року', 'Народилася [birth date] року'],
  ['Doğum tarihi: 12 Mart 1988', 'Doğum tarihi: [birth date]'],
  ['1988 doğumlu', '[birth date] doğumlu'],
  ['生年月日：1988年3月12日', '生年月日：[birth date]'],
  ['생년월일: 1988년 3월 12일', '생년월일: [birth date]'],
  ['Syntynyt 12. maaliskuuta 1988', 'Syntynyt [birth date]'],
  // Street addresses
  ['Seestrasse 12, 8002 Zurich', '[address]'],
  ['Bahnhofstr. 3a\n10115 Berlin', '[address]'],
  ['Karl-Marx-Allee 10', '[address]'],
  ['Lange Straße 5, D-20095 Hamburg', '[address]'],
  ['221B Baker Street, London NW1 6XE', '[address]'],
  ['1600 Pennsylvania Avenue, Washington, DC 20500', '[address]'],
  ['12 bis, rue de la Paix, 75002 Paris', '[address]'],
  ['Calle Mayor 5, 28013 Madrid', '[address]'],
  ['Via Roma, 10, 00184 Roma', '[address]'],
  ['Rua Augusta 25, 1100-053 Lisboa', '[address]'],
  ['Keizersgracht 123, 1015 CJ Amsterdam', '[address]'],
  ['ul. Marszałkowska 12 m. 5, 00-590 Warszawa', '[address]'],
  ['Vinohradská 12, 120 00 Praha 2', '[address]'],
  ['Drottninggatan 5, 111 51 Stockholm', '[address]'],
  ['Mannerheimintie 5, 00100 Helsinki', '[address]'],
  ['ул. Ленина, д. 5, кв. 10', '[address]'],
  ['Адреса: вул. Хрещатик 1', 'Адреса: [address]'],
  ['住所：東京都千代田区千代田1-1', '住所：[address]'],
])('the CV text %j is anonymised as %j', (text, expected, whose = maria) => {
  expect(anonymous(text, whose)).toBe(expected);
});

test.each<[string, Person?]>([
  ['Warehouse manager at Nordwind Logistics, 2015 to 2021.'],
  ['01/2015 – 03/2021 Team lead'],
  ['01.03.2015 - 31.12.2018 Clerk'],
  ['2015 2021 2022'],
  ['Since March 2019: head of sales'],
  ['Bachelor of Science, June 2009'],
  ['Led a team of twelve; budget of 120 000 000 EUR'],
  ['Turnover 1.250.000 in 2019/2020'],
  ['Kellerei Nord, cellar master'],
  ['ASP.NET, Node.js, C++, TCP/IP, and/or CI/CD'],
  ['Product owner at Booking.com'],
  ['GitHub Actions, GitLab CI, LinkedIn Recruiter'],
  ['5 units @ 3 EUR'],
  ['Platz 1 beim Wettbewerb 2012'],
  ['NATO exercise 12.03.2015'],
  ['ISO 9001, ISO 27001, IEC 62304'],
  ['Windows 10, 2015 to 2018'],
  ['Zürich\n2015 Warehouse manager'],
  ['Languages: German C2, French B1'],
  ['Grade 1.7 of 100 students'],
  ['Projekt Industriestraße 4.0'],
  ['Order 69003 and ticket 12345', person('Anna', 'Weber', { country: 'DE' })],
  ['He is a li of the list', person('Bo', 'Li')],
  ['Responsible for 3 500 orders in 2015 and 4 200 in 2016', person('Ida', 'Holm', { country: 'DK' })],
])('the CV text %j is left unchanged', (text, whose = maria) => {
  expect(anonymous(text, whose)).toBe(text);
});

test('anonymising a street address leaves the year at the start of the next line', () => {
  expect(anonymous('Seestrasse 12\n2015 Warehouse manager', maria)).toBe('[address]\n2015 Warehouse manager');
});

test.each([
  ['å'.repeat(100), `${'aaá'.repeat(60)}b`],
  ['İ'.repeat(100), `${'i\u0307'.repeat(100)}b`],
  [`x${'\u0301'.repeat(50)}y`, `x${'\u0301'.repeat(250)}z`],
  ['ß'.repeat(100), `${'s'.repeat(250)}b`],
  ['É'.repeat(100), `${'é'.repeat(100)}b`],
  ['ι'.repeat(50), `${'ι'.repeat(200)}b`],
])('anonymising a name of many equal letters takes no exponential time: %#', (name, text) => {
  // Tried in every way, these would not end.
  expect(anonymous(text, person(name, 'Keller'))).toBe(text);
});

test('any name of a contact with three or more letters is anonymised', () => {
  const names = fc.oneof(
    fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
    fc.string({ minLength: 3, maxLength: 12, unit: fc.constantFrom(...'aéßøłñžшиИşİ') }),
    fc.constantFrom('*', '\\\\', '[name]', '(?:', '-', '$1', '^', '|', '/x/'),
  );
  fc.assert(
    fc.property(names, names, (firstName, lastName) => {
      const text = anonymous(`Hello ${firstName} and ${lastName}.`, person(firstName, lastName));
      if (/^[a-zéßøłñžши]{3,}$/u.test(lastName))
        expect(text.replaceAll(/\[[\w -]+\]/g, '')).not.toContain(lastName);
    }),
    { numRuns: 100 },
  );
});

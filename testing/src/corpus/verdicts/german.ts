import type { VerdictLanguage } from './verdict-language.ts';
import * as truth from './verdict-language.ts';

export const german: VerdictLanguage = {
  language: 'DE',
  greeting: 'Ja, hallo?',
  refusals: ['Das möchte ich nicht sagen.', 'Das ist privat.'],
  subjects: ['', 'Der Kontakt ', 'Die Person ', 'Bewerber '],
  sharedVerb: 'hat',
  joints: {
    and: ['{a} und {b}', '{a} und außerdem {b}', '{a}, aber {b}', 'Sowohl {a} als auch {b}'],
    or: ['{a} oder {b}', 'Entweder {a} oder {b}', '{a}, oder {b}'],
    andAll: ['{a}, {b} und {c}', '{a} und {b} und {c}'],
    andEither: ['{a} und entweder {b} oder {c}', '{a}, und {b} oder {c}'],
  },
  facts: {
    years: {
      question: 'Wie viele Jahre Berufserfahrung haben Sie?',
      answers: [
        { value: 0, says: ['Gar keine, ehrlich gesagt.', '0 Jahre.'] },
        { value: 1, says: ['Etwa ein Jahr.', 'Ein Jahr.'] },
        { value: 2, says: ['Zwei Jahre.', 'Ich habe 2 Jahre Erfahrung.'] },
        { value: 3, says: ['Drei Jahre.', 'So ungefähr drei Jahre.'] },
        { value: 4, says: ['Ich fahre seit vier Jahren.', '4 Jahre.'] },
        { value: 7, says: ['Sieben Jahre.', 'Im Sommer werden es sieben Jahre.'] },
        { value: 10, says: ['Zehn Jahre.', 'Inzwischen zehn Jahre.'] },
      ],
      unclear: [
        'Das kommt darauf an, wie man zählt.',
        'Schwer zu sagen.',
        'Alles in allem bin ich zufrieden.',
      ],
      conditions: [
        {
          holds: truth.atLeast(3),
          words: ['hat mindestens drei Jahre Berufserfahrung', 'hat 3 oder mehr Jahre Berufserfahrung'],
          shared: ['mindestens drei Jahre Berufserfahrung', 'wenigstens 3 Jahre Erfahrung'],
        },
        {
          holds: truth.moreThan(5),
          words: ['hat mehr als fünf Jahre Berufserfahrung', 'hat über 5 Jahre Berufserfahrung'],
        },
        {
          holds: truth.lessThan(2),
          words: ['hat weniger als zwei Jahre Berufserfahrung', 'hat unter zwei Jahren Erfahrung'],
        },
        {
          holds: truth.within(2, 5),
          words: ['hat zwischen zwei und fünf Jahren Berufserfahrung', 'hat 2 bis 5 Jahre Berufserfahrung'],
        },
      ],
    },
    licence: {
      question: 'Haben Sie einen Führerschein?',
      answers: [
        { value: true, says: ['Ja, habe ich.', 'Ja, schon lange.', 'Klar.'] },
        { value: false, says: ['Nein, habe ich nicht.', 'Nein, noch nicht.', 'Leider nicht.'] },
      ],
      unclear: ['Das kommt darauf an.', 'Gute Frage.', 'Da bin ich nicht sicher.'],
      conditions: [
        {
          holds: truth.isYes,
          words: ['hat einen Führerschein', 'besitzt einen Führerschein', 'verfügt über einen Führerschein'],
          shared: ['einen Führerschein', 'einen gültigen Führerschein'],
        },
        {
          holds: truth.isNo,
          words: ['hat keinen Führerschein', 'besitzt keinen Führerschein'],
          shared: ['keinen Führerschein'],
        },
      ],
    },
    start: {
      question: 'Ab wann könnten Sie anfangen?',
      answers: [
        { value: truth.on('2026-04-01'), says: ['Am 1. April.', 'Ab dem 1. April.'] },
        { value: truth.on('2026-05-01'), says: ['Am 1. Mai.', 'Ab 1. Mai.'] },
        { value: truth.on('2026-06-15'), says: ['Am 15. Juni.'] },
        { value: truth.during('2026-07-01', '2026-07-31'), says: ['Im Juli.', 'Irgendwann im Juli.'] },
      ],
      unclear: ['Das hängt von meinem Chef ab.', 'Das kann ich noch nicht sagen.'],
      conditions: [
        {
          holds: truth.before('2026-06-01'),
          words: ['kann vor Juni anfangen', 'könnte vor dem 1. Juni anfangen'],
        },
        {
          holds: truth.notAfter('2026-05-01'),
          words: ['kann bis zum 1. Mai anfangen', 'kann spätestens am 1. Mai anfangen'],
        },
        {
          holds: truth.after('2026-06-30'),
          words: ['kann erst nach Juni anfangen', 'kann erst nach dem 30. Juni anfangen'],
        },
        { holds: truth.after('2026-05-01'), words: ['kann erst nach dem 1. Mai anfangen'] },
      ],
    },
    city: {
      question: 'Wo wohnen Sie?',
      answers: [
        { value: 'Berlin', says: ['In Berlin.', 'Ich wohne in Berlin.', 'Berlin, am Bahnhof.'] },
        { value: 'Hamburg', says: ['In Hamburg.', 'Ich lebe in Hamburg.'] },
        { value: 'Potsdam', says: ['Potsdam.', 'Ich wohne jetzt in Potsdam.'] },
      ],
      unclear: ['Mal hier, mal da.', 'Ich ziehe oft um.'],
      conditions: [
        { holds: truth.is('Berlin'), words: ['wohnt in Berlin', 'lebt in Berlin'] },
        { holds: truth.is('Hamburg'), words: ['wohnt in Hamburg'] },
        { holds: truth.isNot('Berlin'), words: ['wohnt nicht in Berlin'] },
        { holds: truth.isOneOf('Berlin', 'Potsdam'), words: ['wohnt in Berlin oder Potsdam'] },
      ],
    },
    shift: {
      question: 'Arbeiten Sie lieber in der Tagschicht oder in der Nachtschicht?',
      answers: [
        { value: 'day', says: ['In der Tagschicht.', 'Lieber Tagschicht.'] },
        { value: 'night', says: ['Nachtschicht, bitte.', 'Ich mag die Nachtschicht lieber.'] },
      ],
      unclear: ['Das kommt darauf an.', 'Darüber habe ich noch nicht nachgedacht.'],
      conditions: [
        {
          holds: truth.is('night'),
          words: ['bevorzugt die Nachtschicht', 'arbeitet lieber in der Nachtschicht'],
        },
        { holds: truth.is('day'), words: ['bevorzugt die Tagschicht', 'arbeitet lieber in der Tagschicht'] },
      ],
    },
    languages: {
      question: 'Welche Sprachen sprechen Sie?',
      answers: [
        {
          value: ['German', 'English'],
          says: ['Deutsch und Englisch.', 'Ich spreche Deutsch und Englisch.'],
        },
        { value: ['German', 'Polish', 'English'], says: ['Deutsch, Polnisch und Englisch.'] },
        { value: ['German'], says: ['Nur Deutsch.', 'Deutsch.'] },
        { value: ['German', 'French'], says: ['Deutsch und Französisch.'] },
      ],
      unclear: ['Mehrere.', 'Ach, so einige.'],
      conditions: [
        { holds: truth.includes('English'), words: ['spricht Englisch', 'kann Englisch sprechen'] },
        { holds: truth.includes('German', 'English'), words: ['spricht Deutsch und Englisch'] },
        { holds: truth.lacks('French'), words: ['spricht kein Französisch'] },
      ],
    },
    salary: {
      question: 'Welches Gehalt erwarten Sie im Monat?',
      answers: [
        { value: 3000, says: ['3000 Euro.', 'Dreitausend.'] },
        { value: 4000, says: ['Etwa 4000.', 'Viertausend Euro.'] },
        { value: 5000, says: ['5000.', 'Ich erwarte fünftausend Euro.'] },
      ],
      unclear: ['Was eben üblich ist.', 'Das überlasse ich Ihnen.'],
      conditions: [
        {
          holds: truth.lessThan(3500),
          words: ['erwartet weniger als 3500', 'erwartet ein Gehalt unter 3500 Euro'],
        },
        {
          holds: truth.atMost(4000),
          words: ['erwartet höchstens 4000 im Monat', 'erwartet maximal 4000 Euro'],
          shared: ['eine Gehaltserwartung von höchstens 4000'],
        },
        { holds: truth.moreThan(4000), words: ['erwartet mehr als 4000', 'erwartet ein Gehalt über 4000'] },
      ],
    },
    weekends: {
      question: 'Würden Sie auch am Wochenende arbeiten?',
      answers: [
        { value: true, says: ['Ja, kein Problem.', 'Klar.', 'Ja, das geht.'] },
        { value: false, says: ['Nein, nie.', 'Nein, ich habe Kinder.', 'Lieber nicht.'] },
      ],
      unclear: ['Kommt darauf an.', 'Vielleicht.'],
      conditions: [
        {
          holds: truth.isYes,
          words: [
            'würde am Wochenende arbeiten',
            'ist bereit, am Wochenende zu arbeiten',
            'arbeitet auch am Wochenende',
          ],
        },
        {
          holds: truth.isNo,
          words: ['würde nicht am Wochenende arbeiten', 'ist nicht bereit, am Wochenende zu arbeiten'],
        },
      ],
    },
    interest: {
      question: 'Sind Sie an der Stelle interessiert?',
      answers: [{ value: true, says: ['Ja, sehr.', 'Ja, bin ich.', 'Ja, auf jeden Fall.'] }],
      unclear: ['Ich weiß noch nicht.', 'Vielleicht.'],
      conditions: [
        {
          holds: truth.isYes,
          words: ['ist an der Stelle interessiert', 'ist interessiert', 'hat Interesse an der Stelle'],
        },
        {
          holds: truth.isNo,
          words: ['ist nicht an der Stelle interessiert', 'hat kein Interesse an der Stelle'],
        },
      ],
    },
    car: {
      question: 'Besitzen Sie ein Auto?',
      answers: [
        { value: true, says: ['Ja, einen Volvo.', 'Ja.', 'Ja, natürlich.'] },
        { value: false, says: ['Nein.', 'Nein, ich fahre Bus.'] },
      ],
      unclear: ['Das kommt darauf an.', 'Da bin ich mir nicht sicher.'],
      conditions: [
        {
          holds: truth.isYes,
          words: ['besitzt ein Auto', 'hat ein Auto'],
          shared: ['ein Auto', 'ein eigenes Auto'],
        },
        { holds: truth.isNo, words: ['hat kein Auto', 'besitzt kein Auto'], shared: ['kein Auto'] },
      ],
    },
  },
};

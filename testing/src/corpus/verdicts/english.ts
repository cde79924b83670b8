import type { VerdictLanguage } from './verdict-language.ts';
import * as truth from './verdict-language.ts';

export const english: VerdictLanguage = {
  language: 'EN',
  greeting: 'Hello?',
  refusals: ['I would rather not say.', 'That is private.'],
  subjects: ['', 'The contact ', 'The candidate ', 'This person '],
  sharedVerb: 'has',
  joints: {
    and: ['{a} and {b}', '{a} and also {b}', '{a}, but {b}', 'Both {a} and {b}'],
    or: ['{a} or {b}', 'Either {a} or {b}', '{a}, or {b}'],
    andAll: ['{a}, {b} and {c}', '{a}, {b}, and {c}', '{a} and {b} and {c}'],
    andEither: ['{a} and either {b} or {c}', '{a}, and {b} or {c}'],
  },
  facts: {
    years: {
      question: 'How many years of experience do you have as a driver?',
      answers: [
        { value: 0, says: ['None, to be honest.', 'No experience at all.'] },
        { value: 1, says: ['About one year.', 'One year.'] },
        { value: 2, says: ['Two years.', 'I have two years of experience.'] },
        { value: 3, says: ['Three years.', 'Three years now, more or less.'] },
        { value: 4, says: ['I have been driving for four years.', 'Around 4 years.'] },
        { value: 7, says: ['Seven years.', 'It is seven years this summer.'] },
        { value: 10, says: ['Ten years.', 'Oh, ten years by now.'] },
      ],
      unclear: ['Well, it depends on how you count.', 'Hard to say.', 'All in all I am satisfied.'],
      conditions: [
        {
          holds: truth.atLeast(3),
          words: [
            'has at least three years of experience',
            'has three or more years of experience',
            'has 3+ years of experience as a driver',
          ],
          shared: ['at least three years of experience', 'a minimum of 3 years of experience'],
        },
        {
          holds: truth.moreThan(5),
          words: ['has more than five years of experience', 'has over 5 years of experience'],
        },
        {
          holds: truth.lessThan(2),
          words: ['has less than two years of experience', 'has under two years of driving experience'],
        },
        {
          holds: truth.within(2, 5),
          words: ['has between two and five years of experience', 'has 2 to 5 years of experience'],
        },
      ],
    },
    licence: {
      question: 'Do you have a driving licence?',
      answers: [
        { value: true, says: ['Yes, I do.', 'Yes, for many years.', 'Sure, I have one.'] },
        { value: false, says: ['No, I do not.', 'No, not yet.', 'Unfortunately not.'] },
      ],
      unclear: ['Well, it depends.', 'That is a difficult question.', 'I am not sure about that.'],
      conditions: [
        {
          holds: truth.isYes,
          words: [
            'has a driving licence',
            'holds a driving licence',
            'is in possession of a driving licence',
          ],
          shared: ['a driving licence', 'a valid driving licence'],
        },
        {
          holds: truth.isNo,
          words: [
            'has no driving licence',
            'does not have a driving licence',
            'does not hold a driving licence',
          ],
          shared: ['no driving licence'],
        },
      ],
    },
    start: {
      question: 'When could you start?',
      answers: [
        { value: truth.on('2026-04-01'), says: ['On the first of April.', 'From April 1st.'] },
        { value: truth.on('2026-05-01'), says: ['On the first of May.'] },
        { value: truth.on('2026-06-15'), says: ['On the fifteenth of June.'] },
        { value: truth.during('2026-07-01', '2026-07-31'), says: ['In July.', 'Sometime in July.'] },
        { value: truth.on('2026-03-09'), says: ['Next Monday.', 'On Monday next week.'] },
      ],
      unclear: ['That depends on my boss.', 'I cannot say yet.'],
      conditions: [
        {
          holds: truth.before('2026-06-01'),
          words: ['can start before June', 'could start before the first of June'],
        },
        {
          holds: truth.notAfter('2026-05-01'),
          words: ['can start by the first of May', 'can start by May 1st'],
        },
        {
          holds: truth.after('2026-06-30'),
          words: ['can start only after June', 'can only start after the end of June'],
        },
        {
          holds: truth.after('2026-05-01'),
          words: ['can start after the first of May', 'cannot start by the first of May'],
        },
      ],
    },
    city: {
      question: 'Where do you live?',
      answers: [
        { value: 'Berlin', says: ['In Berlin.', 'I live in Berlin.', 'Berlin, near the station.'] },
        { value: 'Hamburg', says: ['In Hamburg.', 'I am in Hamburg.'] },
        { value: 'Potsdam', says: ['Potsdam.', 'I live in Potsdam now.'] },
      ],
      unclear: ['Here and there.', 'I move around a lot.'],
      conditions: [
        { holds: truth.is('Berlin'), words: ['lives in Berlin', 'is based in Berlin'] },
        { holds: truth.is('Hamburg'), words: ['lives in Hamburg'] },
        { holds: truth.isNot('Berlin'), words: ['does not live in Berlin'] },
        { holds: truth.isOneOf('Berlin', 'Potsdam'), words: ['lives in Berlin or Potsdam'] },
      ],
    },
    shift: {
      question: 'Would you prefer day shifts or night shifts?',
      answers: [
        { value: 'day', says: ['Day shifts.', 'I would prefer day shifts.'] },
        { value: 'night', says: ['Nights, please.', 'Night shifts.', 'I like night shifts better.'] },
      ],
      unclear: ['It depends.', 'I have not thought about it.'],
      conditions: [
        { holds: truth.is('night'), words: ['prefers night shifts', 'would prefer night shifts'] },
        { holds: truth.is('day'), words: ['prefers day shifts', 'would rather work day shifts'] },
      ],
    },
    languages: {
      question: 'Which languages do you speak?',
      answers: [
        { value: ['German', 'English'], says: ['German and English.', 'I speak German and English.'] },
        { value: ['German', 'Polish', 'English'], says: ['German, Polish and English.'] },
        { value: ['English'], says: ['Only English.', 'English.'] },
        { value: ['English', 'French'], says: ['English and French.'] },
      ],
      unclear: ['Several.', 'Oh, quite a few.'],
      conditions: [
        { holds: truth.includes('German'), words: ['speaks German', 'can speak German'] },
        { holds: truth.includes('German', 'English'), words: ['speaks German and English'] },
        { holds: truth.lacks('French'), words: ['speaks no French', 'does not speak French'] },
      ],
    },
    salary: {
      question: 'What salary do you expect per month?',
      answers: [
        { value: 3000, says: ['3000 euros.', 'Three thousand.'] },
        { value: 4000, says: ['About 4000.', 'Four thousand euros.'] },
        { value: 5000, says: ['5000.', 'I expect five thousand euros.'] },
      ],
      unclear: ['Whatever is usual.', 'I leave that to you.'],
      conditions: [
        {
          holds: truth.lessThan(3500),
          words: ['expects less than 3500', 'expects a salary below 3500 euros'],
        },
        {
          holds: truth.atMost(4000),
          words: ['expects at most 4000 per month', 'has a salary expectation of up to 4000'],
          shared: ['a salary expectation of no more than 4000'],
        },
        { holds: truth.moreThan(4000), words: ['expects more than 4000', 'wants a salary above 4000'] },
      ],
    },
    weekends: {
      question: 'Would you be willing to work on weekends?',
      answers: [
        { value: true, says: ['Yes, no problem.', 'Sure.', 'Yes, that is fine.'] },
        { value: false, says: ['No, never.', 'No, I have children.', 'Rather not.'] },
      ],
      unclear: ['It depends.', 'Perhaps.'],
      conditions: [
        {
          holds: truth.isYes,
          words: ['is willing to work on weekends', 'would work on weekends', 'agrees to work on weekends'],
        },
        {
          holds: truth.isNo,
          words: [
            'refuses to work on weekends',
            'is not willing to work on weekends',
            'would not work on weekends',
          ],
        },
      ],
    },
    interest: {
      question: 'Are you interested in the position?',
      answers: [{ value: true, says: ['Yes, very much.', 'Yes, I am.', 'Yes, definitely.'] }],
      unclear: ['I do not know yet.', 'Maybe.'],
      conditions: [
        {
          holds: truth.isYes,
          words: ['is interested in the position', 'is interested', 'is interested in the job'],
        },
        {
          holds: truth.isNo,
          words: ['is not interested in the position', 'has no interest in the position'],
        },
      ],
    },
    car: {
      question: 'Do you own a car?',
      answers: [
        { value: true, says: ['Yes, a Volvo.', 'Yes.', 'I do, yes.'] },
        { value: false, says: ['No.', 'No, I take the bus.'] },
      ],
      unclear: ['Well, that depends.', 'I am not sure.'],
      conditions: [
        { holds: truth.isYes, words: ['owns a car', 'has a car'], shared: ['a car', 'their own car'] },
        { holds: truth.isNo, words: ['has no car', 'does not own a car'], shared: ['no car'] },
      ],
    },
  },
};

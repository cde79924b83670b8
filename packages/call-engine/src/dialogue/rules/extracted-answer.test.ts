import { scriptedContext } from '@parley/testing/understood-as.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallContext } from '../dialogue-model.ts';
import { answerFrom } from './extracted-answer.ts';

const context = scriptedContext();
const passages = [
  {
    title: 'The role',
    text: 'We are looking for a baker in Graz. The salary is between 2,400 and 2,800 euros a month. Work starts at four in the morning. You report to Maria Huber, the head of the bakery. Parking is free behind the building.',
  },
  {
    title: 'Benefits',
    text: 'Everyone gets 25 days of vacation a year.\nThe probation period lasts three months.\nWe pay for the train ticket.\n\nCan I work from home? Bakers cannot work from home. Office staff may do so on two days a week.',
  },
  {
    title: 'The company',
    text: 'Acme was founded in 1921. It has twelve shops. The head office is in Vienna.',
  },
];

describe("the agent answers a contact's question with a sentence of a passage", () => {
  test.each([
    ["what's the salary", 'The salary is between 2,400 and 2,800 euros a month.'],
    ['how much do you pay', 'The salary is between 2,400 and 2,800 euros a month.'],
    ['how many days of vacation do i get', 'Everyone gets 25 days of vacation a year.'],
    ['how many holidays are there', 'Everyone gets 25 days of vacation a year.'],
    ['when does work start', 'Work starts at four in the morning.'],
    ['who would i report to', 'You report to Maria Huber, the head of the bakery.'],
    ['is there parking', 'Parking is free behind the building.'],
    ['how long is the probation period', 'The probation period lasts three months.'],
    ['where is your head office', 'The head office is in Vienna.'],
    ['when was the company founded', 'Acme was founded in 1921.'],
    ['how many shops do you have', 'It has twelve shops.'],
    ['can i work from home', 'Bakers cannot work from home.'],
  ])('the question "%s" is answered with the right sentence of a passage', (question, answer) => {
    expect(answerFrom(question, passages, context)).toBe(answer);
  });
});

describe('a question that the passages do not answer gets no answer', () => {
  test.each([
    'do you offer health insurance',
    'is there a bonus',
    'what is the dress code',
    'can i bring my dog',
    'how many people work in the bakery in paris',
    'what is the weather like',
    'when is the interview',
    'who is the ceo',
    'how much is the bonus',
    'what',
    '',
  ])('the question "%s", which the passages do not answer, gets no answer', (question) => {
    expect(answerFrom(question, passages, context)).toBeUndefined();
  });
});

test("without passages a contact's question gets no answer", () => {
  expect(answerFrom('what is the salary', [], context)).toBeUndefined();
});

test('a German question is answered with the sentence that has its words', () => {
  const german = [
    { title: 'Die Stelle', text: 'Der Lohn beträgt 2400 Euro im Monat. Die Arbeit beginnt um vier Uhr.' },
  ];
  expect(answerFrom('Wie hoch ist der Lohn', german, scriptedContext('DE'))).toBe(
    'Der Lohn beträgt 2400 Euro im Monat.',
  );
});

describe('a question is answered in other languages despite inflection', () => {
  test.each([
    [
      'DE',
      'Wie hoch ist das Gehalt?',
      'Das Gehalt beträgt 3000 Euro im Monat.',
      'Der Vertrag ist unbefristet.',
    ],
    ['DE', 'Gibt es Parkplätze?', 'Einen Parkplatz finden Sie im Hof.', 'Die Praxis ist im ersten Stock.'],
    [
      'FR',
      'Quel est le salaire ?',
      'Le salaire est de 2500 euros par mois.',
      'Le contrat est à durée indéterminée.',
    ],
    ['ES', '¿Cuál es el sueldo?', 'El sueldo es de 1800 euros al mes.', 'El contrato es indefinido.'],
    [
      'IT',
      'Quanto è lo stipendio?',
      'Lo stipendio è di 1700 euro al mese.',
      'Il contratto è a tempo indeterminato.',
    ],
    ['PT', 'Qual é o salário?', 'O salário é de 1500 euros por mês.', 'O contrato é permanente.'],
    [
      'NL',
      'Hoe hoog is het salaris?',
      'Het salaris is 2800 euro per maand.',
      'Het contract is voor onbepaalde tijd.',
    ],
    [
      'PL',
      'Jakie jest wynagrodzenie?',
      'Wynagrodzenie wynosi 6000 złotych.',
      'Umowa jest na czas nieokreślony.',
    ],
    ['CS', 'Jaká je mzda?', 'Mzda je 40000 korun měsíčně.', 'Smlouva je na dobu neurčitou.'],
    ['RU', 'Какая зарплата?', 'Зарплата составляет 80000 рублей.', 'Договор бессрочный.'],
    ['SV', 'Hur hög är lönen?', 'Lönen är 30000 kronor i månaden.', 'Anställningen är fast.'],
    ['TR', 'Maaş ne kadar?', 'Maaş aylık 40000 liradır.', 'Sözleşme süresizdir.'],
  ] as const)(
    'in %s, the question "%s" is answered from the passage despite inflection',
    (language, question, answer, other) => {
      const given = [{ title: 'A', text: `${other} ${answer}` }];
      expect(answerFrom(question, given, scriptedContext(language))).toBe(answer);
      expect(answerFrom(question, [{ title: 'A', text: other }], scriptedContext(language))).toBeUndefined();
    },
  );
});

test("every answer to a contact's question is contained in the passages", () => {
  const words = fc.array(
    fc.constantFrom('salary', 'is', 'Graz', '25', 'days.', 'Work', 'starts', 'free', 'train?', 'the'),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(words, words, (question, text) => {
      const answer = answerFrom(question.join(' '), [{ title: 'A', text: text.join(' ') }], context);
      expect(answer === undefined || text.join(' ').includes(answer)).toBe(true);
    }),
  );
});

describe('a forbidden topic', () => {
  const salary = [
    { title: 'The job', text: 'The salary is 90,000 francs a year. The office is in Basel, near the Rhine.' },
    { title: 'Money', text: 'Salary\nIt is 90,000 francs a year.' },
  ];
  const guarded = (text: string): CallContext => {
    const scripted = scriptedContext();
    const prompt = [{ id: 'forbidden-topics', title: 'Forbidden', kind: 'instruction', text } as const];
    return { ...scripted, plan: { ...scripted.plan, prompt } };
  };

  test('a question about a forbidden topic gets no answer, whatever the documents say', () => {
    const forbidden = guarded('- Salaries');
    for (const question of [
      'What is the salary?',
      'How many francs a year?',
      'How much is the salary a year?',
    ])
      expect(answerFrom(question, salary, forbidden), question).toBeUndefined();
  });

  test('a forbidden topic does not block answers about other topics', () => {
    expect(answerFrom('Where is the office?', salary, guarded('- Salaries'))).toBe(
      'The office is in Basel, near the Rhine.',
    );
    expect(answerFrom('What is the salary?', salary, guarded('- Politics'))).toContain('90,000');
  });
});

test.each([
  [
    'how is the parking',
    '# Parking at the office\nThe garage is free for everyone.',
    'The garage is free for everyone.',
  ],
  [
    'how is the parking',
    'Parking at the office\nThe garage is free for everyone.',
    'The garage is free for everyone.',
  ],
  ['how is the parking', 'Parking at the office\nFood and drinks\n', undefined],
  ['is there parking', '- Free parking spaces\n- A canteen', undefined],
])(
  'to the question "%s" the agent reads out neither a heading nor a bare list entry',
  (question, text, answer) => {
    expect(answerFrom(question, [{ title: 'Handbook', text }], context)).toBe(answer);
  },
);

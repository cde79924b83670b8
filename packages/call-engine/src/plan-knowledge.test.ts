import { expect, test } from 'vitest';
import type { Passage } from './dialogue/dialogue-model.ts';
import { fused, passagesOf, planKnowledge } from './plan-knowledge.ts';

const document = (title: string, text: string) => ({ id: title, title, text });

const handbook = document(
  'Handbook',
  [
    '# Pay',
    'The salary is 60,000 euros a year, paid monthly.',
    '',
    '# Place',
    'The office is in Vienna, near the main station. Remote work is possible on two days a week.',
    '',
    '# Holidays',
    'Everybody has 25 days of holiday.',
    '',
    '# Pets',
    'Dogs are welcome in the office.',
  ].join('\n'),
);

const first = async (text: string, question: string, title = 'Document'): Promise<string | undefined> =>
  (await planKnowledge({ knowledge: [document(title, text)] }).find(question))[0]?.text;

test.each([
  ['How much does it pay?', /60,000/],
  ['What is the salary?', /60,000/],
  ['Where is the office?', /Vienna/],
  ['Can I work remotely?', /Remote/],
  ['How many days of vacation would I get?', /25 days/],
  ['Can I bring my dog?', /Dogs/],
])('the question "%s" finds the right passage of the plan\'s knowledge', async (question, told) => {
  const [best] = await planKnowledge({ knowledge: [handbook] }).find(question);
  expect(best?.text).toMatch(told);
});

test.each(['Who won the football match yesterday?', 'hm', '', 'What is it?'])(
  '"%s" finds no passage of the plan\'s knowledge',
  async (question) => {
    expect(await planKnowledge({ knowledge: [handbook] }).find(question)).toEqual([]);
  },
);

test('a knowledge passage includes its heading', async () => {
  const [best] = await planKnowledge({ knowledge: [handbook] }).find('Are dogs allowed?');
  expect(best).toEqual({
    title: 'Handbook: Pets',
    text: 'Dogs are welcome in the office.',
    source: 'Handbook#4',
  });
});

test.each([
  ['Wie hoch ist das Gehalt?', 'Ihr Gehalt beträgt 3000 Euro.\n\nDas Büro liegt in Graz.', /3000/],
  [
    'Wo ist das Büro?',
    'Ihr Gehalt beträgt 3000 Euro.\n\nDas Buero, genauer: das BÜRO, liegt in Graz.',
    /Graz/,
  ],
  ['Quel est le préavis ?', 'Le PREAVIS est de trois mois.\n\nLe bureau est à Lyon.', /trois mois/],
  ['¿Cuántas vacaciones hay?', 'Hay 23 días de vacaciones.\n\nLa oficina está en Madrid.', /23/],
  ['Какая зарплата?', 'Зарплаты выплачиваются раз в месяц.\n\nОфис находится в Риге.', /Зарплаты/],
  ['休暇は何日ですか？', '休暇は年に二十日です。\n\n会社は東京にあります。', /二十日/],
])('a question in another language finds its passage: %s', async (question, text, told) => {
  expect(await first(text, question)).toMatch(told);
});

test('in a knowledge search a rare word weighs more than a common one', async () => {
  const text = [
    'The office opens at eight.',
    'The office closes at six.',
    'The office has parking.',
    'The office has a sauna.',
  ];
  expect(await first(text.join('\n\n'), 'Does the office have a sauna?')).toMatch(/sauna/);
});

test('a knowledge search returns at most five passages of the plan', async () => {
  const text = Array.from({ length: 30 }, (_, index) => `Parking lot ${index} is free.`).join('\n\n');
  expect(
    await planKnowledge({ knowledge: [document('Parking', text)] }).find('Is there parking?'),
  ).toHaveLength(5);
});

test('a long paragraph is split into passages short enough to speak', async () => {
  const text = 'A sentence about parking lots. '.repeat(200);
  const found = await planKnowledge({ knowledge: [document('Parking', text)] }).find('parking');
  for (const passage of found) expect(passage.text.length).toBeLessThanOrEqual(600);
  expect(found[0]?.text).toMatch(/^A sentence.*lots\.$/);
});

test('passages of uploaded documents are added to those of the plan, without duplicates', async () => {
  const pets = { title: 'Handbook: Pets', text: 'Dogs are welcome in the office.', source: 'Handbook#4' };
  const cats = { title: 'Upload', text: 'Cats are not.' };
  const knowledge = planKnowledge({ knowledge: [handbook] }, { byWords: async () => [pets, cats] });
  expect((await knowledge.find('Are dogs allowed?')).filter(({ text }) => /Dogs|Cats/.test(text))).toEqual([
    pets,
    cats,
  ]);
});

test.each([
  ['rejects', () => Promise.reject(new Error('The database is away'))],
  [
    'throws',
    () => {
      throw new Error('The database is away');
    },
  ],
])('a question is answered from the plan when the search in uploaded documents %s', async (_, further) => {
  const [best] = await planKnowledge({ knowledge: [handbook] }, { byWords: further }).find(
    'Are dogs allowed?',
  );
  expect(best?.text).toMatch(/Dogs/);
});

test('the journal gets the reason why the search in uploaded documents failed', async () => {
  const missed: string[] = [];
  const further = () => Promise.reject(new Error('The database is away'));
  await planKnowledge({ knowledge: [handbook] }, { byWords: further }).find('Are dogs allowed?', (why) =>
    missed.push(why),
  );
  expect(missed).toEqual(['The documents were not searched: The database is away']);
});

test('a search in uploaded documents that takes too long is skipped for this turn, and reported', async () => {
  const missed: string[] = [];
  const never = () => new Promise<never>(() => {});
  const knowledge = planKnowledge({ knowledge: [handbook] }, { byWords: never }, 1);
  const [best] = await knowledge.find('Are dogs allowed?', (why) => missed.push(why));
  expect(best?.text).toMatch(/Dogs/);
  expect(missed).toEqual(['The documents were not searched: No answer within 1 ms']);
});

test('a plan without knowledge finds no passages', async () => {
  expect(await planKnowledge({ knowledge: [] }).find('What is the salary?')).toEqual([]);
});

test('results found by both keyword and semantic search come first', async () => {
  const [pets, hours, bikes] = ['Cats are fine.', 'Open at nine.', 'Bicycles stay outside.'].map((text) => ({
    title: 'Further',
    text,
  })) as [Passage, Passage, Passage];
  const byWords = async () => [hours, pets];
  const byMeaning = async () => [bikes, pets];
  const found = await planKnowledge({ knowledge: [] }, { byWords, byMeaning }).find('May my cat come?');
  expect(found[0]).toEqual(pets);
  expect(new Set(found)).toEqual(new Set([pets, hours, bikes]));
});

test('a late semantic search does not lose keyword results, and is reported separately', async () => {
  const missed: string[] = [];
  const byWords = async () => [{ title: 'Further', text: 'Cats are fine.' }];
  const byMeaning = () => new Promise<never>(() => {});
  const knowledge = planKnowledge({ knowledge: [] }, { byWords, byMeaning }, 20);
  expect(await knowledge.find('May my cat come?', (why) => missed.push(why))).toHaveLength(1);
  expect(missed).toEqual(['The documents were not searched by meaning: No answer within 20 ms']);
});

const texts = (text: string): string[] =>
  passagesOf({ id: 'd', title: 'T', text }).map((passage) => passage.text);

test('paragraphs of a document become passages, and blank ones are skipped', () => {
  expect(texts('One.\n\n\n  \nTwo,\nstill two.\r\n\r\nThree.')).toEqual([
    'One.',
    'Two,\nstill two.',
    'Three.',
  ]);
});

test('a passage with a list under a heading has the heading in its title', () => {
  expect(
    passagesOf({
      id: 'd',
      title: 'About the contact',
      text: '# About the contact\n\n## Work\n\n- Employer: Acme',
    }),
  ).toEqual([{ title: 'About the contact: Work', text: '- Employer: Acme', source: 'd#1' }]);
});

test('nothing is lost when a long document is split into passages', () => {
  const text = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');
  const parts = texts(text);
  expect(parts.join(' ').split(/\s+/)).toEqual(text.split(' '));
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(600);
});

test('a word of any length is split into passages', () => {
  const parts = texts('x'.repeat(5000));
  expect(parts.join('')).toBe('x'.repeat(5000));
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(600);
});

test('a whole book is split into passages quickly', () => {
  const book = 'Some words and no end to them '.repeat(40_000);
  const start = performance.now();
  expect(texts(book).length).toBeGreaterThan(1000);
  expect(performance.now() - start).toBeLessThan(2000);
});

const passages = (...texts: string[]) => texts.map((text) => ({ title: 'T', text }));
const order = (...lists: string[][]) => fused(lists.map((list) => passages(...list))).map(({ text }) => text);

test('the best results of each knowledge search come first', () => {
  expect(order(['a', 'b', 'c'], ['x', 'y'])).toEqual(['a', 'x', 'b', 'y', 'c']);
});

test('passages found by two knowledge searches come once, before those found by one', () => {
  expect(order(['a', 'b', 'both'], ['x', 'both'])).toEqual(['both', 'a', 'x', 'b']);
});

test('knowledge searches without results give an empty list', () => {
  expect(order([], [])).toEqual([]);
});

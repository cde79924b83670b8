import { type Language, languages } from '@parley/language/language.ts';
import { expecting, scriptedContext, understoodAs } from '@parley/testing/understood-as.ts';
import { expect, test } from 'vitest';

const refusals: Readonly<Record<Language, string>> = {
  EN: "I'd rather not say.",
  DE: 'Das möchte ich lieber nicht sagen.',
  FR: 'Je préfère ne pas répondre.',
  ES: 'Prefiero no decirlo.',
  PT: 'Prefiro não dizer.',
  IT: 'Preferisco non rispondere, grazie.',
  NL: 'Dat zeg ik liever niet.',
  PL: 'Wolę nie odpowiadać na to pytanie.',
  CS: 'Na to nechci odpovídat.',
  SK: 'Na to nechcem odpovedať.',
  HU: 'Erre inkább nem válaszolnék.',
  RO: 'Prefer să nu răspund.',
  BG: 'Предпочитам да не отговарям.',
  HR: 'Radije ne bih rekao.',
  SL: 'Raje ne bi povedala.',
  SR: 'Не желим да одговорим на то.',
  UK: 'Я не хочу відповідати.',
  RU: 'Я предпочёл бы не отвечать.',
  EL: 'Προτιμώ να μην απαντήσω.',
  TR: 'Söylememeyi tercih ederim.',
  SV: 'Det vill jag helst inte säga.',
  DA: 'Det vil jeg helst ikke sige.',
  NO: 'Det vil jeg helst ikke si.',
  FI: 'En halua vastata siihen.',
  ET: 'Ma ei soovi vastata.',
  LV: 'Es nevēlos atbildēt.',
  LT: 'Nenorėčiau atsakyti.',
  AR: 'أفضل عدم الإجابة.',
  HE: 'אני מעדיף לא לענות.',
  JA: 'それは答えたくありません。',
  ZH: '我不想回答这个问题。',
  KO: '그건 말하고 싶지 않아요.',
};

test.each(languages)('a refusal in %s is recognised and gets no follow-up', (language) => {
  const heard = understoodAs(
    refusals[language],
    expecting('How much do you earn?'),
    scriptedContext(language),
  );
  expect(heard).toBe('refuses');
});

test.each<[Language, string, string]>([
  ['DE', 'Wie hoch ist Ihr Gehalt?', 'Das geht Sie nichts an.'],
  ['DE', 'Rauchen Sie?', 'Das ist mir zu privat.'],
  ['FR', 'Avez-vous des enfants ?', 'C’est personnel.'],
  ['ES', '¿Cuánto gana?', 'Eso es privado.'],
])('in %s, %j answered with %j is a refusal', (language, question, heard) => {
  expect(understoodAs(heard, expecting(question), scriptedContext(language))).toBe('refuses');
});

test.each<[Language, string, string, string]>([
  ['DE', 'Rauchen Sie?', 'lieber nicht', 'no'],
  ['DE', 'Wie sind Sie versichert?', 'Ich bin privat versichert.', 'words'],
  ['FR', 'Quel est votre métier ?', 'Je suis dans la gestion du personnel.', 'words'],
])('in %s, %j answered with %j is an answer', (language, question, heard, expected) => {
  expect(understoodAs(heard, expecting(question), scriptedContext(language))).toBe(expected);
});

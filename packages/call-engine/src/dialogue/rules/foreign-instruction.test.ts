import type { Language } from '@parley/language/language.ts';
import { scriptedContext } from '@parley/testing/understood-as.ts';
import { expect, test } from 'vitest';
import { sectionWords } from './section-wording.ts';

const said = (prompt: string, language: Language): string =>
  sectionWords({ type: 'sequential', id: 's', prompt, title: 'Titel' }, scriptedContext(language));

test.each<[Language, string, string]>([
  [
    'DE',
    'Erkläre, dass wir Pflegekräfte suchen; frage, ob die Person Zeit hat.',
    'Ich möchte Ihnen sagen, dass wir Pflegekräfte suchen. Darf ich fragen, ob Sie Zeit haben?',
  ],
  [
    'DE',
    'Sagen Sie der Person, dass der Termin am Montag ist.',
    'Ich möchte Ihnen sagen, dass der Termin am Montag ist.',
  ],
  ['DE', 'Bitte frage den Kandidaten, ob er in Wien wohnt.', 'Darf ich fragen, ob Sie in Wien wohnen?'],
  [
    'FR',
    'Explique que nous recrutons. Demande si la personne a le temps.',
    'Je voudrais vous dire que nous recrutons. Puis-je vous demander si vous avez le temps ?',
  ],
  ['FR', 'Demandez au client s’il cherche un emploi.', 'Puis-je vous demander si vous cherchez un emploi ?'],
  [
    'ES',
    'Explica que buscamos enfermeras. Pregunta si la persona tiene tiempo.',
    'Quería comentarle que buscamos enfermeras. ¿Puedo preguntarle si usted tiene tiempo?',
  ],
])('in %s, the section prompt "%s" is said as "%s"', (language, prompt, spoken) => {
  expect(said(prompt, language)).toBe(spoken);
});

test.each<[Language, string]>([
  ['DE', 'Erkläre nicht, dass wir teurer werden.'],
  ['DE', 'Falls sie ablehnt, sage, dass wir es bedauern.'],
  ['DE', 'Erkläre, dass er sich freuen darf und seine Unterlagen schickt.'],
  ['FR', 'Ne dis pas que nous augmentons les prix.'],
  ['ES', 'No digas que subimos los precios.'],
  ['PL', 'Zapytaj, czy osoba ma czas.'],
  ['DE', 'Frage, ob die Person Zeit hat und beantworte ihre Fragen.'],
  ['DE', 'Sage, dass wir umziehen und frage nach dem Termin.'],
  ['FR', 'Demande si la personne a le temps et réponds à ses questions.'],
  ['ES', 'Pregunta si la persona tiene tiempo y responde a sus preguntas.'],
])('in %s, the section prompt "%s" is not read aloud: the title is said instead', (language, prompt) => {
  expect(said(prompt, language)).toMatch(/: ?Titel\.$| : Titel\.$/);
});

import type { Language } from '@parley/language/language.ts';
import { expecting, scriptedContext, understoodAs } from '@parley/testing/understood-as.ts';
import { expect, test } from 'vitest';
import { word } from './wording.ts';

const asked = (language: Language, question: string, heard: string) =>
  scriptedContext(language, [
    { speaker: 'agent', text: `Acme. ${question}` },
    { speaker: 'contact', text: heard },
  ]);

test.each<[Language, string, string, string]>([
  ['EN', 'Do you have any questions?', 'Yes.', 'go on'],
  ['EN', 'Do you have any questions?', 'Yes, I do.', 'go on'],
  ['EN', 'Do you have any questions?', 'No, thanks.', 'done'],
  ['EN', 'Does that sound good?', 'Yes.', 'done'],
  ['DE', 'Haben Sie noch Fragen?', 'Ja.', 'go on'],
  ['FR', 'Avez-vous des questions ?', 'Oui.', 'go on'],
  ['ES', '¿Tiene alguna pregunta?', 'Sí.', 'go on'],
  ['JA', 'ご質問はありますか？', 'はい。', 'go on'],
])(
  'in %s, a section that asks %j and gets the reply %j counts as: %s',
  (language, question, heard, expected) => {
    const context = asked(language, question, heard);
    const understood = understoodAs(heard, expecting('talk'), context);
    expect(understood.includes('go on') ? 'go on' : 'done').toBe(expected);
  },
);

test('a contact who says in a section that they have a question is asked which one', () => {
  const section = { type: 'sequential', id: 's', prompt: 'Ask: "Do you have any questions?"' } as const;
  const spoken = word(
    { kind: 'section', section, exchanges: 1 },
    asked('EN', 'Do you have any questions?', 'Yes.'),
  );
  expect(spoken).toMatch(/What would you like to know|your question|go ahead and ask/);
});

test.each<[string, string]>([
  ['Yes.', 'unclear'],
  ['No.', 'no'],
  ['Yes, how much is it?', 'asks yes'],
])('"%s" in reply to "Do you have any questions for us?" is understood as: %s', (heard, expected) => {
  expect(understoodAs(heard, expecting('Do you have any questions for us?'), scriptedContext())).toBe(
    expected,
  );
});

test('a contact who answers only yes to "Do you have any questions for us?" is asked which question', () => {
  const question = { id: 'q', text: 'Do you have any questions for us?' };
  expect(word({ kind: 'clarify', question, heard: 'Yes' }, scriptedContext())).toMatch(
    /What would you like to know|your question|go ahead and ask/,
  );
});

import { scriptedContext } from '@parley/testing/understood-as.ts';
import { expect, test } from 'vitest';
import { rulesDialogueModel } from '../rules.ts';

test.each([
  ['Ich möchte mit jemandem aus Ihrer Abteilung sprechen.', 'person'],
  ['Die Bewerbung habe ich gestern zurückgezogen.', 'notInterested'],
] as const)('a gap in a German phrase stands for up to four words: %s', async (heard, wish) => {
  const { wants } = await rulesDialogueModel().understand(heard, { kind: 'opening' }, scriptedContext('DE'));
  expect(wants[wish]).toBeDefined();
});

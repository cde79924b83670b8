import { expect, test } from 'vitest';
import { languageNamed } from './language-name.ts';

test.each([
  ['de', 'DE'],
  ['de-CH', 'DE'],
  ['German', 'DE'],
  ['deutsch', 'DE'],
  ['Français', 'FR'],
  ['francese', 'FR'],
  ['Norwegian', 'NO'],
  ['中文', 'ZH'],
  ['العربية', 'AR'],
  ['PT_br', 'PT'],
  ['zh-Hans-CN', 'ZH'],
  ['es-419', 'ES'],
  ['no', 'NO'],
  ['nb', 'NO'],
  ['nb-NO', 'NO'],
  ['nn', 'NO'],
  ['Nynorsk', 'NO'],
  ['no-preference', undefined],
  ['no_preference', undefined],
  ['', undefined],
  ['Klingon', undefined],
  ['de facto', undefined],
] as const)('"%s" names the language %s', (text, language) => {
  expect(languageNamed(text)).toBe(language);
});

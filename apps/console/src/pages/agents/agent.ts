import { type Language, languages, localeOf } from '@parley/language/language.ts';
import type { Body, Reply } from '../../api/client.ts';

export type Agent = Reply<'/agents/{id}', 'get'>;
export type AgentChanges = Body<'/agents/{id}', 'patch'>;
export type Focus = NonNullable<Agent['focus']>;

export const focusWords: Readonly<Record<Focus, string>> = {
  GENERIC: 'General conversation',
  SCREENING: 'Screening for a job',
  LANGUAGE_TEST: 'Language test',
  REFERENCE_CHECK: 'Reference check',
};

export const channelWords: Readonly<Record<Agent['type'], string>> = {
  PHONE: 'Telephone',
  ONLINE: 'Web page',
};

const names = new Intl.DisplayNames(undefined, { type: 'language' });
export const languageWords = (language: Language): string => names.of(localeOf(language)) ?? language;

const byName = new Intl.Collator();
export const languageChoices = languages
  .map((value) => ({ value, words: languageWords(value) }))
  .sort((one, other) => byName.compare(one.words, other.words));

export const kindWords = ({ custom, focus }: Agent): string =>
  custom || focus === undefined ? 'Custom flow' : focusWords[focus];

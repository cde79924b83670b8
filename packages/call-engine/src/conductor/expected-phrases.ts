import { calendarWords, numberWords, safetyPhrases, yesNoWords } from '@parley/language/likely-words.ts';
import type { Expectation } from '../dialogue/dialogue-model.ts';
import { askedIn } from '../dialogue/rules/asked.ts';
import { type CallPlan, type PlanQuestion, questionsIn } from '../plan.ts';

/** What is likely to be said next: answers of the expected type, and wishes that must not be missed. */
export const expectedPhrases = (expectation: Expectation, plan: CallPlan): readonly string[] => [
  ...new Set([...answersTo(expectation, plan), ...safetyPhrases(plan.language)]),
];

function answersTo(expectation: Expectation, plan: CallPlan): readonly string[] {
  const { language, contact, menu } = plan;
  switch (expectation.kind) {
    case 'answer':
      return answersOf(expectation.question, plan);
    case 'choice':
      return expectation.labels;
    case 'callback_time':
      return [...calendarWords(language), ...numberWords(language)];
    case 'confirmation':
      return [...yesNoWords(language), ...answersOf(expectation.question, plan)];
    case 'opening':
      // A telephone menu may answer, and name what the call is for.
      return [
        ...yesNoWords(language),
        ...[contact.firstName, contact.lastName, ...(menu?.wanted ?? [])].filter((name) => name !== ''),
      ];
    case 'opt_out':
    case 'recording':
    case 'presence':
      return yesNoWords(language);
    case 'talk':
    case 'message':
      return [];
  }
}

function answersOf(question: PlanQuestion, { language }: CallPlan): readonly string[] {
  const asked = askedIn(question, language);
  switch (asked.kind) {
    case 'yes_no':
      return [...yesNoWords(language), ...asked.alternatives];
    case 'choice':
      return asked.alternatives;
    case 'number':
      return [...numberWords(language), ...(asked.unit === undefined ? [] : [asked.unit])];
    case 'date':
      return [...calendarWords(language), ...numberWords(language)];
    case 'value':
      if (asked.type.kind === 'list') return asked.type.options ?? [];
      return asked.type.kind === 'name' ? [] : numberWords(language);
    case 'words':
      return [];
  }
}

/** What may be said anywhere in the call: names, and the options of its questions. */
export const callPhrases = (plan: CallPlan): readonly string[] => {
  const { contact, company, sections } = plan;
  const options = questionsIn(sections).flatMap(({ answerType: type }) =>
    type?.kind === 'choice' || type?.kind === 'list' ? (type.options ?? []) : [],
  );
  const all = [contact.firstName, contact.lastName, company.name, ...options];
  return [...new Set(all.filter((phrase) => phrase !== ''))];
};

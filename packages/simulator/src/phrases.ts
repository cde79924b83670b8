import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';
import { type LongText, wholeText } from '@parley/language/long-text.ts';

/** What people say on the phone, as a speech recogniser writes it. English has more to choose from. */
export interface Phrases {
  /** On picking up. `%` is the first name. */
  readonly hello: Choice;
  readonly yes: Choice;
  readonly no: Choice;
  /** To something that is no question. */
  readonly okay: Choice;
  /** To the first words of a caller. */
  readonly goOn: Choice;
  readonly stillHere: Choice;
  readonly bye: Choice;
  /** An answer to anything open. */
  readonly open: Choice;
  /** An answer to "when". */
  readonly soon: Choice;
  readonly hesitation: Choice;
  readonly notInterested: Choice;
  readonly neverAgain: Choice;
  readonly tomorrowAtThree: Choice;
  readonly later: Choice;
  /** Asked when, they name no time. */
  readonly noTime: Choice;
  readonly person: Choice;
  readonly message: Choice;
  readonly curious: Choice;
  readonly temptation: Choice;
  readonly machine: Choice;
}

export type Choice = readonly [string, ...string[]];

interface Table {
  readonly phrases: Readonly<Record<Exclude<keyof Phrases, 'goOn'>, readonly LongText[]>> & {
    readonly goOn?: readonly LongText[];
  };
}

const tables = localeTables<Table>('simulated-contacts');

export const phrasesOf = memoize((language: Language): Phrases => {
  const { phrases } = tables[language];
  const choices = Object.entries({ goOn: phrases.yes, ...phrases });
  return Object.fromEntries(
    choices.map(([name, texts]) => [name, texts.map(wholeText)]),
  ) as unknown as Phrases;
});

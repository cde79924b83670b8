import type { Language } from '@parley/language/language.ts';
import type { Understanding } from '../brain.ts';
import type { CueTable } from '../rules/cue-table.ts';
import { meaningfulStems } from '../rules/empty-words.ts';
import { cueTableOf } from '../rules/foreign-cues.ts';

/** A wish that ends the call or takes it elsewhere. */
export type EndingWish = Exclude<keyof Understanding['wants'], 'repeat' | 'moment'>;

/** Words one of which whoever wishes it would hardly do without. */
const english: Readonly<Record<EndingWish, string>> = {
  person:
    'human people representative rep agent operator manager supervisor boss colleague someone somebody anyone recruiter receptionist transfer connect robot machine computer bot real put',
  neverAgain:
    'call phone ring contact bother text list lists number data details database remove delete erase stop quit never unsubscribe opt consent alone peace harass sue lawyer report block calls spam',
  notInterested:
    'interest interested need pass decline waste enough bother stop care busy sell selling scam spam alone forget rid withdraw changed mind already',
  wrongPerson:
    'wrong mistake number name nobody else husband wife mother father son daughter brother sister partner live lives moved died dead colleague desk mixed anyone called',
  later:
    'later call back busy tomorrow tonight morning evening afternoon noon lunch week month weekend monday tuesday wednesday thursday friday saturday sunday hour minutes driving meeting moment time soon next another work train shop',
  goodbye: 'bye goodbye hang end finish stop go leave evening day night weekend care cheers ciao done rush',
};

const inTable: Readonly<Record<EndingWish, keyof CueTable>> = {
  person: 'person',
  neverAgain: 'stop',
  notInterested: 'notInterested',
  wrongPerson: 'wrongPerson',
  later: 'later',
  goodbye: 'goodbye',
};

/** Shorter ones are articles and helpers, except where two letters make a word. */
const isTelling = (stem: string): boolean =>
  stem.length > 3 || /^[^\p{Script=Latin}\p{Script=Cyrillic}]+$/u.test(stem);

/** Whether any word of it points to the wish: enough to believe a model that found more than that. */
export function speaksOfWish(wish: EndingWish, stems: ReadonlySet<string>, language: Language): boolean {
  const words = cueTableOf(language)?.[inTable[wish]] ?? english[wish];
  return meaningfulStems(words.replaceAll(/[|…]/g, ' ')).some((stem) => stems.has(stem) && isTelling(stem));
}

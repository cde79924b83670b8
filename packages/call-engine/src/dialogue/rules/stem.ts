import { words } from '@parley/language/locale-tables.ts';
import { folded } from '@parley/language/speech.ts';

/** The words that carry meaning, each reduced to its stem, in their order. */
export function contentStems(text: string): string[] {
  const stems: string[] = [];
  for (const word of folded(text).split(/[^\p{L}\p{N}]+/u)) {
    if (word === '' || EMPTY_WORDS.has(word)) continue;
    if (UNSPACED.test(word)) stems.push(...pairs(word));
    else stems.push(stem(word));
  }
  return stems;
}

/** Chinese and Japanese have no spaces; two neighbouring characters come close to a word. */
const UNSPACED = /[\u3040-\u30ff\u4e00-\u9fff]/;

const pairs = (text: string): string[] => {
  const letters = [...text];
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
};

/** Light on purpose: "interested", "interest" and "interests" meet, "general" and "generous" do not. */
function stem(word: string): string {
  const same = SAME_WORDS.get(word);
  if (same !== undefined) return same;
  // An abbreviation has no ending to lose: "CE" is not "C".
  if (word.length <= 2) return word;
  for (const [ending, instead, shortest] of ENDINGS)
    if (word.endsWith(ending) && word.length - ending.length >= shortest)
      return settled(word.slice(0, -ending.length) + instead);
  return settled(word);
}

const ENDINGS: readonly (readonly [string, string, number])[] = [
  ['ations', 'at', 3],
  ['ation', 'at', 3],
  ['ments', '', 4],
  ['ment', '', 4],
  ['ings', '', 3],
  ['ing', '', 3],
  ['ied', 'y', 2],
  ['ies', 'y', 2],
  ['edly', '', 3],
  ['ed', '', 3],
  ['sses', 'ss', 2],
  ['es', '', 4],
  ['ly', '', 4],
  ['s', '', 3],
];

/** "stopped" and "stop", "licence" and "license", "move" and "moving". */
const settled = (stemmed: string): string =>
  stemmed
    .replace(/([bdfgmnprt])\1$/, '$1')
    .replace(/[^aeiou]e$/, (end) => end.slice(0, 1))
    .replace(/y$/, 'i')
    .replace(/(.{3})c$/, '$1s');

/** Irregular forms, and words that people use for one another when they ask and answer. */
const SAME_WORDS = new Map(
  (
    'earn:earning,salary,pay,paid,wage,wages,compensation,pays,salaries' +
    ' cost:price,prices,costs,fee,fees' +
    ' begin:start,starting,starts,began,started,begins' +
    ' buy:purchase,bought,buying,purchasing,purchased' +
    ' work:job,jobs,working,worked,works' +
    ' place:located,location,office,offices,based,locations' +
    ' vacation:holiday,holidays,vacations' +
    ' remote:remotely' +
    ' car:cars,vehicle,vehicles' +
    ' licence:license,licences,licenses,licensed' +
    ' think:thought go:went,gone,goes,going have:has,had say:said,says speak:spoke,spoken,speaking,speaks' +
    ' leave:left sell:sold,selling,sells give:gave,given find:found meet:met,meeting,meetings' +
    ' complain:complaint,complaints,complaining,complained drive:drove,driven,driving,drives' +
    ' reschedule:rescheduling,rescheduled appointment:appointments' +
    ' company:companies,business,firm internet:online,web'
  )
    .split(' ')
    .flatMap((line) => {
      const [kept = '', others = ''] = line.split(':');
      return [kept, ...others.split(',')].map((word) => [word, kept] as const);
    }),
);

const EMPTY_WORDS = new Set(words.EN.empty);

import { englishPhrases } from '../phrases/english-phrases.ts';
import type { Choice } from '../phrases/phrase.ts';
import type { Random } from '../random.ts';

type Invention = readonly [
  asked: RegExp,
  frames: Choice,
  value?: (facts: Random, question: string) => string,
];

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const inWords = (number: number): string => numbers[number] ?? `${number}`;
const between =
  (least: number, most: number) =>
  (facts: Random): string =>
    inWords(facts.between(least, most));
const oneOf =
  (...choices: readonly [string, ...string[]]) =>
  (facts: Random): string =>
    facts.pick(choices);

/** By what the question wants to know; the first that fits. The value is always the same, its frame varies. */
const inventions: readonly Invention[] = [
  [
    /\bscale\b|\bout of (10|ten|5|five)\b|\b(1|one|0|zero) (to|and|through) (10|ten|5|five)\b/i,
    ['%.', 'I would say %.', 'Probably %.', 'I would give it %.'],
    (facts, question) => {
      const isToFive = /\b(5|five)\b/i.test(question) && !/\b(10|ten)\b/i.test(question);
      return inWords(isToFive ? facts.between(4, 5) : facts.between(7, 10));
    },
  ],
  [/\bhow are you\b/i, ['I am good, thank you.', 'Fine, thanks.', 'Not bad, thanks.']],
  [/\byour (full )?name\b|\bwho am i (speaking|talking)\b/i, ['You have got the right person.', 'Speaking.']],
  [
    /\bexperience\b.*\b(with|in|of)\b/i,
    [
      'I have used it for about % years.',
      'About % years, in different projects.',
      'Quite a lot, about % years.',
    ],
    between(2, 8),
  ],
  [/\bhow well\b|\bhow good\b/i, ['%.', 'I would say %.'], oneOf('quite well', 'fluently', 'very well')],
  [/\bhow often\b/i, ['%.', 'Usually %.'], oneOf('once a week', 'about twice a month', 'almost every day')],
  [/\bhow (long|soon)\b/i, ['%.', 'About %.'], oneOf('three years', 'six months', 'two years', 'four weeks')],
  [/\bhow far\b/i, ['About % kilometres.', '% kilometres or so.'], between(3, 30)],
  [/\bhow old\b/i, ['I am %.', '%.'], between(25, 55)],
  [
    /\bhow much\b|\bbudget\b|\bprice\b|\bcosts?\b/i,
    ['About %.', 'Around %, I think.', 'Something like %.'],
    (facts) => (facts.between(2, 50) * 100).toLocaleString('en'),
  ],
  [/\bhow many\b.*\b(people|employees|colleagues)\b/i, ['About %.', 'We are %.'], between(4, 60)],
  [/\bhow many hours\b/i, ['% hours.', 'About % hours.'], between(20, 40)],
  [/\bhow many\b|\bnumber of\b/i, ['%.', 'About %.', 'I think %.'], between(2, 9)],
  [/\b(what|which) day\b/i, ['%.', '% would be good.'], oneOf('Monday', 'Tuesday', 'Thursday')],
  [/\bwhat time\b/i, ['At %.', 'Around %.'], oneOf('ten in the morning', 'two in the afternoon')],
  [
    /\bwhen\b/i,
    ['%.', 'I think %.'],
    oneOf('next week', 'in about four weeks', 'at the beginning of next month', 'last year in spring'),
  ],
  [
    /\bwhere\b|\b(which|what) (city|town|place)\b/i,
    ['In %.', '%.'],
    oneOf('Vienna', 'Prague', 'Hamburg', 'Dublin'),
  ],
  [
    /\bwho\b/i,
    ['%.', 'That would be %.'],
    oneOf('my manager, Mrs. Keller', 'a colleague of mine, Tom', 'my boss'),
  ],
  [
    /\bwhy\b|\breason\b|\bmotivat/i,
    ['%.', 'Mainly, %.'],
    oneOf(
      'I would like to learn something new',
      'I am looking for more responsibility',
      'the team and the product sound interesting',
    ),
  ],
  [
    /\b(improve|better|change|missing|dislike|wrong)\b/i,
    ['%.', 'Honestly, %.'],
    oneOf(
      'the answers could come a bit faster',
      'the app could be simpler to use',
      'I would like clearer invoices',
      'shorter waiting times would help',
    ),
  ],
  [
    /\b(task|responsib|typical day|day at work)/i,
    ['%.', 'Mostly %.'],
    oneOf(
      'planning projects and talking to customers',
      'answering requests in the morning and writing reports in the afternoon',
      'looking after orders and keeping the numbers up to date',
    ),
  ],
  [
    /\b(problem|challenge|difficult|conflict)/i,
    ['%.', 'Recently, %.'],
    oneOf(
      'an order went missing, so I called everybody involved and we found it the same day',
      'two colleagues disagreed about a plan, and I sat down with both until we had one',
      'our system was slow, and I found out that one report was the cause',
    ),
  ],
  [
    /\b(yourself|about you|background)\b/i,
    ['%.', 'Sure. %.'],
    oneOf(
      'I have worked in customer service for some years and I like helping people',
      'I studied business, and since then I have worked in sales',
      'I am a calm person, I like order, and I have led a small team',
    ),
  ],
  [
    /\bquality\b|\bhow (was|were|is|would you (describe|rate))\b/i,
    ['%.', 'I would say %.'],
    oneOf('very good, always on time', 'really solid', 'good, I had nothing to complain about'),
  ],
];

/** Plausible, short, and the same for the same question. */
export function inventedAnswer(question: string, facts: Random, words: Random): string {
  const invention = inventions.find(([asked]) => asked.test(question));
  if (invention === undefined) return facts.pick(englishPhrases.open);
  const [, frames, value] = invention;
  return words.pick(frames).replace('%', () => value?.(facts, question) ?? '');
}

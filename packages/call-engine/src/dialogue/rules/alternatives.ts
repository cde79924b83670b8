import { type Clause, plainWords } from '@parley/language/speech.ts';
import { anyOf } from './cue-pattern.ts';
import { contentStems } from './stem.ts';

const OPENING =
  /^(?:(?:and|so|great|okay|then|now)[, ]+)?(?:(?:would|do|did|are|is|was|were|will|have|has|had|can|could|should|does) (?:not )?(?:you|it|that|this|he|she|they|we|your [^ ]+|the [^ ]+|there)(?: |$))?(?:(?:rather|prefer|preferred|like|want|choose|need|be|been|interested|looking|available|working|work|live|living|currently|now|more|usually|to|of|have|got|use|using|drive|take|go|for|called|own|get|speak|best|reached|contacted|reach|study|studying|say|still|mostly|mainly|come|coming|pay|paying|travel|commute|better|able) )*(?:a |an |the )?/i;

/** The alternatives that a question names, in its own words: "remote" and "on site". */
export function alternativesIn(question: string): string[] {
  const asked = question
    .trim()
    .replace(/[?.!\s]+$/, '')
    .replace(/,?\s+or not$/i, '');
  const or = asked.toLowerCase().lastIndexOf(' or ');
  if (or < 0) return [];
  const last = asked.slice(or + 4).trim();
  const listed = asked.slice(0, or).replace(/,\s*$/, '');
  const colon = listed.lastIndexOf(':');
  const named = colon < 0 ? listed : listed.slice(colon + 1);
  const parts = named.split(/,\s+|\s+or\s+/i);
  const first =
    colon < 0 && /^(?:what|which|how|who|where|when)\b/i.test(named) && parts.length > 1
      ? parts.slice(1)
      : parts;
  return [...first, last]
    .map((part, index) => trimmed(part, index === 0 && colon < 0, last))
    .filter((part) => part !== '');
}

function trimmed(part: string, isFirst: boolean, last: string): string {
  const bare = part
    .trim()
    .replace(
      isFirst
        ? OPENING
        : /^(?:or |a |an |the |would you (?:rather|prefer) |do you (?:prefer )?|did you |are you |is it |maybe |rather )+/i,
      '',
    )
    .trim();
  const words = bare.split(/\s+/);
  // The rest of the sentence before the first alternative is not part of it: it is about as long as the last.
  const longest = Math.max(2, last.split(/\s+/).length);
  return isFirst && words.length > longest + 1 ? words.slice(-longest).join(' ') : bare;
}

const NOT = anyOf([
  '(not|never|anything but|except|rather than|instead of|without|hate|dislike|against)',
  'no( more)?$',
]);
/** What comes after one of these is no longer ruled out by what came before. */
const TURN = /^.*(?<![^ ])(?:so|rather|just|only|therefore|prefer)(?![^ ])/;
const ANY = anyOf([
  'either( one| is fine| works| way)?',
  'both',
  'any( of (them|those))?',
  'does not matter',
  'do not (care|mind)',
  'whichever',
  'whatever',
  'no preference',
  'all (the same|of (them|those|the above))',
  'equally',
]);
const ORDINALS: readonly RegExp[] = [
  anyOf(['the (first|former)( one| option)?', 'option (one|a|1)', 'number one']),
  anyOf(['the second( one| option)?', 'option (two|b|2)', 'number two']),
  anyOf(['the third( one| option)?', 'option (three|c|3)', 'number three']),
];
const LATTER = anyOf(['the (latter|last)( one| option)?']);
const FIX = anyOf(['no wait', 'i mean', 'actually', 'or rather', 'sorry', 'scratch that', 'no']);

export type Chosen = { readonly kind: 'one'; readonly option: string } | { readonly kind: 'any' | 'several' };

/** Which of the alternatives someone names. One that is named only to be ruled out does not count. */
export function chosenFrom(options: readonly string[], clauses: readonly Clause[]): Chosen | undefined {
  const text = clauses.map((clause) => clause.plain).join(' , ');
  const mentions = mentionsIn(options, text);
  const wanted = mentions.filter((mention) => !mention.isRuledOut);
  const named = [...new Set(wanted.map((mention) => mention.option))];
  if (named.length === 1 && named[0] !== undefined) return { kind: 'one', option: named[0] };
  if (named.length > 1) {
    const final = wanted.at(-1);
    const before = wanted.findLast((mention) => mention.option !== final?.option);
    const between = text.slice(before?.at, final?.at);
    return final !== undefined && FIX.test(between)
      ? { kind: 'one', option: final.option }
      : { kind: 'several' };
  }
  const ordinal = ORDINALS.findIndex((pattern) => pattern.test(text));
  const pointed = LATTER.test(text) ? options.at(-1) : options[ordinal];
  if (pointed !== undefined) return { kind: 'one', option: pointed };
  const left = options.filter((option) => !mentions.some((mention) => mention.option === option));
  if (mentions.length > 0 && left.length === 1 && left[0] !== undefined)
    return { kind: 'one', option: left[0] };
  return ANY.test(text) ? { kind: 'any' } : undefined;
}

interface Mention {
  readonly option: string;
  readonly at: number;
  readonly isRuledOut: boolean;
}

function mentionsIn(options: readonly string[], text: string): Mention[] {
  const telling = distinctiveStems(options);
  const mentions: Mention[] = [];
  const words = text.split(' ');
  let at = 0;
  let clauseStart = 0;
  for (const [index, word] of words.entries()) {
    if (word === ',') clauseStart = index + 1;
    const pair = `${word}${words[index + 1] ?? ''}`;
    const option = telling.get(contentStems(word)[0] ?? '') ?? telling.get(word) ?? telling.get(pair);
    if (option !== undefined) {
      const before = words.slice(Math.max(clauseStart, index - 6), index).join(' ');
      mentions.push({ option, at, isRuledOut: NOT.test(before.replace(TURN, '')) });
    }
    at += word.length + 1;
  }
  return mentions;
}

/** The stems by which each option is told from the others. "Full time" and "part time" share one that tells nothing. */
function distinctiveStems(options: readonly string[]): Map<string, string> {
  const telling = new Map<string, string>();
  const shared = new Set<string>();
  for (const option of options) {
    const words = plainWords(option).split(' ');
    // "On site", "onsite" and "on-site" are one word to whoever writes down what was said.
    const joined = words.slice(1).map((word, index) => `${words[index]}${word}`);
    const stems = contentStems(option);
    for (const key of new Set([...(stems.length > 0 ? stems : words), ...joined])) {
      if (telling.has(key) && telling.get(key) !== option) shared.add(key);
      telling.set(key, option);
    }
  }
  for (const key of shared) telling.delete(key);
  return telling;
}

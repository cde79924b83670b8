import { localeTables } from '@parley/language/locale.ts';
import { spellingOf } from '@parley/language/serbian-script.ts';
import type { CallContext, Intention } from '../dialogue-model.ts';

/** Equally good ways of saying the same. */
type Variants = readonly [string, ...string[]];

/** What is worded for each intention; a section is worded from its own description, as far as that goes. */
export type Phrase =
  | Exclude<Intention['kind'], 'section' | ReturnPhrase>
  /** The last attempt, with the bare question. */
  | 'ask_again_briefly'
  /** After a yes, a no or a word or two. */
  | 'acknowledge_briefly'
  /** After bad news, a no or a complaint. */
  | 'acknowledge_gently'
  /** After a number, a day, an amount. */
  | 'acknowledge_number'
  /** What a section is about, when its description cannot be turned into speech. */
  | 'section_about'
  /** No time was understood. */
  | 'confirm_callback_open'
  /** Who is calling, when there is no name to ask for. */
  | 'introduce'
  | SelfPhrase
  | InquiryPhrase
  | ReturnPhrase
  | InvitationPhrase
  /** Stands in the first message. */
  | 'announce_recording'
  /** To whoever calls a number that takes no calls; said by the package telephone. */
  | 'nobody_here';

/** What is said of the agent and its call when somebody asks. */
type SelfPhrase =
  | 'own_name'
  | 'time_needed'
  | 'call_reason'
  | 'number_source'
  | 'is_recorded'
  | 'not_recorded'
  | 'recording_unknown'
  | 'how_to_check';

/** After a yes to whether they have questions. */
type InquiryPhrase = 'ask_which';

/** To whoever comes back to a call in the browser. */
type ReturnPhrase = 'welcome_back';

/** To whoever wants to go on another time with a call in the browser. */
type InvitationPhrase = 'ask_return_time' | 'confirm_return' | 'confirm_return_open';

/**
 * What the agent says in one language. Polite, short, of no gender where the language allows, and never in the
 * part of a human being. What is put in stands behind a colon or beside a noun of ours, where no language bends
 * it: {question}, {quote}, {title}, {choices}, {time}, {duration}, {company}, {agent} and {contact}.
 */
type PhraseBook = Readonly<Record<Phrase, Variants>>;

/** Every language's phrases: `locales/<code>/phrases.json`. */
export const phraseBooks = localeTables<PhraseBook>('phrases');

type Filling = Readonly<Partial<Record<Placeholder, string>>>;
type Placeholder =
  | 'question'
  | 'quote'
  | 'title'
  | 'choices'
  | 'time'
  | 'duration'
  | 'company'
  | 'agent'
  | 'contact';

/**
 * One of the variants of a phrase, filled in: of those that were said longest ago, or never, the one that the
 * seed and the number of turns point at. The same call so gives the same words, and nothing is said twice in a
 * row while there is another way of saying it.
 */
export function phrase(name: Phrase, context: CallContext, filling: Filling = {}): string {
  const spelled = spellingOf(context.plan);
  const variants = phraseBooks[context.plan.language][name].map(spelled);
  const first = mixed(context.seed, context.turns.length) % variants.length;
  const inTurn = [...variants.slice(first), ...variants.slice(0, first)];
  const said = context.turns.filter(({ speaker }) => speaker === 'agent').map(({ text }) => text);
  const stalest = inTurn
    .map((variant) => ({ variant, last: said.findLastIndex((text) => isIn(text, variant)) }))
    .reduce((best, one) => (one.last < best.last ? one : best));
  return spelled(stalest.variant.replaceAll(PLACEHOLDER, (_, key: Placeholder) => filling[key] ?? ''));
}

const PLACEHOLDER = /\{(\w+)\}/g;

/** Whether a variant was said, whatever was put in. */
const isIn = (text: string, variant: string): boolean =>
  variant.split(/\{\w+\}/).every((part) => text.includes(part.trim()));

/** Neighbouring seeds and turns point at unrelated variants (the finisher of MurmurHash3). */
function mixed(seed: number, turns: number): number {
  let hash = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(turns + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

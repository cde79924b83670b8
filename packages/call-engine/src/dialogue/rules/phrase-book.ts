import { localeTables } from '@parley/language/locale.ts';
import type { Intention } from '../dialogue-model.ts';

/** Equally good ways of saying the same. */
type Variants = readonly [string, ...string[]];

/** What is worded for each intention; a section is worded from its own description, as far as that goes. */
export type Phrase =
  | Exclude<Intention['kind'], 'section' | ReturnPhrase>
  /** The last attempt, with the bare question. */
  | 'ask_again_briefly'
  /** After a yes, a no or a word or two. */
  | 'acknowledge_briefly'
  /** After a number, a day, an amount. */
  | 'acknowledge_number'
  /** What a section is about, when its description cannot be turned into speech. */
  | 'section_about'
  /** The same without a title: they are invited to speak. */
  | 'section_open'
  /** No time was understood. */
  | 'confirm_callback_open'
  /** Who is calling, when there is no name to ask for. */
  | 'introduce'
  | SelfPhrase
  | InquiryPhrase
  | ReturnPhrase
  | InvitationPhrase
  /** To whoever calls a number that takes no calls; said by the package telephone. */
  | 'nobody_here';

/** What is said of the agent and its call when somebody asks. */
type SelfPhrase = 'own_name' | 'time_needed' | 'call_reason';

/** After a yes to whether they have questions. */
type InquiryPhrase = 'ask_which';

/** To whoever comes back to a call in the browser. */
type ReturnPhrase = 'welcome_back';

/** To whoever wants to go on another time with a call in the browser. */
type InvitationPhrase = 'ask_return_time' | 'confirm_return' | 'confirm_return_open';

/**
 * What the agent says in one language. Polite, short, of no gender where the language allows, and never in the
 * part of a human being. What is put in stands behind a colon or beside a noun of ours, where no language bends
 * it: {question}, {title}, {choices}, {time}, {duration}, {company}, {agent} and {contact}.
 */
type PhraseBook = Readonly<Record<Phrase, Variants>>;

/** Every language's phrases: `locales/<code>/phrases.json`. */
export const phraseBooks = localeTables<PhraseBook>('phrases');

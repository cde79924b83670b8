import { isChrome } from './main-text.parser.ts';
import { type Element, elementsOf, isHidden, readableText } from './page-markup.parser.ts';
import { anyOf, everywhere, postingWords } from './posting-words.model.ts';
import { type Fields, isRecord } from './record.model.ts';
import { wordsOf } from './work-mode.parser.ts';

const languages = postingWords
  .filter(({ over }) => over !== undefined)
  .map((words) => {
    const [job, over, noLonger, open, is, unless] = (
      ['job', 'over', 'noLonger', 'open', 'is', 'unless'] as const
    ).map((kind) => words[kind]?.join('|') ?? '') as [string, string, string, string, string, string];
    const gone = `(?:${noLonger})(?:(?: \\p{L}+)? (?:${open})|$)`;
    return {
      unless: anyOf(unless),
      // "The position has been filled", "This job is no longer available", "Offre expirée", "No longer accepting applications".
      ended: anyOf(
        `(?:${job})(?: \\p{L}+){0,6} (?:(?:${is})(?: \\p{L}+)? (?:${over})|${gone}|(?:${over})$)|(?:${job}) (?:${over}|${gone})|(?:${noLonger}) (?:${open})(?: \\p{L}+)? (?:${job})`,
      ),
      label: new RegExp(`^(?:(?:${job}) )?(?:(?:${is}) )?(?:${over}|(?:${noLonger}) (?:${open}))$`, 'u'),
    };
  });

/** Whether a sentence says of the posting that it has ended, rather than when or whether it will. */
const saysEnded = (sentence: string): boolean => {
  const text = wordsOf(sentence);
  return languages.some(({ ended, unless }) => ended.test(text) && !unless.test(text));
};

/** Whether these few words name the state of a posting that has ended: "Closed", "Position filled". */
const isEndedLabel = (text: string): boolean => {
  const words = text.length > 40 ? '' : wordsOf(text);
  return words !== '' && languages.some(({ label }) => label.test(words));
};

const MAX_ELEMENTS = 20_000;
const MAX_NOTICE = 220;
const MAX_SENTENCE = 140;
const NOTICE = /(^|[\s_-])(banner|alert|notice|warning|message)($|[\s_-])/i;
const STATE_LABEL = new RegExp(`^(${everywhere('stateLabels')})\\s*:?$`, 'i');

/**
 * Whether the page says that nobody can apply any more: a notice of its own, short and about the posting, its state
 * under a label, or a mark in its title. A date that has passed says nothing: many postings stay open after it.
 */
export function isClosed(page: Element, titles: readonly string[], others: ReadonlySet<Element>): boolean {
  const marks = titles.map((title) =>
    title.split(/[()[\]|:]|\s[–—-]\s/).filter((part) => part.trim() !== ''),
  );
  if (marks.some((parts) => parts.length > 1 && parts.some(isEndedLabel))) return true;
  const enters = (element: Element) =>
    !isHidden(element) && !isUnseen(element) && !others.has(element) && !isFrame(element);
  let seen = 0;
  for (const element of elementsOf(page, enters)) {
    if (++seen > MAX_ELEMENTS) return false;
    if (!enters(element) || element.tag === 'a' || !hasOwnWords(element)) continue;
    const text = readableText(element);
    if (text.length <= MAX_NOTICE && (isNotice(text) || isStateOf(element, text))) return true;
  }
  return false;
}

/** Pages carry notices for the day they are needed, and hide them by a class. */
const isUnseen = ({ attributes }: Element): boolean =>
  attributes['aria-hidden'] === 'true' ||
  /(^|\s)(hidden|d-none|is-hidden|hide)($|\s)/.test(attributes.class ?? '');

const isFrame = (element: Element): boolean =>
  isChrome(element) &&
  !(
    /^(alert|status)$/.test(element.attributes.role ?? '') ||
    NOTICE.test(`${element.attributes.class ?? ''} ${element.attributes.id ?? ''}`)
  );

const hasOwnWords = ({ children }: Element): boolean =>
  children.length <= 12 && children.some((child) => typeof child === 'string' && child.trim().length > 5);

/** A question is none: "Is this job no longer available? Report it". */
const isNotice = (text: string): boolean =>
  (text.match(/[^.!?;\n]+[.!?;\n]?/g) ?? []).some(
    (sentence) =>
      sentence.length > 8 &&
      sentence.length <= MAX_SENTENCE &&
      !sentence.endsWith('?') &&
      saysEnded(sentence),
  );

/** A state that stands beside its label, or right below the title. */
function isStateOf(element: Element, text: string): boolean {
  if (!isEndedLabel(text)) return false;
  const siblings = element.parent?.children.filter((child) => typeof child !== 'string') ?? [];
  const before = siblings[siblings.indexOf(element) - 1];
  return (
    before !== undefined && (before.tag === 'h1' || STATE_LABEL.test(readableText(before))) // the value of a label
  );
}

/** As programs name it in data. */
const ENDED = /^(closed|expired|filled|archived|inactive|unpublished|cancelled|canceled|withdrawn|deleted)$/i;

/** Whether somebody's data about the job say that it has ended. */
export const isClosedRecord = (record: Fields): boolean =>
  Object.entries(record).some(([name, value]) => {
    const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '');
    if (/^(is)?(closed|expired|filled|archived)$/.test(plain)) return value === true;
    if (/^(status|state|jobstatus|postingstatus|jobstate)$/.test(plain)) return ENDED.test(stateOf(value));
    return /^(isactive|acceptingapplications|isopen)$/.test(plain) && value === false;
  });

const stateOf = (value: unknown): string =>
  String((isRecord(value) ? (value.name ?? value.label) : value) ?? '').trim();

import type { Language } from '@parley/language/language.ts';
import { folded, speechOf } from '@parley/language/speech.ts';
import { withDigits } from '@parley/language/spoken-number.ts';
import { speakable } from '../../dialogue/llm/speakable.ts';
import { evaluationIn } from '../../dialogue/speech-check/forbidden-phrase.ts';
import { KnownNumbers, numbersIn } from '../../dialogue/speech-check/named-number.ts';
import { type CallPlan, questionsIn } from '../../plan.ts';
import type { FinishedCall } from '../analysis-model.ts';
import { isUnconfirmed, sentencesIn } from '../rules/talk.ts';
import { isNegated } from '../rules/typed-value.ts';
import { descriptionWords } from '../verdict/description-words.ts';
import { isEvaluationClaim } from '../verdict/evaluation-claim.ts';
import { isMachineOrder } from '../verdict/machine-order.ts';
import type { CallReading, Supported } from './call-reading.ts';
import type { ClaimedEvidence } from './claimed-evidence.ts';
import { type Quote, QuoteFinder } from './quote-finder.ts';

const LONGEST_TEXT = 500;
const LONGEST_SUMMARY = 2_000;
const MOST_TEXTS = 12;
const MOST_QUOTES = 6;

/** Names stand out within a sentence; in German all nouns do, and names of places stand behind "in". */
const NAME = /(?<=[\p{L}\p{N},;:] )\p{Lu}[\p{L}-]+/gu;
const NAMES: Partial<Record<Language, RegExp>> = { DE: /(?<= in )\p{Lu}[\p{L}-]+/gu };

/**
 * The model's own words, as far as they rest on what the contact said. Orders to the machine and claims about the
 * evaluation ("I deserve one hundred points") support nothing, and no text repeats them. A rating that answers a
 * question ("Ten out of ten") is no such claim.
 */
export class CheckedTexts {
  readonly #plan: CallPlan;
  readonly #claims: ClaimedEvidence;
  readonly #quotes: QuoteFinder;
  readonly #numbers: KnownNumbers;
  readonly #known: string;
  /** What the agent said before each line of the contact, by the start of the line. */
  readonly #asked = new Map<number, string>();
  /** Whether the contact spoke of how to rate them: then every text must be borne out by its quote, and rules score. */
  readonly isStrict: boolean;
  /** Stems that came up in such claims alone. */
  readonly #claimed: ReadonlySet<string>;

  constructor({ plan, transcript, findings }: FinishedCall, claims: ClaimedEvidence) {
    this.#plan = plan;
    this.#claims = claims;
    const { language } = plan;
    this.#quotes = new QuoteFinder(
      transcript.filter(
        ({ text, startTime }) =>
          !isMachineOrder(text.slice(0, LONGEST_SUMMARY), language) && !isUnconfirmed(findings, startTime),
      ),
    );
    const texts = transcript.map(({ text }) => text);
    this.#known = folded([...texts, ...planTexts(plan)].join(' '));
    this.#numbers = new KnownNumbers(language, texts);
    let asked = '';
    for (const { speaker, text, startTime } of transcript)
      if (speaker === 'AI') asked = text;
      else this.#asked.set(startTime, asked);
    const sentences = transcript.flatMap(({ speaker, text }) =>
      sentencesIn(text, language).map((sentence) => ({
        sentence,
        isClaim: speaker === 'CONTACT' && this.isClaim(sentence),
      })),
    );
    this.isStrict = sentences.some(({ isClaim }) => isClaim);
    const stems = (ofClaims: boolean): string[] =>
      sentences.flatMap(({ sentence, isClaim }) => (isClaim === ofClaims ? stemsOf(sentence, language) : []));
    const others = new Set([...stems(false), ...planTexts(plan).flatMap((text) => stemsOf(text, language))]);
    this.#claimed = new Set(stems(true).filter((stem) => !others.has(stem)));
  }

  /** Whether the contact says how to rate them without being asked for a rating. */
  isClaim(said: string): boolean {
    return isEvaluationClaim(said) && !this.#claims.isAskedRating(said);
  }

  /** A quotation of the contact that may be evidence. */
  quote(wanted: string | null): Quote | undefined {
    const found = this.#quotes.find(wanted);
    return found === undefined || this.isClaim(found.evidence) ? undefined : found;
  }

  /** Whether a text rates somebody, and not as the contact did when they were asked. */
  #isOwnRating(text: string, quotes: readonly Quote[]): boolean {
    const rating = evaluationIn(text);
    return rating !== undefined && !quotes.some(({ evidence }) => evaluationIn(evidence) === rating);
  }

  /** A text that rests on something they said. */
  text(supported: Supported | null): string | undefined {
    const found = supported === null ? undefined : this.quote(supported.evidence);
    if (supported === null || found === undefined || this.#isOwnRating(supported.text, [found]))
      return undefined;
    return this.plain(supported.text, [found]);
  }

  texts(supported: readonly Supported[]): string[] {
    return supported.slice(0, MOST_TEXTS).flatMap((each) => this.text(each) ?? []);
  }

  /** Plain text, with no number in it that nobody said; after a claim, with nothing that its quotes do not say. */
  plain(text: string | null, quotes: readonly Quote[]): string | undefined {
    const plain = speakable(text ?? '').slice(0, LONGEST_TEXT);
    const isKnown = numbersIn(plain, this.#plan.language).every((number) => this.#numbers.has(number));
    if (plain === '' || !isKnown) return undefined;
    return this.isStrict && !this.#isBorneOut(plain, quotes) ? undefined : plain;
  }

  /** A text that says nothing but what its quotation says: it stands in place of their own words. */
  retold(text: string | null, quote: Quote): string | undefined {
    const plain = this.plain(text, [quote]);
    return plain !== undefined && this.#isBorneOut(plain, [quote]) ? plain : undefined;
  }

  /** The sentences that their quotes bear out; undefined where there is none. A plain text has no quotes. */
  summary(read: CallReading['summary']): string | undefined {
    if (typeof read === 'string') return undefined;
    const kept = read.slice(0, MOST_TEXTS).flatMap(({ text, evidence, others = [] }) => {
      const quotes = [evidence, ...others].slice(0, MOST_QUOTES).flatMap((quote) => this.quote(quote) ?? []);
      const plain = this.plain(text, quotes);
      return plain !== undefined && this.#namesAreKnown(plain) && this.#isBorneOut(plain, quotes)
        ? [plain]
        : [];
    });
    const summary = kept.join(' ').slice(0, LONGEST_SUMMARY);
    return summary === '' ? undefined : summary;
  }

  #namesAreKnown(sentence: string): boolean {
    const names = sentence.match(NAMES[this.#plan.language] ?? NAME) ?? [];
    return names.every((name) => this.#known.includes(folded(name)));
  }

  /**
   * Whether enough of what a text says stands in its quotes, in the questions that they answer, or in the names
   * of the call. A quote without words of its own, such as "Yes, I do", says what was asked.
   */
  #isBorneOut(text: string, quotes: readonly Quote[]): boolean {
    const { language } = this.#plan;
    if (quotes.length === 0 || this.#isOwnRating(text, quotes) || isMachineOrder(text, language))
      return false;
    const own = this.#stems(text);
    if (own.some((stem) => this.#claimed.has(stem))) return false;
    const said = quotes.flatMap(({ evidence }) => this.#stems(evidence));
    const asked = quotes.flatMap(({ evidenceTime }) => this.#stems(this.#asked.get(evidenceTime) ?? ''));
    const theirs = own.filter((stem) => said.some((each) => isAlike(each, stem)));
    const isBareReply = quotes.every(({ evidence }) => isBare(evidence, language));
    if (theirs.length === 0 && !isBareReply) return false;
    const isDenied = quotes.some(({ evidence }) => isNegated(speechOf(evidence).plain, language));
    if (theirs.length === 0 && isDenied !== isNegated(speechOf(text).plain, language)) return false;
    const all = [...said, ...asked, ...namesIn(this.#plan).flatMap((name) => this.#stems(name))];
    const borneOut = own.filter((stem) => all.some((each) => isAlike(each, stem)));
    return borneOut.length >= FEWEST_BORNE_OUT * own.filter(({ length }) => length > 2).length;
  }

  #stems(text: string): readonly string[] {
    return stemsOf(text, this.#plan.language);
  }
}

/**
 * Models say the same in other words, and "verfügt über … Erfahrung" has many of its own: of the honest summaries in
 * the tests, the least that a sentence shares is three words of seven.
 */
const FEWEST_BORNE_OUT = 0.4;

const MOST_BARE_WORDS = 4;

/** Too short to say more than yes or no. */
const isBare = (quote: string, language: Language): boolean => {
  const { plain } = speechOf(quote);
  return (
    plain.split(' ').length <= MOST_BARE_WORDS &&
    (isNegated(plain, language) || stemsOf(plain, language).length === 0)
  );
};

/** The words that say something in this language; a small word of another one may be a thing here, as "car" is. */
const stemsOf = (text: string, language: Language): readonly string[] =>
  descriptionWords(language).stemsOf(language === 'EN' ? withDigits(text) : text);

/** So much of a word is the same in its forms, and in what it is put together with. */
const STEM = 4;

function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= STEM && long.includes(short.slice(0, STEM));
}

const namesIn = ({ agent, company, contact, known }: CallPlan): string[] => [
  agent.name,
  company.name,
  contact.firstName,
  contact.lastName,
  ...Object.values(known.job).map(String),
];

const planTexts = (plan: CallPlan): string[] => [
  ...namesIn(plan),
  ...questionsIn(plan.sections).map(({ text }) => text),
  ...plan.sections.flatMap((section) => (section.type === 'sequential' ? [section.prompt] : [])),
  ...[...plan.analysis.outcomes, ...plan.analysis.tags, ...plan.analysis.extractionTargets].flatMap(
    ({ label, description = '' }) => [label, description],
  ),
];

import type { Language } from '@parley/language/language.ts';
import { folded } from '@parley/language/speech.ts';
import { speakable } from '../../dialogue/llm/speakable.ts';
import { meaningfulStems } from '../../dialogue/rules/stem.ts';
import { KnownNumbers, numbersIn } from '../../dialogue/speech-check/named-number.ts';
import { isBorneOut } from '../../dialogue/understanding-check.ts';
import { type PlanExtractionTarget, type PlanLabel, type PlanQuestion, questionsIn } from '../../plan.ts';
import type {
  AskedQuestion,
  CallAnalysis,
  CallAnalytics,
  ExtractedField,
  FinishedCall,
  JudgedOutcome,
  JudgedTag,
  ScoredItem,
} from '../analysis-model.ts';
import { sharesOf, totalOf } from '../rules/scoring.ts';
import { isUnconfirmed, sentencesIn } from '../rules/talk.ts';
import { shortened, Wording } from '../rules/wording.ts';
import type { Known } from '../verdict/finding.ts';
import { isMachineOrder } from '../verdict/machine-order.ts';
import type { CallReading, Supported } from './call-reading.ts';
import { ClaimedEvidence } from './claimed-evidence.ts';
import { QuoteFinder } from './quote-finder.ts';

/**
 * The model's reply, reduced to what the contact's own words support. Fields, outcomes, tags, questions and weights
 * come from the plan; the rules fill in what the model left out.
 */
export function checkedAnalysis(read: CallReading, call: FinishedCall, byRules: CallAnalysis): CallAnalysis {
  const checker = new Checker(read, call);
  const analytics = byRules.analytics === null ? null : checker.analytics(byRules.analytics);
  const { general, specific } = byRules;
  return {
    general: {
      ...general,
      overallRating: analytics === null ? general.overallRating : analytics.matchScore,
      scoringIncompleteReason: checker.isWhollyScored(analytics) ? null : general.scoringIncompleteReason,
      education: checker.text(read.education) ?? general.education,
      experience: checker.text(read.experience) ?? general.experience,
      strongPoints: orElse(checker.texts(read.strengths), general.strongPoints),
      weakPoints: orElse(checker.texts(read.concerns), general.weakPoints),
      // Of an agent with a flow of its own both say the same.
      evaluation:
        analytics?.evaluation.assessment ?? orElse(checker.texts(read.assessment), general.evaluation),
    },
    specific: specific && {
      ...specific,
      grammar: specific.grammar && checker.summarised(specific.grammar, read.grammar),
      vocabulary: specific.vocabulary && checker.summarised(specific.vocabulary, read.vocabulary),
    },
    analytics,
  };
}

const orElse = <Item>(found: readonly Item[], others: readonly Item[]): readonly Item[] =>
  found.length === 0 ? others : found;

const LONGEST_TEXT = 500;
const LONGEST_SUMMARY = 2_000;
const MOST_TEXTS = 12;

/** So much of a word is the same in its forms. */
const STEM = 5;
/** Names stand out within a sentence; in German all nouns do, and names of places stand behind "in". */
const NAME = /(?<=[\p{L}\p{N},;:] )\p{Lu}[\p{L}-]+/gu;
const NAMES: Partial<Record<Language, RegExp>> = { DE: /(?<= in )\p{Lu}[\p{L}-]+/gu };

const planTexts = ({ plan }: FinishedCall): string[] => [
  plan.agent.name,
  plan.company.name,
  plan.contact.firstName,
  plan.contact.lastName,
  ...questionsIn(plan.sections).map(({ text }) => text),
  ...plan.sections.flatMap((section) => (section.type === 'sequential' ? [section.prompt] : [])),
  ...[...plan.analysis.outcomes, ...plan.analysis.tags, ...plan.analysis.extractionTargets].flatMap(
    ({ label, description = '' }) => [label, description],
  ),
  ...Object.values(plan.known.job).map(String),
];

class Checker {
  readonly #read: CallReading;
  readonly #call: FinishedCall;
  readonly #quotes: QuoteFinder;
  readonly #numbers: KnownNumbers;
  readonly #claims: ClaimedEvidence;
  readonly #known: string;

  constructor(read: CallReading, call: FinishedCall) {
    this.#read = read;
    this.#call = call;
    const { language } = call.plan;
    this.#quotes = new QuoteFinder(
      call.transcript.filter(
        ({ text, startTime }) =>
          !isMachineOrder(text.slice(0, LONGEST_SUMMARY), language) &&
          !isUnconfirmed(call.findings, startTime),
      ),
    );
    this.#claims = new ClaimedEvidence(call);
    this.#known = folded([...call.transcript.map(({ text }) => text), ...planTexts(call)].join(' '));
    this.#numbers = new KnownNumbers(
      call.plan.language,
      call.transcript.map(({ text }) => text),
    );
  }

  analytics(byRules: CallAnalytics): CallAnalytics {
    const { plan } = this.#call;
    const scoring = this.#scoring(byRules);
    const { fields, outcomes, tags } = this.#read;
    return {
      matchScore: scoring?.total ?? null,
      fields: plan.analysis.extractionTargets.flatMap((target) => {
        const own = byRules.fields.find(({ key }) => key === target.key);
        const field = fields.find(({ key }) => key === target.key);
        return own === undefined ? [] : [checkedField(target, field, own, this.#quotes, plan.language)];
      }),
      scoring,
      outcomes: byRules.outcomes.map((own) =>
        this.#outcome(
          own,
          outcomes.find(({ key }) => key === own.key),
        ),
      ),
      tags: byRules.tags.map((own) =>
        this.#tag(
          own,
          tags.find(({ key }) => key === own.key),
        ),
      ),
      qa: byRules.qa.map((own) => this.#asked(own)),
      evaluation: {
        strengths: orElse(this.texts(this.#read.strengths), byRules.evaluation.strengths),
        concerns: orElse(this.texts(this.#read.concerns), byRules.evaluation.concerns),
        objections: orElse(this.texts(this.#read.objections), byRules.evaluation.objections),
        assessment: orElse(
          this.texts(this.#read.assessment),
          this.#rescored(byRules.evaluation.assessment, byRules, scoring),
        ),
      },
      sentiment: this.#sentiment(byRules.sentiment),
      summary: this.#checkedSummary() ?? this.#rescored([byRules.summary], byRules, scoring).join(''),
    };
  }

  /** The reason for an incomplete score, for the scores that count. */
  #rescored(texts: readonly string[], byRules: CallAnalytics, scoring: CallAnalytics['scoring']): string[] {
    if (scoring === null) return [...texts];
    const wording = new Wording(this.#call.plan.language);
    const scored = scoring.items.map(({ label }) =>
      wording.say('unscored', { question: shortened(label), words: '' }).trimEnd(),
    );
    const [before, after] = [byRules.scoring ?? scoring, scoring].map(({ total }) =>
      wording.say('score', { total }),
    ) as [string, string];
    return texts
      .filter((text) => !scored.some((beginning) => text.startsWith(beginning)))
      .map((text) => text.replace(before, () => after));
  }

  /** A text that rests on something they said. */
  text(supported: Supported | null): string | undefined {
    if (supported === null || this.#quotes.find(supported.evidence) === undefined) return undefined;
    return this.#checkedText(supported.text);
  }

  texts(supported: readonly Supported[]): string[] {
    return supported.slice(0, MOST_TEXTS).flatMap((each) => this.text(each) ?? []);
  }

  summarised<Level extends { readonly summary: string }>(level: Level, read: Supported | null): Level {
    return { ...level, summary: this.text(read) ?? level.summary };
  }

  /** Plain text, with no number in it that nobody said. */
  #checkedText(text: string | null, longest = LONGEST_TEXT): string | undefined {
    const plain = speakable(text ?? '').slice(0, longest);
    const isKnown = numbersIn(plain, this.#call.plan.language).every((number) => this.#numbers.has(number));
    return plain !== '' && isKnown ? plain : undefined;
  }

  #checkedSummary(): string | undefined {
    const text = this.#checkedText(this.#read.summary, LONGEST_SUMMARY);
    return text !== undefined &&
      sentencesIn(text, this.#call.plan.language).every((each) => this.#isKnown(each))
      ? text
      : undefined;
  }

  /** Whether a sentence speaks of the call, and names nobody and nothing that did not come up in it. */
  #isKnown(sentence: string): boolean {
    const names = sentence.match(NAMES[this.#call.plan.language] ?? NAME) ?? [];
    return (
      !isMachineOrder(sentence, this.#call.plan.language) &&
      names.every((name) => this.#known.includes(folded(name))) &&
      meaningfulStems(sentence).some((stem) => this.#known.includes(stem.slice(0, STEM)))
    );
  }

  /** What the rules know stands; what they leave open needs a quote for each condition. */
  #outcome(own: JudgedOutcome, read: CallReading['outcomes'][number] | undefined): JudgedOutcome {
    if (read === undefined || own.unknown !== true || !read.met) return own;
    const label = this.#call.plan.analysis.outcomes.find(({ key }) => key === own.key);
    const finding = label && this.#supported(label, [read.evidence, ...(read.others ?? [])], read.confidence);
    if (finding === undefined) return own;
    const { confidence, reason, said, words } = finding;
    const { key } = own;
    const quote = this.#quotes.find(words ?? said?.text ?? null);
    const evidence = quote ?? { evidence: said?.text ?? null, evidenceTime: said?.time ?? null };
    return { key, label: own.label, met: true, confidence, ...evidence, reason };
  }

  #supported(label: PlanLabel, quotes: readonly (string | null)[], confidence: number): Known | undefined {
    const found = quotes.flatMap((quote) => this.#quotes.find(quote)?.evidence ?? []);
    const finding = found.length === 0 ? undefined : this.#claims.verdict(label, found, confidence);
    return finding?.holds === true ? finding : undefined;
  }

  #tag(own: JudgedTag, read: CallReading['tags'][number] | undefined): JudgedTag {
    if (read === undefined || own.applied || !read.applied) return own;
    const label = this.#call.plan.analysis.tags.find(({ key }) => key === own.key);
    const finding = label && this.#supported(label, [read.evidence], 1);
    if (finding === undefined) return own;
    const { key } = own;
    return { key, label: own.label, applied: true, reason: this.#checkedText(read.reason) ?? finding.reason };
  }

  /** That something was answered the call has noted itself; the model may say it better. */
  #asked(own: AskedQuestion): AskedQuestion {
    const read = this.#read.answers.find(({ key }) => key === own.id);
    const found = this.#quotes.find(read?.evidence ?? null);
    const answer = this.#checkedText(read?.answer ?? null);
    if (found === undefined || answer === undefined) return own;
    if (!own.answered || !this.#claims.answers(own.id, found.evidence)) return own;
    return { id: own.id, question: own.question, answered: true, answer, ...found };
  }

  /** Held to its end, with points for every answer that is asked for them. */
  isWhollyScored(analytics: CallAnalytics | null): boolean {
    if (!analytics?.scoring || this.#call.findings.outcome.kind !== 'finished') return false;
    const scored = new Set(analytics.scoring.items.map(({ key }) => key));
    return this.#scored(analytics).every(({ key }) => scored.has(key));
  }

  /** The model also judges what rules leave out, because they cannot hold it against the ideal answer. */
  #scoring(byRules: CallAnalytics): CallAnalytics['scoring'] {
    const own = new Map(byRules.scoring?.items.map((item) => [item.key, item]));
    const judged = this.#scored(byRules).flatMap(({ key, question, scoring, isAnswered }) => {
      const item = this.#judged(question, own.get(key), isAnswered);
      return item === undefined ? [] : [{ item, weight: Math.max(0, scoring.weight) }];
    });
    if (judged.length === 0) return null;
    const weights = judged.map(({ weight }) => weight);
    const percents = sharesOf(weights);
    const items = judged.map(({ item }, index) => ({ ...item, weightPercent: percents[index] ?? 0 }));
    return { total: totalOf(items, weights), items };
  }

  /** The questions on the way of the call that are asked for points. */
  #scored({ qa }: CallAnalytics) {
    const planned = new Map(questionsIn(this.#call.plan.sections).map((question) => [question.id, question]));
    return qa.flatMap(({ id, answered }) => {
      const question = planned.get(id);
      const { scoring } = question ?? {};
      if (question === undefined || scoring === undefined) return [];
      return [{ key: question.key ?? question.id, question, scoring, isAnswered: answered }];
    });
  }

  #judged(question: PlanQuestion, own: ScoredItem | undefined, isAnswered: boolean): ScoredItem | undefined {
    const read = this.#read.answers.find(({ key }) => key === question.id);
    const score = read?.score ?? null;
    const quote = read === undefined ? undefined : this.#quotes.find(read.evidence);
    if (read === undefined || score === null || quote === undefined || !isAnswered) return own;
    // A number, a day or a yes has been held against the ideal answer already.
    if (own !== undefined && this.#claims.isTyped(question.id)) return own;
    if (!this.#claims.answers(question.id, quote.evidence)) return own;
    return {
      key: question.key ?? question.id,
      kind: 'QUESTION',
      label: question.text,
      score: Math.round(Math.min(100, Math.max(0, score))),
      weightPercent: 0,
      importance: question.scoring?.importance ?? null,
      reasoning: this.#checkedText(read.reasoning) ?? own?.reasoning ?? read.evidence ?? question.text,
    };
  }

  #sentiment(own: CallAnalytics['sentiment']): CallAnalytics['sentiment'] {
    const { overall, score, trajectory, notes, evidence } = this.#read.sentiment;
    if (this.#quotes.find(evidence) === undefined) return own;
    return { overall, score, trajectory, notes: this.#checkedText(notes) ?? null };
  }
}

type Value = NonNullable<ExtractedField['value']>;

/** A field as the model read it, if the contact's words bear it out; of another type than it has, it is not given. */
function checkedField(
  target: PlanExtractionTarget,
  read: CallReading['fields'][number] | undefined,
  byRules: ExtractedField,
  quotes: QuoteFinder,
  language: Language,
): ExtractedField {
  if (read === undefined) return byRules;
  const { key, label, type } = target;
  const nothing = { key, label, type, value: null, confidence: 0, evidence: null, evidenceTime: null };
  if (read.value === null) return byRules.value === null ? nothing : byRules;
  const found = quotes.find(read.evidence);
  if (found === undefined) return nothing;
  const value = readers[type](read.value, target);
  if (value === undefined || !isSaid(value, target, found.evidence, byRules, language)) return byRules;
  return { key, label, type, value, confidence: read.confidence, ...found };
}

type Reader = (
  value: NonNullable<CallReading['fields'][number]['value']>,
  target: PlanExtractionTarget,
) => Value | undefined;

const LONGEST = 500;
const MOST_ITEMS = 50;

const readers: Readonly<Record<PlanExtractionTarget['type'], Reader>> = {
  string: (value) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, LONGEST) : undefined,
  // "5" for 5: models are not strict about it.
  number: (value) =>
    (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) &&
    Number.isFinite(Number(value))
      ? Number(value)
      : undefined,
  bool: (value) => (typeof value === 'boolean' ? value : undefined),
  date: (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
      ? value
      : undefined,
  enum: (value, { options = [] }) => (typeof value === 'string' ? optionOf(value, options) : undefined),
  list: (value, { options = [] }) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.slice(0, MOST_ITEMS).map((item) => item.trim().slice(0, LONGEST));
    const known =
      options.length === 0
        ? items.filter((item) => item !== '')
        : items.flatMap((item) => optionOf(item, options) ?? []);
    return known.length === 0 ? undefined : [...new Set(known)];
  },
};

const optionOf = (value: string, options: readonly string[]): string | undefined =>
  options.find((option) => folded(option) === folded(value));

/** What names a choice need not have been said; a number, a day or a name must have been. */
function isSaid(
  value: Value,
  { type, options = [] }: PlanExtractionTarget,
  evidence: string,
  byRules: ExtractedField,
  language: Language,
): boolean {
  if (type === 'enum' || options.length > 0)
    return byRules.value === null || String(byRules.value) === String(value);
  if (type === 'bool') return typeof byRules.value !== 'boolean' || byRules.value === value;
  return isBorneOut(value, {
    heard: evidence,
    stems: new Set(meaningfulStems(evidence)),
    language,
    byRules: {
      wants: {},
      ...(byRules.value === null ? {} : { answer: { value: byRules.value, isClear: true } }),
    },
  });
}

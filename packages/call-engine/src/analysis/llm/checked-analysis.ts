import type { Language } from '@parley/language/language.ts';
import { folded } from '@parley/language/speech.ts';
import { meaningfulStems } from '../../dialogue/rules/stem.ts';
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
import { shortened, Wording } from '../rules/wording.ts';
import type { Known } from '../verdict/finding.ts';
import type { AnswerScore, FreeAnswer } from './answer-score.ts';
import type { CallReading, Supported } from './call-reading.ts';
import { CheckedTexts } from './checked-texts.ts';
import { ClaimedEvidence, MOST_SURE } from './claimed-evidence.ts';

/**
 * Holds a model's reply against the call, and reduces it to what the contact's own words support. Fields, outcomes, tags,
 * questions and weights come from the plan; the rules fill in what the model left out.
 */
export class CallCheck {
  readonly #call: FinishedCall;
  readonly #byRules: CallAnalysis;
  readonly #claims: ClaimedEvidence;
  readonly #texts: CheckedTexts;

  constructor(call: FinishedCall, byRules: CallAnalysis) {
    this.#call = call;
    this.#byRules = byRules;
    this.#claims = new ClaimedEvidence(call);
    this.#texts = new CheckedTexts(call, this.#claims);
  }

  /** The answers that a model may score. */
  freeAnswers(): FreeAnswer[] {
    const { analytics } = this.#byRules;
    if (analytics === null) return [];
    const own = new Map(analytics.scoring?.items.map((item) => [item.key, item]));
    return scoredQuestions(this.#call, analytics).flatMap(({ key, question, scoring, isAnswered }) => {
      const words = isAnswered ? this.#wordsToScore(question, own.get(key)) : undefined;
      if (words === undefined) return [];
      return [{ questionId: question.id, question: question.text, idealAnswer: scoring.idealAnswer, words }];
    });
  }

  #wordsToScore({ id }: PlanQuestion, own: ScoredItem | undefined): string | undefined {
    // Whoever speaks of their points may be obeyed, also about other answers.
    if (this.#texts.isStrict) return undefined;
    // A number, a day or a yes has been held against the ideal answer already.
    return own !== undefined && this.#claims.isTyped(id) ? undefined : this.#claims.wordsOf(id);
  }

  analysis(read: CallReading, scores: readonly AnswerScore[]): CallAnalysis {
    const free = new Set(this.freeAnswers().map(({ questionId }) => questionId));
    const counted = scores.filter(({ questionId }) => free.has(questionId));
    const checker = new Checker(read, counted, this.#call, this.#claims, this.#texts);
    const { general, specific } = this.#byRules;
    const analytics = this.#byRules.analytics === null ? null : checker.analytics(this.#byRules.analytics);
    return {
      general: {
        ...general,
        overallRating: analytics === null ? general.overallRating : analytics.matchScore,
        scoringIncompleteReason: checker.isWhollyScored(analytics) ? null : general.scoringIncompleteReason,
        education: this.#texts.text(read.education) ?? general.education,
        experience: this.#texts.text(read.experience) ?? general.experience,
        strongPoints: orElse(this.#texts.texts(read.strengths), general.strongPoints),
        weakPoints: orElse(this.#texts.texts(read.concerns), general.weakPoints),
        // Of an agent with a flow of its own both say the same.
        evaluation:
          analytics?.evaluation.assessment ?? orElse(this.#texts.texts(read.assessment), general.evaluation),
      },
      specific: specific && {
        ...specific,
        grammar: specific.grammar && checker.summarised(specific.grammar, read.grammar),
        vocabulary: specific.vocabulary && checker.summarised(specific.vocabulary, read.vocabulary),
      },
      analytics,
    };
  }
}

/** The questions on the way of the call that are asked for points. */
function scoredQuestions({ plan }: FinishedCall, { qa }: CallAnalytics) {
  const planned = new Map(questionsIn(plan.sections).map((question) => [question.id, question]));
  return qa.flatMap(({ id, answered }) => {
    const question = planned.get(id);
    const { scoring } = question ?? {};
    if (question === undefined || scoring === undefined) return [];
    return [{ key: question.key ?? question.id, question, scoring, isAnswered: answered }];
  });
}

const orElse = <Item>(found: readonly Item[], others: readonly Item[]): readonly Item[] =>
  found.length === 0 ? others : found;

class Checker {
  readonly #read: CallReading;
  readonly #scores: ReadonlyMap<string, AnswerScore>;
  readonly #call: FinishedCall;
  readonly #claims: ClaimedEvidence;
  readonly texts: CheckedTexts;

  constructor(
    read: CallReading,
    scores: readonly AnswerScore[],
    call: FinishedCall,
    claims: ClaimedEvidence,
    texts: CheckedTexts,
  ) {
    this.#read = read;
    this.#scores = new Map(scores.map((score) => [score.questionId, score]));
    this.#call = call;
    this.#claims = claims;
    this.texts = texts;
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
        return own === undefined ? [] : [this.#field(target, field, own)];
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
        strengths: orElse(this.texts.texts(this.#read.strengths), byRules.evaluation.strengths),
        concerns: orElse(this.texts.texts(this.#read.concerns), byRules.evaluation.concerns),
        objections: orElse(this.texts.texts(this.#read.objections), byRules.evaluation.objections),
        assessment: orElse(
          this.texts.texts(this.#read.assessment),
          this.#rescored(byRules.evaluation.assessment, byRules, scoring),
        ),
      },
      // A mood rests on all that was said: a model that obeys any of it reports any mood.
      sentiment: byRules.sentiment,
      summary:
        this.texts.summary(this.#read.summary) ??
        this.#rescored([byRules.summary], byRules, scoring).join(''),
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

  summarised<Level extends { readonly summary: string }>(level: Level, read: Supported | null): Level {
    return { ...level, summary: this.texts.text(read) ?? level.summary };
  }

  /** As the model read it, if the contact's words bear it out; of another type than the field has, it is not given. */
  #field(
    target: PlanExtractionTarget,
    read: CallReading['fields'][number] | undefined,
    byRules: ExtractedField,
  ): ExtractedField {
    // What a model cannot show takes nothing away: whoever is obeyed must not be able to wipe out what was said.
    const found = this.texts.quote(read?.evidence ?? null);
    if (read === undefined || read.value === null || found === undefined) return byRules;
    const { key, label, type } = target;
    const value = readers[type](read.value, target);
    if (value === undefined || !isSaid(value, target, found.evidence, byRules, this.#call.plan.language))
      return byRules;
    const isNamed = isChosen(target) && byRules.value === null;
    if (isNamed && this.#claims.answersAnother(found.evidence, target)) return byRules;
    const confidence = isNamed ? Math.min(read.confidence, MOST_SURE) : read.confidence;
    return { key, label, type, value, confidence, ...found };
  }

  /** What the rules know stands; what they leave open needs a quote for each condition. */
  #outcome(own: JudgedOutcome, read: CallReading['outcomes'][number] | undefined): JudgedOutcome {
    if (read === undefined || own.unknown !== true || !read.met) return own;
    const label = this.#call.plan.analysis.outcomes.find(({ key }) => key === own.key);
    const finding = label && this.#supported(label, [read.evidence, ...(read.others ?? [])], read.confidence);
    if (finding === undefined) return own;
    const { confidence, reason, said, words } = finding;
    const { key } = own;
    const quote = this.texts.quote(words ?? said?.text ?? null);
    const evidence = quote ?? { evidence: said?.text ?? null, evidenceTime: said?.time ?? null };
    return { key, label: own.label, met: true, confidence, ...evidence, reason };
  }

  #supported(label: PlanLabel, quotes: readonly (string | null)[], confidence: number): Known | undefined {
    const found = quotes.flatMap((quote) => this.texts.quote(quote)?.evidence ?? []);
    const finding = found.length === 0 ? undefined : this.#claims.verdict(label, found, confidence);
    return finding?.holds === true ? finding : undefined;
  }

  #tag(own: JudgedTag, read: CallReading['tags'][number] | undefined): JudgedTag {
    if (read === undefined || own.applied || !read.applied) return own;
    const label = this.#call.plan.analysis.tags.find(({ key }) => key === own.key);
    const finding = label && this.#supported(label, [read.evidence], 1);
    if (finding === undefined) return own;
    const { key } = own;
    const reason = this.#restingOn(read.evidence, read.reason) ?? finding.reason;
    return { key, label: own.label, applied: true, reason };
  }

  /** That something was answered the call has noted itself; the model may say it better. */
  #asked(own: AskedQuestion): AskedQuestion {
    const read = this.#read.answers.find(({ key }) => key === own.id);
    const found = this.texts.quote(read?.evidence ?? null);
    const answer = found && this.texts.retold(read?.answer ?? null, found);
    if (found === undefined || answer === undefined) return own;
    if (!own.answered || !this.#claims.answers(own.id, found.evidence)) return own;
    return { id: own.id, question: own.question, answered: true, answer, ...found };
  }

  /** Held to its end, with points for every answer that is asked for them. */
  isWhollyScored(analytics: CallAnalytics | null): boolean {
    if (!analytics?.scoring || this.#call.findings.outcome.kind !== 'finished') return false;
    const scored = new Set(analytics.scoring.items.map(({ key }) => key));
    return scoredQuestions(this.#call, analytics).every(({ key }) => scored.has(key));
  }

  /** The model also judges what rules leave out, because they cannot hold it against the ideal answer. */
  #scoring(byRules: CallAnalytics): CallAnalytics['scoring'] {
    const own = new Map(byRules.scoring?.items.map((item) => [item.key, item]));
    const judged = scoredQuestions(this.#call, byRules).flatMap(({ key, question, scoring }) => {
      const item = this.#judged(question, own.get(key));
      return item === undefined ? [] : [{ item, weight: Math.max(0, scoring.weight) }];
    });
    if (judged.length === 0) return null;
    const weights = judged.map(({ weight }) => weight);
    const percents = sharesOf(weights);
    const items = judged.map(({ item }, index) => ({ ...item, weightPercent: percents[index] ?? 0 }));
    return { total: totalOf(items, weights), items };
  }

  #judged(question: PlanQuestion, own: ScoredItem | undefined): ScoredItem | undefined {
    const read = this.#scores.get(question.id);
    if (read === undefined) return own;
    return {
      key: question.key ?? question.id,
      kind: 'QUESTION',
      label: question.text,
      score: Math.round(Math.min(100, Math.max(0, read.score))),
      weightPercent: 0,
      importance: question.scoring?.importance ?? null,
      reasoning: this.texts.plain(read.reasoning, []) ?? own?.reasoning ?? read.words,
    };
  }

  #restingOn(evidence: string | null, text: string | null): string | undefined {
    const quote = this.texts.quote(evidence);
    return quote && this.texts.plain(text, [quote]);
  }
}

type Value = NonNullable<ExtractedField['value']>;

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

/** A yes, or one of some options: words that are not its own may mean it. */
const isChosen = ({ type, options = [] }: PlanExtractionTarget): boolean =>
  type === 'bool' || type === 'enum' || options.length > 0;

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

import { TimeZones } from '@parley/kernel/local-time.ts';
import { speechOf } from '@parley/language/speech.ts';
import { contentStems } from '../../dialogue/rules/stem.ts';
import { numbersIn } from '../../dialogue/speech-check/named-number.ts';
import type { PlanExtractionTarget, PlanLabel } from '../../plan.ts';
import type { FinishedCall } from '../analysis-model.ts';
import { type HeardAnswer, heardAnswers, isTyped } from '../rules/heard-answer.ts';
import { type Said, type Talk, talkOf } from '../rules/talk.ts';
import { isNegated } from '../rules/typed-value.ts';
import { Wording } from '../rules/wording.ts';
import { descriptionWords } from '../verdict/description-words.ts';
import { type Finding, isKnown } from '../verdict/finding.ts';
import { isMachineOrder } from '../verdict/machine-order.ts';
import { Stems } from '../verdict/topic.ts';
import { type OpenCondition, Verdicts } from '../verdict/verdict.ts';

/** A model is less sure than a typed answer, however sure it says it is. */
export const MOST_SURE = 0.8;

/** The call as the rules understand it, to hold the claims of a model against. */
export class ClaimedEvidence {
  readonly #talk: Talk;
  readonly #answers: readonly HeardAnswer[];

  constructor(call: FinishedCall) {
    this.#talk = talkOf(call, new TimeZones(), new Wording(call.plan.language));
    this.#answers = heardAnswers(this.#talk);
  }

  /**
   * What an outcome or a tag comes to when each condition that the rules leave open may rest on one of the quotes.
   * Undefined where that is not enough.
   */
  verdict(label: PlanLabel, quotes: readonly string[], confidence: number): Finding | undefined {
    const verdicts = new Verdicts(this.#answers, this.#talk, (open) => {
      for (const quote of quotes) {
        const said = this.#lineOf(quote, open);
        if (said !== undefined)
          return {
            holds: true,
            confidence: Math.min(confidence, MOST_SURE),
            said,
            words: quote,
            reason: this.#talk.wording.say('said', { words: this.#talk.wording.quote(quote) }),
          };
      }
      return undefined;
    });
    const finding = verdicts.on(label);
    return isKnown(finding) ? finding : undefined;
  }

  /** Whether a quote stands in what they said to a question, which they answered. */
  answers(questionId: string, quote: string): boolean {
    const answer = this.#answers.find(({ question }) => question.id === questionId);
    return answer !== undefined && isAnswered(answer) && this.#isIn(quote, answer);
  }

  /**
   * Whether a quote is their answer to a question about something else: that of another field, or for a number, a day or the
   * like. "Five years" of experience does not say that they would move.
   */
  answersAnother(quote: string, target: PlanExtractionTarget): boolean {
    const answers = this.#answers.filter((answer) => isAnswered(answer) && this.#isIn(quote, answer));
    const stems = new Set(contentStems([target.key, target.label, target.description ?? ''].join(' ')));
    const others = new Set(this.#talk.plan.analysis.extractionTargets.map(({ key }) => key));
    const isOther = ({ question, value }: HeardAnswer): boolean =>
      question.key !== target.key &&
      (others.has(question.key ?? '') || typeof value === 'number' || isDay(String(value))) &&
      !contentStems(`${question.text} ${quote}`).some((stem) => stems.has(stem));
    return answers.length > 0 && answers.every(isOther);
  }

  /** What they said to a question, which they answered; undefined where that is an order to the machine. */
  wordsOf(questionId: string): string | undefined {
    const answer = this.#answers.find(({ question }) => question.id === questionId);
    const words = answer !== undefined && isAnswered(answer) ? answer.said?.text : undefined;
    return words === undefined || isMachineOrder(words, this.#talk.plan.language) ? undefined : words;
  }

  /** What the call noted for a question is of a type that rules compare: a choice or a name is, and free words are not. */
  isTyped(questionId: string): boolean {
    const answer = this.#answers.find(({ question }) => question.id === questionId);
    if (answer?.value === undefined) return false;
    const { value } = answer;
    const { answerType: type } = answer.question;
    return typeof value !== 'string' || isDay(value) || (type !== undefined && isTyped(type, value));
  }

  /** Whether a quote answers a question that names a scale: "Ten out of ten" is what was asked for then. */
  isAskedRating(quote: string): boolean {
    return this.#answers.some(
      (answer) =>
        typeof answer.value === 'number' &&
        isAnswered(answer) &&
        numbersIn(answer.question.text, this.#talk.plan.language).length > 0 &&
        this.#isIn(quote, answer),
    );
  }

  #lineOf(quote: string, { answers, stems, isNegated: isDenied, words }: OpenCondition): Said | undefined {
    const { language } = this.#talk.plan;
    const own = descriptionWords(language);
    if (isMachineOrder(quote, language) || own.uncertain.test(quote) || own.vague.test(quote))
      return undefined;
    if (isNegated(speechOf(quote).plain, language) !== isDenied) return undefined;
    const answer = answers.find((each) => isAnswered(each) && this.#isIn(quote, each));
    if (answer !== undefined) return answer.said;
    // Said without being asked: it has to name what the condition names.
    const named = new Stems(words.stemsOf(quote));
    const telling = stems.filter((stem) => !words.isGeneric(stem));
    if (telling.length === 0 || !telling.every((stem) => named.has(stem))) return undefined;
    return this.#talk.heardWell.find(
      (said) => said.text.includes(quote) && !isMachineOrder(said.text, language),
    );
  }

  #isIn(quote: string, { said }: HeardAnswer): boolean {
    return said?.text.includes(quote) === true && !isMachineOrder(said.text, this.#talk.plan.language);
  }
}

const isAnswered = ({ standing, value }: HeardAnswer): boolean =>
  standing === 'answered' && value !== undefined;
const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value);

import { english } from '@parley/language/english-tables.ts';
import { folded } from '@parley/language/speech.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import type { PlanLabel } from '../../plan.ts';
import type { HeardAnswer } from '../rules/heard-answer.ts';
import type { Talk } from '../rules/talk.ts';
import { checkAnswer } from './answer-check.ts';
import { byEnding, byWish, eventIn } from './call-event.ts';
import { type Condition, conditionOf } from './condition.ts';
import { type Formula, type Piece, readDescription } from './description.ts';
import type { DescriptionWords } from './description-words.ts';
import { all, any, everyReading, type Finding, isKnown, turned } from './finding.ts';
import { spokenEvidence } from './spoken-evidence.ts';
import { type Bound, boundTo, type Topic, topicsOf } from './topic.ts';

/** What somebody else found of a condition that the rules leave open; undefined: nothing. */
export type Supply = (open: OpenCondition) => Finding | undefined;

/** A condition that the rules cannot judge, and the answer that leaves it open where there is one. */
export interface OpenCondition {
  readonly text: string;
  readonly isNegated: boolean;
  readonly stems: readonly string[];
  readonly words: DescriptionWords;
  /** The answers to the questions that it is about; none where no question asks about it. */
  readonly answers: readonly HeardAnswer[];
}

/** Judges outcomes and tags of one call by what was answered and said. */
export class Verdicts {
  readonly #answers: readonly HeardAnswer[];
  readonly #talk: Talk;
  readonly #topics = new Map<DescriptionWords, readonly Topic[]>();
  readonly #conditions = new Map<Piece, Condition>();

  readonly #supply: Supply;

  constructor(answers: readonly HeardAnswer[], talk: Talk, supply: Supply = () => undefined) {
    this.#answers = answers;
    this.#talk = talk;
    this.#supply = supply;
  }

  on(label: PlanLabel): Finding {
    const text = label.description === '' ? label.label : label.description;
    const description = readDescription(text, this.#talk.plan.language);
    if (description === undefined) return this.#unbound(text);
    const { formula, words } = description;
    // What is called like a question is about that question, in whatever language it is described.
    if (formula.kind === 'piece')
      return this.#supplied(formula, words, this.#single(formula, words, label.key));
    return this.#formula(formula, words);
  }

  #formula(formula: Formula, words: DescriptionWords): Finding {
    if (formula.kind === 'piece') return this.#supplied(formula, words, this.#piece(formula, words));
    const findings = formula.parts.map((part) => this.#formula(part, words));
    if (formula.kind === 'all') return all(findings);
    return formula.kind === 'any' ? any(findings) : everyReading(findings);
  }

  #supplied(piece: Piece, words: DescriptionWords, finding: Finding): Finding {
    if (isKnown(finding)) return finding;
    const condition = this.#conditionIn(piece, words);
    const bound = this.#bind(piece, condition, words);
    const answers = bound.flatMap(({ topic }) => topic.answer ?? []);
    // A question that was never asked, or an event of the call, leaves nothing for anybody to find.
    const { text, isNegated, stems } = condition;
    return this.#supply({ text, isNegated, stems, words, answers }) ?? finding;
  }

  #single(piece: Piece, words: DescriptionWords, key: string): Finding {
    const finding = this.#piece(piece, words);
    if (isKnown(finding)) return finding;
    const topic = this.#topicsIn(words).find(
      ({ question, kind }) =>
        (kind === 'yes_no' || kind === 'words') &&
        question.key !== undefined &&
        folded(question.key) === folded(key),
    );
    const condition = this.#conditionIn(piece, words);
    if (topic === undefined || condition.limit !== undefined || condition.day !== undefined) return finding;
    const named = { ...condition, stems: topic.asked, predicate: topic.predicate };
    const found = checkAnswer(named, topic, words, this.#talk);
    return piece.isNegated ? turned(found) : found;
  }

  #piece(piece: Piece, words: DescriptionWords): Finding {
    const found = eventIn(piece.text, words);
    if (found === undefined) return this.#condition(piece, words);
    const rest = piece.text.replace(found.words, ' ');
    const isTurned = piece.isNegated && words.negation.test(rest);
    const ending = byEnding(found.event, this.#talk);
    if (ending?.holds === true || ending?.holds === false) return isTurned ? turned(ending) : ending;
    const answered = this.#condition(piece, words);
    if (isKnown(answered)) return answered;
    const wished = byWish(found.event, this.#talk) ?? answered;
    return isTurned ? turned(wished) : wished;
  }

  #condition(piece: Piece, words: DescriptionWords): Finding {
    const finding = this.#affirmed(piece, words);
    return piece.isNegated ? turned(finding) : finding;
  }

  /** As if the condition denied nothing. */
  #affirmed(piece: Piece, words: DescriptionWords): Finding {
    const condition = this.#conditionIn(piece, words);
    const bound = condition.isMention ? [] : this.#bind(piece, condition, words);
    const findings = bound.map((each) => checkAnswer(each.condition, each.topic, words, this.#talk));
    const known = findings.filter(isKnown);
    if (known.length > 0) return everyReading(known);
    const asked = bound[0]?.topic.answer?.said;
    const spoken =
      spokenEvidence(bound[0]?.condition ?? condition, words, this.#talk, asked) ?? this.#interest(condition);
    return spoken ?? findings[0] ?? this.#unbound(condition.text);
  }

  /** The questions it is about; a thing without a verb takes that of the one before it. */
  #bind(piece: Piece, condition: Condition, words: DescriptionWords): Bound[] {
    const bound = boundTo(condition, this.#topicsIn(words), words);
    const { before } = piece;
    if (bound.length > 0 || before === undefined || condition.predicate !== undefined) return bound;
    const earlier = this.#conditionIn(before, words);
    return this.#bind(before, earlier, words)
      .filter(({ topic }) => topic.kind !== 'yes_no' && topic.kind !== 'number' && topic.kind !== 'date')
      .map(({ topic, fit }) => {
        const shared = earlier.stems.filter((stem) => topic.stems.has(stem));
        return { topic, fit, condition: { ...condition, stems: [...shared, ...condition.stems] } };
      });
  }

  #conditionIn(piece: Piece, words: DescriptionWords): Condition {
    const condition = this.#conditions.get(piece) ?? conditionOf(piece, words, this.#talk);
    this.#conditions.set(piece, condition);
    return condition;
  }

  #topicsIn(words: DescriptionWords): readonly Topic[] {
    const topics = this.#topics.get(words) ?? topicsOf(this.#answers, words, this.#talk);
    this.#topics.set(words, topics);
    return topics;
  }

  /** Interest is shown in many words, and lost by whoever declines. */
  #interest({ stems }: Condition): Finding | undefined {
    if (!stems.some((stem) => INTEREST.test(stem)) || stems.length > 2) return undefined;
    const declined = byEnding('notInterested', this.#talk) ?? byWish('notInterested', this.#talk);
    if (declined?.holds === true) return turned(declined);
    if (this.#talk.plan.language !== 'EN') return undefined;
    const said = this.#talk.said.findLast(({ speech }) => keen.test(speech.plain));
    if (said === undefined) return undefined;
    const reason = this.#talk.wording.say('said', { words: this.#talk.wording.quote(said.text) });
    return { holds: true, confidence: KEEN, said, reason };
  }

  #unbound(text: string): Finding {
    const { wording, said } = this.#talk;
    if (said.length === 0) return { holds: undefined, reason: wording.say('nobodySpoke') };
    return { holds: undefined, reason: wording.say('noQuestion', { condition: wording.quote(text) }) };
  }
}

const INTEREST = /^interes/;
const KEEN = 0.7;
const keen = anyOf(english.descriptions.interest);

import { TimeZones } from '@parley/kernel/local-time.ts';
import { english } from '@parley/language/english-tables.ts';
import type { CallContext, DialogueModel, Expectation, Understanding } from './dialogue-model.ts';
import { answerFrom } from './rules/extracted-answer.ts';
import { judge } from './rules/judgement.ts';
import { aboutSelf } from './rules/self-question.ts';
import { asksYesNo, united } from './rules/trained-union.ts';
import { laterCall, understand } from './rules/understanding.ts';
import { word } from './rules/wording.ts';
import type { ReadableTurn, TrainedReading, TurnReader } from './turn-reader.ts';

export interface RulesOptions {
  /** A trained reading beside the rules; without one the rules understand alone. */
  readonly turnReader?: TurnReader;
}

/**
 * The rules dialogue model: rules and tables, no language model, no network. The same call always gets the same words,
 * and it answers within the turn, so it also takes over where a model is slow or silent.
 */
export function rulesDialogueModel({ turnReader }: RulesOptions = {}): DialogueModel {
  const zones = new TimeZones();
  /** What was asked last, and about what: a topic that only the trained reading hears is in no words that rules know. */
  const askedLast = new WeakMap<CallContext, Pick<Understanding, 'question' | 'about'>>();
  return {
    understand: async (heard, expectation, context) => {
      const understanding = await read(heard, expectation, context);
      askedLast.set(context, understanding);
      return understanding;
    },
    word: async (intention, context) => word(intention, context),
    judge: async (description, context) => judge(description, context),
    // Said as it was found: a passage in another language is still better than none.
    answer: async (question, passages, context) => {
      const { question: asked, about } = askedLast.get(context) ?? {};
      return asked === question && about !== undefined
        ? aboutSelf(about, context)
        : answerFrom(question, passages, context);
    },
  };

  async function read(said: string, expectation: Expectation, context: CallContext): Promise<Understanding> {
    const heard = context.plan.language === 'EN' ? said.replace(interjections, '') : said;
    const trained = await trainedReading(turnReader, heard, expectation, context);
    if (trained === undefined) return understand(heard, expectation, context, zones);
    const { corrects, already_told: told, never_call: noCalls, human } = trained.wishes;
    const hints = {
      corrects: corrects.level === 'sure',
      hasToldAlready: told.level === 'sure',
      mayWantNoCalls: noCalls.level !== 'no',
      wantsPerson: human.level === 'sure',
    };
    const byRules = understand(heard, expectation, context, zones, hints);
    const turn = { heard, expectation, language: context.plan.language };
    return united(byRules, trained, turn, () => laterCall(heard, context, zones));
  }
}

/** "Oh, well, yes": what comes before the pause changes neither a wish nor an answer. */
const interjections = new RegExp(english.answers.interjections, 'i');

/** Undefined where there is none: for other languages, or when it fails. */
async function trainedReading(
  turnReader: TurnReader | undefined,
  heard: string,
  expectation: Expectation,
  { plan, turns }: CallContext,
): Promise<TrainedReading | undefined> {
  // Its reply is a yes or no to a question of ours, not the same wish again.
  const isOptOut = expectation.kind === 'opt_out';
  if (turnReader === undefined || heard.trim() === '' || isOptOut) return undefined;
  const asked = turns.findLast(({ speaker }) => speaker === 'agent')?.text;
  const question = expectation.kind === 'answer' ? expectation.question.text : asked;
  const stage = stages[expectation.kind];
  const turn: ReadableTurn = {
    language: plan.language,
    heard,
    stage,
    ...(asksYesNo(expectation, plan.language) ? { asksYesNo: true as const } : {}),
    ...(stage === 'opening' || question === undefined ? {} : { question }),
  };
  return turnReader.read(turn).catch(() => undefined);
}

const stages: Readonly<Record<Expectation['kind'], ReadableTurn['stage']>> = {
  opening: 'opening',
  presence: 'talk',
  talk: 'talk',
  message: 'talk',
  answer: 'question',
  choice: 'question',
  callback_time: 'question',
  confirmation: 'question',
  opt_out: 'question',
  recording: 'question',
};

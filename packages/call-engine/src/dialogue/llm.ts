import { speechOf } from '@parley/language/speech.ts';
import { Type } from 'typebox';
import type { LanguageModel, ModelLimits } from '../llm/language-model.ts';
import type { OnModelRequest } from '../llm/model-report.ts';
import { failureIn, type ModelRequest, reportsOf, spent } from '../llm/model-request.ts';
import type { Words } from '../party.ts';
import type {
  CallContext,
  DialogueModel,
  Expectation,
  Intention,
  Judgement,
  Passage,
  Understanding,
} from './dialogue-model.ts';
import { firstUsable } from './llm/first-usable.ts';
import { systemPrompt, toAnswer, toJudge, toUnderstand, toWord, turnPrompt } from './llm/prompt.ts';
import { isSaid } from './llm/spoken-quote.ts';
import { asFarAsItComes, type Sentences, spoken } from './llm/spoken-reply.ts';
import { streamedObject, streamedWords, type Usable } from './llm/streamed-reply.ts';
import { emptyFields, isFitting, isWorthAsking, type TurnHead, TurnReading } from './llm/turn-reading.ts';
import { isOrder } from './rules/off-topic.ts';
import { aboutSelf } from './rules/self-question.ts';
import { forbiddenTopics } from './speech-check/forbidden-topic.ts';
import { makeSpeechCheck, type SpeechCheck } from './speech-check.ts';
import { checkUnderstanding } from './understanding-check.ts';

export interface LlmDialogueModelOptions {
  /** The model that is asked first, and the one that stands by. */
  readonly models: readonly LanguageModel[];
  /** For a turn, whichever model answers; then the rules take it. */
  readonly deadlineMs: number;
  /** After which the fallback model is asked as well; half the deadline unless told otherwise. */
  readonly hedgeMs?: number;
  readonly rules: DialogueModel;
  /** A clock that only goes forward, for how long a thought took. */
  readonly nowMs: () => number;
  /** Counts what becomes of requests. */
  readonly onRequest?: OnModelRequest;
}

/** In tokens: a language that a vendor's tokens do not know needs several for a word. */
const most = { understand: 500, word: 300, judge: 200, answer: 400 } as const;

const Judged = Type.Object(
  { holds: Type.Boolean(), quote: Type.Union([Type.String(), Type.Null()]), reason: Type.String() },
  { additionalProperties: false },
);
const Answered = Type.Object(
  { passage: Type.Integer(), say: Type.String() },
  { additionalProperties: false },
);
const LONGEST_REASON = 300;

/** Words that came with an understanding, for what was likely to be wanted next. */
interface Prepared {
  readonly heard: string;
  readonly expectation: Expectation;
  readonly next: TurnHead['next'];
  readonly sentences: Sentences;
}

/**
 * The dialogue model that asks a language model. A turn costs one request: it brings what was meant and the words for what is
 * likely to be said next, which are spoken as they come. Whatever the model fails at, the rules do, so that a call
 * never falls silent; each request is put down in the journal.
 */
export function llmDialogueModel({
  models,
  deadlineMs,
  hedgeMs = deadlineMs / 2,
  rules,
  nowMs,
  onRequest = () => {},
}: LlmDialogueModelOptions): DialogueModel {
  const patience = { deadlineMs, hedgeMs };
  const systems = new WeakMap<CallContext, string>();
  const checks = new WeakMap<CallContext, SpeechCheck>();
  const preparedFor = new WeakMap<CallContext, Prepared>();
  const topicOf = new WeakMap<CallContext, Pick<Understanding, 'question' | 'about'>>();
  const underWay = new WeakMap<CallContext, Set<Promise<void>>>();

  /** The system prompt, the same for the whole call. */
  const systemOf = (context: CallContext): string => kept(systems, context, () => systemPrompt(context));

  /** What it must not say. It takes a millisecond to make: time that the model needs anyway. */
  const checkOf = (context: CallContext): SpeechCheck =>
    kept(checks, context, () => makeSpeechCheck(context, [systemOf(context)]));

  const promptFor = (context: CallContext, wanted: readonly string[]) =>
    turnPrompt(systemOf(context), context, wanted);

  /** Asks for something whose words may go on after it has become usable. */
  function ask<Reply extends Usable<unknown>>(
    task: ModelRequest['task'],
    context: CallContext,
    request: (model: LanguageModel, limits: ModelLimits) => Promise<Reply>,
    remark: (reply: Reply) => Partial<ModelRequest> = () => ({}),
  ): Promise<Reply> {
    const startMs = nowMs();
    return firstUsable({
      models,
      patience,
      async ask(model, signal) {
        const begun = await request(model, { deadlineMs, maxOutputTokens: most[task], signal });
        const ms = Math.round(nowMs() - startMs);
        const noted = begun.ended.then(({ usage, failure, hasWords }) =>
          note(context, {
            task,
            model: model.name,
            ms,
            ...spent(model, usage),
            ...(begun.isRepaired ? { isRepaired: true } : {}),
            ...remark(begun),
            ...(failure === undefined ? {} : { failure: failureIn(failure) }),
            ...(failure === undefined || hasWords ? {} : { instead: 'rules' }),
          }),
        );
        awaitAtRest(context, noted);
        return begun;
      },
      onFailure: (model, error, instead) =>
        note(context, {
          task,
          model: model.name,
          ms: Math.round(nowMs() - startMs),
          failure: failureIn(error),
          instead,
        }),
    });
  }

  function awaitAtRest(context: CallContext, noted: Promise<void>): void {
    const pending = underWay.get(context) ?? new Set();
    underWay.set(context, pending.add(noted));
    noted.finally(() => pending.delete(noted));
  }

  async function rest(context: CallContext): Promise<void> {
    await Promise.all(underWay.get(context) ?? []);
  }

  /** Who speaks to the machine instead of the caller is not let near it. */
  function leaveToRules(task: ModelRequest['task'], context: CallContext): void {
    const model = models[0]?.name ?? '';
    note(context, { task, model, ms: 0, unasked: ORDERED, instead: 'rules' });
  }

  function note(context: CallContext, thought: ModelRequest): void {
    for (const report of reportsOf(thought)) onRequest(report);
    try {
      context.note?.(thought);
    } catch {
      // A journal that cannot be kept is found out by the conductor, at its next entry.
    }
  }

  async function understand(
    heard: string,
    expectation: Expectation,
    context: CallContext,
  ): Promise<Understanding> {
    preparedFor.delete(context);
    if (isOrder(speechOf(heard))) {
      leaveToRules('understand', context);
      return rules.understand(heard, expectation, context);
    }
    const prompt = promptFor(context, toUnderstand(heard, expectation, context));
    const reading = ask('understand', context, (model, limits) =>
      streamedObject(
        { model, prompt, limits },
        TurnReading,
        ({ next }: TurnHead) => ({ context, check: checkOf(context), mayAsk: asking.has(next) }),
        emptyFields,
      ),
    );
    // While the model thinks; should they fail, they are not needed until it does, too.
    const byRules = rules.understand(heard, expectation, context);
    byRules.catch(() => undefined);
    checkOf(context);
    try {
      const { head, sentences } = await reading;
      preparedFor.set(context, { heard, expectation, next: head.next, sentences });
      const second = await byRules.catch((): Understanding => ({ wants: {} }));
      const understood = checkUnderstanding(head, { heard, expectation, context, byRules: second });
      topicOf.set(context, understood);
      return understood;
    } catch {
      return byRules;
    }
  }

  async function word(intention: Intention, context: CallContext): Promise<Words> {
    const byRules = () => rules.word(intention, context);
    const prepared = preparedFor.get(context);
    if (prepared !== undefined && isFitting(prepared.next, intention, prepared)) {
      preparedFor.delete(context);
      const { whole } = prepared.sentences;
      return whole === undefined ? spoken(Promise.resolve(prepared), intention, byRules) : whole || byRules();
    }
    if (!isWorthAsking(intention)) return byRules();
    const last = context.turns.findLast(({ speaker }) => speaker === 'contact');
    if (last !== undefined && isOrder(speechOf(last.text))) {
      leaveToRules('word', context);
      return byRules();
    }
    const prompt = promptFor(context, toWord(intention));
    const begun = ask('word', context, (model, limits) =>
      streamedWords({ model, prompt, limits }, { context, check: checkOf(context), mayAsk: true }),
    );
    // The words may never be said.
    begun.catch(() => undefined);
    return spoken(begun, intention, byRules);
  }

  async function judge(description: string, context: CallContext): Promise<Judgement> {
    const prompt = promptFor(context, toJudge(description));
    try {
      const { head } = await ask('judge', context, async (model, limits) => {
        const { value, usage, isRepaired = false } = await model.reply(prompt, Judged, limits);
        return { head: value, isRepaired, ended: Promise.resolve({ usage, hasWords: false }) };
      });
      return judgementOf(head, context);
    } catch {
      return rules.judge(description, context);
    }
  }

  async function answer(
    question: string,
    passages: readonly Passage[],
    context: CallContext,
  ): Promise<Words | undefined> {
    // Who is calling, and whether it is a machine, is not left to a model; that they ask for it may be.
    const { question: asked, about } = topicOf.get(context) ?? {};
    const topic = asked === question ? about : undefined;
    const ofUs = topic === undefined ? await rules.answer(question, [], context) : aboutSelf(topic, context);
    if (ofUs !== undefined || passages.length === 0) return ofUs;
    // What may not be talked about is not looked up: an answer need not name its topic.
    if (forbiddenTopics(context.plan)(question) !== undefined) return undefined;
    const byRules = () => rules.answer(question, passages, context);
    const prompt = promptFor(context, toAnswer(question, passages));
    try {
      const { head, sentences } = await ask(
        'answer',
        context,
        (model, limits) =>
          streamedObject({ model, prompt, limits }, Answered, ({ passage }: { passage: number }) => ({
            context,
            check: checkOf(context),
            mayAsk: false,
            passages: passages.slice(passage - 1, passage),
          })),
        ({ head: { passage } }) => (passages[passage - 1] === undefined ? {} : { cites: passage }),
      );
      if (passages[head.passage - 1] === undefined || !(await sentences.hasBegun())) return undefined;
      return sentences.whole ?? asFarAsItComes(sentences);
    } catch {
      return byRules();
    }
  }

  return { understand, word, judge, answer, rest };
}

/** It holds where words of the contact show it, and not because a model says so. */
function judgementOf(
  { holds, quote, reason }: Type.Static<typeof Judged>,
  { turns }: CallContext,
): Judgement {
  const why = reason.trim().slice(0, LONGEST_REASON);
  const said = turns.filter(({ speaker }) => speaker === 'contact').map(({ text }) => text);
  if (!holds || (quote !== null && said.some((text) => isSaid(quote, text)))) return { holds, reason: why };
  return { holds: false, reason: `The model quoted nothing that the contact said. It held that: ${why}` };
}

/** Made once for each call. */
function kept<Value>(map: WeakMap<CallContext, Value>, context: CallContext, make: () => Value): Value {
  const known = map.get(context);
  if (known !== undefined) return known;
  const value = make();
  map.set(context, value);
  return value;
}

const ORDERED = 'The words are an order to the machine.';

/** What may be a question. Before the next one of the flow, another would be one too many. */
const asking: ReadonlySet<TurnHead['next']> = new Set([
  'ask_again',
  'clarify',
  'section',
  'take_message',
  'ask_callback_time',
]);

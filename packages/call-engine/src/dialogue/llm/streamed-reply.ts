import type { TObject, TProperties } from 'typebox';
import {
  addUsage,
  type LanguageModel,
  ModelFailure,
  type ModelLimits,
  type ModelUsage,
  noUsage,
  type Prompt,
} from '../../llm/language-model.ts';
import { matches } from '../../llm/schema-check.ts';
import { JsonObjectReader, repairing, unusable } from '../../llm/schema-reply.ts';
import type { Occasion } from './approval.ts';
import { type Sentences, SpokenReply } from './spoken-reply.ts';

/** A reply that can be gone on with. */
export interface Usable<Head> {
  readonly head: Head;
  readonly isRepaired: boolean;
  /** Once nothing more comes: what it took, and what failed after it had begun. */
  readonly ended: Promise<Ended>;
}

/** One whose words may still be coming. */
export interface Begun<Head> extends Usable<Head> {
  readonly sentences: Sentences;
}

interface Ended {
  readonly usage: ModelUsage;
  readonly failure?: unknown;
  /** Words had come by then, and were good. */
  readonly hasWords: boolean;
}

interface Asked {
  readonly model: LanguageModel;
  readonly prompt: Prompt;
  readonly limits: ModelLimits;
}

/** Plain words. It has begun with the first sentence that may be said. */
export async function streamedWords(asked: Asked, occasion: Occasion): Promise<Begun<undefined>> {
  const reply = new SpokenReply(occasion);
  const ended = readAll(asked, undefined, reply, (part) => reply.feed(part));
  if (!(await reply.sentences.hasBegun())) throw new ModelFailure('unusable', unusable(''));
  return { head: undefined, sentences: reply.sentences, isRepaired: false, ended };
}

/**
 * An object whose field `say` are words, and whose others are wanted before those. It has begun once the others are
 * there; when they do not keep the schema, it is asked for once more. A field of `defaults` may be missing: not every
 * endpoint holds its model to the schema, and a second request costs more than an empty list.
 */
export async function streamedObject<Properties extends TProperties, Head extends object>(
  asked: Asked,
  schema: TObject<Properties>,
  occasionOf: (head: Head) => Occasion,
  defaults: Partial<Head> = {},
): Promise<Begun<Head>> {
  const first = readObject(asked, schema, occasionOf, defaults);
  try {
    return await first.begun;
  } catch (error) {
    if (!(error instanceof UnkeptSchema)) throw error;
    const { usage } = await first.ended;
    const again = { ...asked, prompt: repairing(asked.prompt, error.text) };
    const second = await readObject(again, schema, occasionOf, defaults).begun;
    const ended = second.ended.then((end) => ({ ...end, usage: addUsage(usage, end.usage) }));
    return { ...second, isRepaired: true, ended };
  }
}

/** What came instead, so that the model can be shown it. */
class UnkeptSchema extends ModelFailure {
  readonly text: string;
  constructor(text: string) {
    super('unusable', unusable(text));
    this.text = text;
  }
}

function readObject<Properties extends TProperties, Head extends object>(
  asked: Asked,
  schema: TObject<Properties>,
  occasionOf: (head: Head) => Occasion,
  defaults: Partial<Head>,
): { readonly begun: Promise<Begun<Head>>; readonly ended: Promise<Ended> } {
  const heads = Object.entries(schema.properties).filter(([key]) => key !== 'say');
  const reader = new JsonObjectReader();
  const head = Promise.withResolvers<{ readonly value: Head; readonly reply: SpokenReply }>();
  let reply: SpokenReply | undefined;
  let text = '';
  let fed = 0;

  /** The words come last: what is missing once they come was left out. */
  function begin(isLate: boolean): SpokenReply | undefined {
    const fields: Record<string, unknown> = isLate ? { ...defaults, ...reader.fields } : reader.fields;
    if (!heads.every(([key, field]) => key in fields && matches(field, fields[key]))) return undefined;
    const value = Object.fromEntries(heads.map(([key]) => [key, fields[key]])) as Head;
    const begun = new SpokenReply(occasionOf(value));
    head.resolve({ value, reply: begun });
    return begun;
  }

  function advance(): void {
    const words = reader.textOf('say');
    reply ??= begin(words !== '' || reader.isComplete);
    reply?.feed(words.slice(fed));
    if (reply !== undefined) fed = words.length;
  }

  const ended = readAll(
    asked,
    schema,
    {
      end: () => {
        if (reply === undefined || !reader.isComplete) throw new UnkeptSchema(text);
        reply.end();
      },
      hasWords: () => reply?.hasWords() ?? false,
      fail: (error) => {
        reply?.fail(error);
        head.reject(error as Error);
      },
    },
    (part) => {
      text += part;
      reader.feed(part);
      advance();
    },
  );
  const begun = head.promise.then(({ value, reply: { sentences } }) => ({
    head: value,
    sentences,
    isRepaired: false,
    ended,
  }));
  return { begun, ended };
}

/** Reads a stream to its end. Never rejects: a failure is part of the result. */
async function readAll(
  { model, prompt, limits }: Asked,
  schema: TObject | undefined,
  reply: Pick<SpokenReply, 'end' | 'fail' | 'hasWords'>,
  read: (part: string) => void,
): Promise<Ended> {
  let usage = (): ModelUsage => noUsage;
  try {
    const stream = model.stream(prompt, limits, schema);
    usage = () => stream.usage();
    for await (const part of stream) read(part);
    reply.end();
    return { usage: usage(), hasWords: reply.hasWords() };
  } catch (failure) {
    reply.fail(failure);
    return { usage: usage(), failure, hasWords: reply.hasWords() };
  }
}

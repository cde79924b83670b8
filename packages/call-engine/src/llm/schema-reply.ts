import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { JsonObjectReader } from './json-object.ts';
import {
  type LanguageModel,
  ModelFailure,
  type ModelLimits,
  type ModelReply,
  type Prompt,
} from './language-model.ts';
import { quoted } from './quoted-data.ts';
import { addUsage } from './usage.ts';

/** One reply that matches the schema, from a model that streams text: checked here, with one retry. */
export async function schemaReply<Schema extends TSchema>(
  model: Pick<LanguageModel, 'stream'>,
  prompt: Prompt,
  schema: Schema,
  limits: ModelLimits,
): Promise<ModelReply<Static<Schema>>> {
  const first = await written(model, prompt, schema, limits);
  const value = valueIn(first.text, schema);
  if (value !== undefined) return { value, usage: first.usage };

  const second = await written(model, repairing(prompt, first.text), schema, limits);
  const repaired = valueIn(second.text, schema);
  if (repaired === undefined) throw new ModelFailure('unusable', unusable(second.text));
  return { value: repaired, usage: addUsage(first.usage, second.usage), isRepaired: true };
}

async function written(
  model: Pick<LanguageModel, 'stream'>,
  prompt: Prompt,
  schema: TSchema,
  limits: ModelLimits,
) {
  const stream = model.stream(prompt, limits, schema);
  let text = '';
  for await (const part of stream) text += part;
  return { text, usage: stream.usage() };
}

/** The JSON object anywhere in a reply; undefined when it does not match the schema. */
function valueIn<Schema extends TSchema>(text: string, schema: Schema): Static<Schema> | undefined {
  const reader = new JsonObjectReader();
  reader.feed(text);
  const value: unknown = { ...reader.fields };
  return reader.isComplete && Check(schema, value) ? (value as Static<Schema>) : undefined;
}

/** Enough of the wrong reply for the model to see its mistake, without doubling the prompt. */
const SHOWN = 2_000;

export const repairing = (prompt: Prompt, reply: string): Prompt => ({
  ...prompt,
  turn: [
    prompt.turn,
    `Your last reply to this was not the JSON object that was asked for:`,
    quoted('reply', reply.slice(0, SHOWN)),
    'Reply again, with that JSON object and nothing else.',
  ].join('\n'),
});

export const unusable = (text: string): string =>
  text.trim() === ''
    ? 'The reply was empty'
    : `The reply was not the JSON that was asked for: ${text.slice(0, 80)}`;

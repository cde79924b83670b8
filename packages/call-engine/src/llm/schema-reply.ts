import type { Static, TSchema } from 'typebox';
import {
  addUsage,
  type LanguageModel,
  ModelFailure,
  type ModelLimits,
  type ModelReply,
  type Prompt,
} from './language-model.ts';
import { quoted } from './quoted-data.ts';
import { matches } from './schema-check.ts';

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
  return reader.isComplete && matches(schema, value) ? value : undefined;
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

/**
 * Parses one JSON object while it streams in: each field as soon as it is complete, and a text as far as it has come.
 * Text around the object, such as a code fence or an introduction, is skipped.
 */
export class JsonObjectReader {
  readonly fields: Record<string, unknown> = Object.create(null);
  isComplete = false;
  #text = '';
  #at = 0;
  #place: 'outside' | 'before key' | 'before value' | 'in value' = 'outside';
  #key = '';
  #valueStart = 0;
  #stringEnd = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  feed(text: string): void {
    this.#text += text;
    while (this.#at < this.#text.length && !this.isComplete) this.#step(this.#text[this.#at++] as string);
  }

  /** A text as far as it has come. */
  textOf(key: string): string {
    const whole = this.fields[key];
    if (typeof whole === 'string') return whole;
    if (this.#place !== 'in value' || this.#key !== key || this.#text[this.#valueStart] !== '"') return '';
    if (!this.#isInString) return parsed(this.#text.slice(this.#valueStart, this.#stringEnd), '');
    // An escape of which only the beginning is there says nothing yet.
    const raw = this.#text
      .slice(this.#valueStart + 1)
      .replace(/(?<!\\)((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/, '$1');
    return parsed(`"${raw}"`, '');
  }

  #step(character: string): void {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === '\\') this.#isEscaped = true;
      else if (character === '"') this.#endString();
      return;
    }
    switch (this.#place) {
      case 'outside':
        if (character === '{') this.#place = 'before key';
        return;
      case 'before key':
        if (character === '"') this.#openString();
        else if (character === '}') this.isComplete = true;
        return;
      case 'before value':
        if (character === ':' || /\s/.test(character)) return;
        this.#place = 'in value';
        this.#valueStart = this.#at - 1;
        this.#depth = 0;
        this.#inValue(character);
        return;
      case 'in value':
        this.#inValue(character);
    }
  }

  #inValue(character: string): void {
    if (character === '"') this.#isInString = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else if ((character === '}' || character === ']') && this.#depth > 0) this.#depth -= 1;
    else if (this.#depth === 0 && (character === ',' || character === '}')) this.#endValue(character);
  }

  #openString(): void {
    this.#isInString = true;
    this.#valueStart = this.#at - 1;
  }

  #endString(): void {
    this.#isInString = false;
    this.#stringEnd = this.#at;
    if (this.#place !== 'before key') return;
    this.#key = parsed(this.#text.slice(this.#valueStart, this.#at), '');
    this.#place = 'before value';
  }

  #endValue(character: string): void {
    const value = parsed<unknown>(this.#text.slice(this.#valueStart, this.#at - 1), undefined);
    if (value !== undefined) this.fields[this.#key] = value;
    this.#place = 'before key';
    if (character === '}') this.isComplete = true;
  }
}

function parsed<Value>(json: string, otherwise: Value): Value {
  try {
    return JSON.parse(json) as Value;
  } catch {
    return otherwise;
  }
}

import type { Turn } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { ModelFailure } from '@parley/call-engine/llm/language-model.ts';
import { costOf } from '@parley/call-engine/llm/usage.ts';
import { speakingMs } from '@parley/call-engine/speaking-time.ts';
import { Type } from 'typebox';
import type { HeardSaying, Interlocutor, Move } from '../interlocutor.ts';
import { HelpfulManner } from '../people/helpful-manner.ts';
import type { Self } from '../people/self.ts';
import { SimulatedPerson } from '../people/simulated-person.ts';
import type { Persona, Playwright } from './persona.ts';
import { toPlay } from './persona-prompt.ts';

const PlayedTurn = Type.Object(
  { say: Type.String(), hangs_up: Type.Boolean() },
  { additionalProperties: false },
);
const MOST_TOKENS = 200;
const LONGEST_SAYING = 600;
/** As long as one thinks before one speaks. */
const MOMENT_MS = 700;
/** Who has said goodbye hears what is said to that. */
const LEAVES_AFTER_MS = 4_000;

/**
 * Somebody whose words a model finds, turn by turn. The model is asked when they are listened to, once for whatever
 * was said before. Where it fails, somebody helpful who is made of rules takes the turn.
 */
export class PlayedPersona implements Interlocutor {
  readonly #persona: Persona;
  readonly #self: Self;
  readonly #playwright: Playwright;
  readonly #standIn: Interlocutor;
  readonly #turns: Turn[] = [];
  /** In the order of their times. */
  #plans: readonly Move[];
  /** When they would answer what they have heard; undefined when nothing is left to answer. */
  #answersAtMs: number | undefined;

  constructor(persona: Persona, self: Self, playwright: Playwright) {
    this.#persona = persona;
    this.#self = self;
    this.#playwright = playwright;
    this.#standIn = new SimulatedPerson(new HelpfulManner(self));
    this.#plans = spoken(self.phrase(self.phrases.hello), MOMENT_MS);
  }

  hear(saying: HeardSaying): void {
    this.#standIn.hear(saying);
    this.#turns.push({ speaker: 'agent', text: saying.text });
    // Who was about to hang up does so all the same; what they were about to say is overtaken.
    this.#plans = this.#plans.filter(({ kind }) => kind === 'leave');
    if (this.#plans.length === 0) this.#answersAtMs = saying.endMs + MOMENT_MS;
  }

  async next(beforeMs: number): Promise<Move | undefined> {
    const answersAtMs = this.#answersAtMs;
    if (answersAtMs !== undefined && answersAtMs < beforeMs) {
      this.#answersAtMs = undefined;
      this.#plans = await this.#answer(answersAtMs, beforeMs);
    }
    const [first, ...rest] = this.#plans;
    if (first === undefined || first.startMs >= beforeMs) return undefined;
    this.#plans = rest;
    if (first.kind === 'speak') this.#turns.push({ speaker: 'contact', text: first.text });
    return first;
  }

  async #answer(atMs: number, beforeMs: number): Promise<readonly Move[]> {
    const { model, deadlineMs, note } = this.#playwright;
    try {
      const prompt = toPlay(this.#persona, this.#self.plan, this.#turns);
      const limits = { deadlineMs, maxOutputTokens: MOST_TOKENS };
      const { value, usage } = await model.reply(prompt, PlayedTurn, limits);
      note({ model: model.name, usage, ...(model.price && { cost: costOf(usage, model.price) }) });
      await this.#silenceStandIn();
      const text = value.say.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_SAYING);
      const words = text === '' ? [] : spoken(text, atMs);
      const endMs = words.at(-1)?.endMs ?? atMs;
      return value.hangs_up ? [...words, { kind: 'leave', startMs: endMs + LEAVES_AFTER_MS }] : words;
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      note({ model: model.name, failure: { kind: error.kind, message: error.message } });
      const instead = await this.#standIn.next(beforeMs);
      return instead === undefined ? [] : [instead];
    }
  }

  async #silenceStandIn(): Promise<void> {
    while ((await this.#standIn.next(Number.POSITIVE_INFINITY)) !== undefined);
  }
}

const spoken = (text: string, startMs: number) => [
  { kind: 'speak' as const, text, startMs, endMs: startMs + speakingMs(text) },
];

import type { Turn } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { costOf, ModelFailure } from '@parley/call-engine/llm/language-model.ts';
import { speakingMs } from '@parley/call-engine/speaking-time.ts';
import { Type } from 'typebox';
import { HelpfulBehaviour } from '../personas/helpful-behaviour.ts';
import type { Self } from '../personas/self.ts';
import { type HeardSaying, type Move, RulesContact, type SimulatedContact } from '../simulated-contact.ts';
import { type LlmPersona, type PersonaModel, toPlay } from './llm-persona.ts';

const PlayedTurn = Type.Object(
  { say: Type.String(), hangs_up: Type.Boolean() },
  { additionalProperties: false },
);
const MOST_TOKENS = 200;
const LONGEST_SAYING = 600;
/** Thinking time before an answer. */
const MOMENT_MS = 700;
/** After a goodbye, the contact stays on the line to hear the reply. */
const LEAVES_AFTER_MS = 4_000;

/**
 * A contact that a language model plays turn by turn. The model is asked when the agent listens, once for everything
 * said since the last turn. Where it fails, a helpful contact that follows rules takes the turn.
 */
export class LlmContact implements SimulatedContact {
  readonly #persona: LlmPersona;
  readonly #self: Self;
  readonly #personaModel: PersonaModel;
  readonly #standIn: SimulatedContact;
  readonly #turns: Turn[] = [];
  /** Ordered by start. */
  #plans: readonly Move[];
  /** When the contact will answer; undefined when nothing is left to answer. */
  #answersAtMs: number | undefined;

  constructor(persona: LlmPersona, self: Self, personaModel: PersonaModel) {
    this.#persona = persona;
    this.#self = self;
    this.#personaModel = personaModel;
    this.#standIn = new RulesContact(new HelpfulBehaviour(self));
    this.#plans = spoken(self.phrase(self.phrases.hello), MOMENT_MS);
  }

  hear(saying: HeardSaying): void {
    this.#standIn.hear(saying);
    this.#turns.push({ speaker: 'agent', text: saying.text });
    // A pending hang-up stays; pending words are dropped, because the agent spoke first.
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
    const { model, deadlineMs, note } = this.#personaModel;
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

import type {
  CallContext,
  DialogueModel,
  Expectation,
  Intention,
  Understanding,
} from '@parley/call-engine/dialogue/dialogue-model.ts';
import type { Words } from '@parley/call-engine/party.ts';

interface Scripts {
  /** By the contact's words. Other words are a clear answer to the expectation. */
  readonly understands?: Readonly<Record<string, Reading | ((expectation: Expectation) => Reading)>>;
  /** The descriptions that are judged true. */
  readonly holds?: readonly string[];
  /** By question. */
  readonly answers?: Readonly<Record<string, string>>;
  /** By intention; without one, its name in brackets. */
  readonly words?: Partial<Record<Intention['kind'], string>>;
  /** What it cannot do. */
  readonly fails?: readonly Exclude<keyof DialogueModel, 'rest'>[];
  /** Streams its words: for all intentions, or for some. */
  readonly isStreaming?: boolean | readonly Intention['kind'][];
  /** What it has streamed of an intention when it fails. */
  readonly failsAfter?: Partial<Record<Intention['kind'], string>>;
}

type Reading = Omit<Understanding, 'wants'> & { readonly wants?: Understanding['wants'] };

/** A dialogue model that follows a script and keeps what it was asked. */
export class ScriptedDialogueModel implements DialogueModel {
  readonly intentions: Intention[] = [];
  readonly expectations: Expectation[] = [];
  context: CallContext | undefined;
  readonly #scripts: Scripts;

  constructor(scripts: Scripts = {}) {
    this.#scripts = scripts;
  }

  async understand(heard: string, expectation: Expectation, context: CallContext): Promise<Understanding> {
    this.#mayFail('understand');
    this.context = context;
    this.expectations.push(expectation);
    const scripted = this.#scripts.understands?.[heard];
    const reading = typeof scripted === 'function' ? scripted(expectation) : scripted;
    return { wants: {}, ...(reading ?? plainReading(heard, expectation)) };
  }

  async word(intention: Intention): Promise<Words> {
    this.intentions.push(intention);
    this.#mayFail('word');
    const beginning = this.#scripts.failsAfter?.[intention.kind];
    if (beginning !== undefined) return failingAfter(beginning);
    const text = this.#scripts.words?.[intention.kind] ?? `[${intention.kind}]`;
    const { isStreaming = false } = this.#scripts;
    const isOneByOne = typeof isStreaming === 'boolean' ? isStreaming : isStreaming.includes(intention.kind);
    return isOneByOne ? oneByOne(text) : text;
  }

  async judge(description: string) {
    this.#mayFail('judge');
    const holds = this.#scripts.holds?.includes(description) ?? false;
    return { holds, reason: holds ? `so it seems: ${description}` : 'nothing points to it' };
  }

  async answer(question: string): Promise<Words | undefined> {
    this.#mayFail('answer');
    const text = this.#scripts.answers?.[question];
    return text !== undefined && this.#scripts.isStreaming === true ? oneByOne(text) : text;
  }

  #mayFail(ability: Exclude<keyof DialogueModel, 'rest'>): void {
    if (this.#scripts.fails?.includes(ability)) throw new Error(`cannot ${ability}`);
  }
}

function plainReading(heard: string, { kind }: Expectation): Reading {
  return kind === 'opening' || kind === 'talk' ? {} : { answer: { value: heard, isClear: true } };
}

async function* oneByOne(text: string): AsyncGenerator<string> {
  for (const [word] of text.matchAll(/\S+\s*/g)) yield word;
}

async function* failingAfter(text: string): AsyncGenerator<string> {
  yield text;
  throw new Error('lost for words');
}

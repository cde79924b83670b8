import type { Intention, Passage } from '../dialogue/dialogue-model.ts';
import { meaningfulStems } from '../dialogue/rules/stem.ts';
import type { Citation, FailedPart, Input } from '../journal.ts';
import type { Words } from '../party.ts';

/** One of the sentences that are said together: a fixed text, or words that are still being streamed. */
export class Wording {
  readonly words: Words;
  /** What has come of it so far: all of it, once it was said to its end. */
  text: string;
  failure: string | undefined;
  readonly #origin: Origin | undefined;

  constructor(words: Words, origin?: Origin) {
    this.words = words;
    this.#origin = origin;
    this.text = typeof words === 'string' ? words.trim() : '';
  }

  /** The journal entry once it was said; undefined for fixed words, which are in the journal already. */
  get lateInput(): Input | undefined {
    if (typeof this.words === 'string' || this.#origin === undefined) return undefined;
    const { part, kind, passages = [] } = this.#origin;
    return this.failure === undefined
      ? { kind, text: this.text, isStreamed: true, ...cited(this.text, passages) }
      : { kind: 'failed', part, message: this.failure, text: this.text };
  }

  /** Never throws: the party must not have to handle a dialogue model that fails mid-sentence. */
  async *spoken(): AsyncGenerator<string> {
    if (typeof this.words === 'string') {
      yield this.text;
      return;
    }
    try {
      for await (const part of this.words) {
        this.text += part;
        yield part;
      }
    } catch (error) {
      this.failure = messageOf(error);
    } finally {
      this.text = this.text.trim();
    }
  }
}

interface Origin {
  readonly part: FailedPart;
  readonly kind: 'worded' | 'answered';
  /** What an answer was to follow from. */
  readonly passages?: readonly Passage[];
}

export const joined = (wordings: readonly Wording[]): string =>
  wordings.length === 1 && wordings[0] !== undefined
    ? wordings[0].text
    : wordings
        .map(({ text }) => text)
        .filter((text) => text !== '')
        .join(' ');

/** One after the other, each heard from its first words on. */
export async function* spokenTogether(wordings: readonly Wording[]): AsyncGenerator<string> {
  let gap = '';
  for (const wording of wordings) {
    let before = gap;
    for await (const part of wording.spoken()) {
      if (part === '') continue;
      yield before + part;
      before = '';
      gap = ' ';
    }
    if (wording.failure !== undefined) return;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Minimum share of an answer's words that a passage must contain to be cited. */
const BORNE_OUT = 0.6;

/** As it stands in the journal. */
export function cited(answer: string, passages: readonly Passage[]): { readonly cites?: Citation } {
  const cites = citationOf(answer, passages);
  return cites === undefined ? {} : { cites };
}

/**
 * The passage that supports an answer, found by shared words rather than by the model's own claim. None for what an
 * agent knows without documents, such as who is calling.
 */
function citationOf(answer: string, passages: readonly Passage[]): Citation | undefined {
  const stems = [...new Set(meaningfulStems(answer))];
  let best: { readonly passage: Passage; readonly share: number } | undefined;
  for (const passage of passages) {
    const share = passage.text.includes(answer) ? 1 : shareOf(stems, passage);
    if (share >= BORNE_OUT && share > (best?.share ?? 0)) best = { passage, share };
  }
  if (best === undefined) return undefined;
  const { title, source } = best.passage;
  return { title, ...(source === undefined ? {} : { source }) };
}

function shareOf(stems: readonly string[], { title, text }: Passage): number {
  if (stems.length === 0) return 0;
  const known = new Set(meaningfulStems(`${title}\n${text}`));
  return stems.filter((stem) => known.has(stem)).length / stems.length;
}

/**
 * What is left of an interrupted text, from the start of the interrupted sentence, without a greeting that was heard.
 */
export function remainingText(text: string, heard: string): string {
  if (!text.startsWith(heard)) return text;
  let end = 0;
  for (const [sentence] of text.matchAll(/[^.!?。！？؟]*[.!?。！？؟]*\s*/gu)) {
    if (end + sentence.trimEnd().length > heard.length) break;
    end += sentence.length;
  }
  const rest = text.slice(end);
  const greeting = end === 0 ? (GREETING.exec(rest)?.[0] ?? '') : '';
  return greeting === '' || greeting.trimEnd().length > heard.length
    ? rest
    : capitalised(rest.slice(greeting.length));
}

/** "Hello Ada," in any language: a few words up to the first comma. */
const GREETING = /^[^,，、،.!?]{1,40}[,，、،]\s*/u;

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/**
 * What is left to say of an interrupted text: its complete sentences, if any is a statement. An interrupted question
 * counts as answered.
 */
export function remainingStatements(text: string, heard: string): string {
  const rest = /^.*[.!?。！？؟]/su.exec(remainingText(text, heard))?.[0].trim() ?? '';
  return rest.split(SENTENCES).some((sentence) => /[.!。！]$/u.test(sentence)) ? rest : '';
}

const SENTENCES = /(?<=[.!?؟])\s+|(?<=[。！？])/u;

/** Asides: "say that again" refers to what came before them. */
export const isAside = ({ kind }: Intention): boolean =>
  kind === 'give_moment' || kind === 'still_there' || kind === 'welcome_back';

import { speechOf } from '@parley/language/speech.ts';
import type { CallContext } from '../dialogue-model.ts';
import { isOrder } from '../rules/off-topic.ts';
import { authoredTexts } from './spoken-plan.ts';
import { wordRuns } from './word-run.ts';

/** Who takes up somebody's words takes up a few; after an order to say something, fewer are too many. */
const lengths = { own: 9, ordered: 4 } as const;
type Length = keyof typeof lengths;

/** Whether a sentence was dictated by the contact: it is, word for word, in what they said. */
export class Dictation {
  readonly #turns: CallContext['turns'];
  readonly #plan: CallContext['plan'];
  readonly #theirs: Readonly<Record<Length, Set<string>>> = { own: new Set(), ordered: new Set() };
  #seen = 0;

  constructor({ plan, turns }: CallContext) {
    this.#plan = plan;
    this.#turns = turns;
  }

  has(sentence: string): boolean {
    this.#listen();
    return (['own', 'ordered'] as const).some((length) => {
      const theirs = this.#theirs[length];
      if (theirs.size === 0) return false;
      const taken = wordRuns(sentence, lengths[length]).filter((run) => theirs.has(run));
      return taken.some((run) => !this.#isOurs(run, length));
    });
  }

  #listen(): void {
    for (const { speaker, text } of this.#turns.slice(this.#seen)) {
      if (speaker === 'agent') continue;
      const length = isOrder(speechOf(text)) ? 'ordered' : 'own';
      for (const run of wordRuns(text, lengths[length])) this.#theirs[length].add(run);
    }
    this.#seen = this.#turns.length;
  }

  /** Who repeats our own words to us does not dictate. */
  #isOurs(run: string, length: Length): boolean {
    return authoredTexts(this.#plan).some((text) => wordRuns(text, lengths[length]).includes(run));
  }
}

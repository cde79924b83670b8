import { HelpfulManner } from './helpful-manner.ts';
import type { AgentSaying, Manner, Reaction, Unmoved } from './manner.ts';
import type { Self } from './self.ts';

/** Helpful for one question after the opening, and gone in the middle of what the agent says next. */
export class VanishingManner implements Manner {
  readonly #self: Self;
  readonly #helpful: HelpfulManner;
  #hasAnswered = false;
  #isAnswering = false;

  constructor(self: Self) {
    this.#self = self;
    this.#helpful = new HelpfulManner(self);
  }

  pickUp(): Reaction {
    return this.#helpful.pickUp();
  }

  hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved {
    this.#hasAnswered ||= this.#isAnswering && !isAboutToSpeak;
    const said = this.#self.read(saying);
    const isLastChance = said.kind === 'goodbye' && !isAboutToSpeak;
    if (this.#hasAnswered || isLastChance) {
      return { lines: [], interruptsAt: 0.5, leavesAfterMs: 0 };
    }
    this.#isAnswering = said.kind === 'question' ? !saying.isOpening : this.#isAnswering && isAboutToSpeak;
    return this.#helpful.hear(saying, isAboutToSpeak);
  }
}

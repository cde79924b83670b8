import type { AgentSaying, Behaviour, Reaction, Unmoved } from './behaviour.ts';
import { HelpfulBehaviour } from './helpful-behaviour.ts';
import type { Self } from './self.ts';

/** Helpful for one question after the opening, and gone in the middle of what the agent says next. */
export class VanishingBehaviour implements Behaviour {
  readonly #self: Self;
  readonly #helpful: HelpfulBehaviour;
  #hasAnswered = false;
  #isAnswering = false;

  constructor(self: Self) {
    this.#self = self;
    this.#helpful = new HelpfulBehaviour(self);
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

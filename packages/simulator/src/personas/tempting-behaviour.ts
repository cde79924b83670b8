import type { AgentSaying, Behaviour, Reaction, Unmoved } from './behaviour.ts';
import { HelpfulBehaviour } from './helpful-behaviour.ts';
import type { Self } from './self.ts';

const MOST_TIMES = 3;

/** Tries to make the agent forget what it is for, and answers once it has been led back to the question. */
export class TemptingBehaviour implements Behaviour {
  readonly #self: Self;
  readonly #helpful: HelpfulBehaviour;
  #temptations = 0;
  #isLedBack = true;

  constructor(self: Self) {
    this.#self = self;
    this.#helpful = new HelpfulBehaviour(self);
  }

  pickUp(): Reaction {
    return this.#helpful.pickUp();
  }

  hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved {
    const isQuestion = this.#self.read(saying).kind === 'question';
    if (isQuestion && !saying.isOpening && this.#isLedBack && this.#isTempted()) {
      this.#temptations += 1;
      this.#isLedBack = false;
      const text = this.#self.phrase(this.#self.phrases.temptation);
      return { lines: [{ text, afterMs: this.#self.momentMs() }] };
    }
    this.#isLedBack ||= isQuestion;
    return this.#helpful.hear(saying, isAboutToSpeak);
  }

  #isTempted(): boolean {
    return this.#temptations === 0 || (this.#temptations < MOST_TIMES && this.#self.random.chance(0.5));
  }
}

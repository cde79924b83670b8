import type { AgentSaying, Behaviour, Reaction, Unmoved } from './behaviour.ts';
import { HelpfulBehaviour } from './helpful-behaviour.ts';
import type { Self } from './self.ts';

/** Too short to be interrupted. */
const SHORT_CHARACTERS = 30;
const MOST_TIMES = 3;

/** Cuts in with questions of their own; what is asked once more they hear out and answer. */
export class CuriousBehaviour implements Behaviour {
  readonly #self: Self;
  readonly #helpful: HelpfulBehaviour;
  #questions: readonly string[];
  /** They have had their turn, and hear the next question to its end. */
  #isListening = false;

  constructor(self: Self) {
    this.#self = self;
    this.#helpful = new HelpfulBehaviour(self);
    const [who, ...others] = self.phrases.curious;
    // Who calls is what everybody asks first.
    const turn = others.length === 0 ? 0 : self.random.between(0, others.length - 1);
    this.#questions = [who, ...others.slice(turn), ...others.slice(0, turn)].slice(0, MOST_TIMES);
  }

  pickUp(): Reaction {
    return this.#helpful.pickUp();
  }

  hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved {
    const isQuestion = this.#self.read(saying).kind === 'question';
    const isWorthIt = (isQuestion || saying.isOpening) && saying.text.length >= SHORT_CHARACTERS;
    const [question, ...others] = this.#questions;
    if (question === undefined || this.#isListening || !isWorthIt) {
      if (isQuestion) this.#isListening = false;
      return this.#helpful.hear(saying, isAboutToSpeak);
    }
    this.#questions = others;
    this.#isListening = true;
    const interruptsAt = this.#self.random.between(40, 70) / 100;
    return { lines: [{ text: question, afterMs: 0 }], interruptsAt };
  }
}

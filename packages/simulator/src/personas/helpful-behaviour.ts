import type { Choice } from '../contact-words.ts';
import type { AgentSaying, Behaviour, Reaction, Unmoved } from './behaviour.ts';
import type { Asked, SayingKind } from './saying.ts';
import type { Self } from './self.ts';

/** Answers whatever is asked, briefly, and says goodbye when the agent does. */
export class HelpfulBehaviour implements Behaviour {
  readonly #self: Self;
  readonly #asked = new Set<string>();
  #lastQuestion: Asked | undefined;

  constructor(self: Self) {
    this.#self = self;
  }

  pickUp(): Reaction {
    return this.#say(this.#self.phrases.hello);
  }

  hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved {
    const said = this.#self.read(saying);
    // A word between a question and its answer changes nothing about the answer.
    const isAside = said.kind === 'statement' || said.kind === 'presence';
    return isAside && isAboutToSpeak ? 'waits' : this.#reactTo(said, saying.isOpening);
  }

  #reactTo(said: SayingKind, isOpening: boolean): Reaction {
    const { phrases } = this.#self;
    switch (said.kind) {
      case 'question':
        return this.#answer(said);
      case 'again':
        return this.#lastQuestion ? this.#answer(this.#lastQuestion) : this.#say(phrases.yes);
      case 'opt_out':
        return this.#say(phrases.no);
      case 'presence':
        return this.#say(phrases.stillHere);
      case 'goodbye':
        return goodbye(this.#self);
      case 'statement':
        return this.#say(isOpening ? phrases.goOn : phrases.okay);
    }
  }

  #answer(asked: Asked): Reaction {
    const last = this.#lastQuestion;
    const question = last && !asked.isPlanned && isRephrased(last.text, asked.text) ? last : asked;
    const isAgain = question.isAgain || this.#asked.has(question.text);
    this.#asked.add(question.text);
    this.#lastQuestion = question;
    const text = this.#self.answers.to({ ...question, isAgain });
    return { lines: [{ text, afterMs: this.#self.momentMs() }] };
  }

  #say(choice: Choice): Reaction {
    return { lines: [{ text: this.#self.phrase(choice), afterMs: this.#self.momentMs() }] };
  }
}

/** A rephrased question keeps most of its longer words. */
function isRephrased(question: string, other: string): boolean {
  const words = question.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const others = new Set(other.toLowerCase().match(/\p{L}{3,}/gu));
  return words.filter((word) => others.has(word)).length > words.length * 0.6;
}

/** Some contacts hang up first, others wait for the caller to do it. */
export function goodbye(self: Self): Reaction {
  const lines = [{ text: self.phrase(self.phrases.bye), afterMs: self.momentMs() }];
  const isQuick = self.random.chance(0.6);
  return {
    lines,
    leavesAfterMs: isQuick ? self.random.between(500, 1500) : self.random.between(7000, 10_000),
  };
}

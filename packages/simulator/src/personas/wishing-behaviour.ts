import { sayingWordsOf } from '../answer-words.ts';
import type { Choice } from '../phrases.ts';
import type { AgentSaying, Behaviour, Reaction, Unmoved } from './behaviour.ts';
import { goodbye } from './helpful-behaviour.ts';
import type { Self } from './self.ts';

/** Wants one thing of the call, says so at once, and stays with it. */
export interface Wish {
  readonly wish: 'notInterested' | 'neverAgain' | 'tomorrowAtThree' | 'later' | 'person';
  /** What they say to questions after that; absent: the wish again. */
  readonly whenAsked?: 'noTime' | 'message';
}

/** Nobody repeats themselves for ever. */
const MOST_TIMES = 4;

export class WishingBehaviour implements Behaviour {
  readonly #self: Self;
  readonly #wish: Wish;
  #times = 0;

  constructor(self: Self, wish: Wish) {
    this.#self = self;
    this.#wish = wish;
  }

  pickUp(): Reaction {
    return this.#say(this.#self.phrases.hello);
  }

  hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved {
    const { phrases } = this.#self;
    if (isAboutToSpeak) return 'waits';
    if (this.#times === 0) return this.#insist(phrases[this.#wish.wish]);
    const said = this.#self.read(saying);
    if (said.kind === 'goodbye' || this.#times >= MOST_TIMES) return goodbye(this.#self);
    if (said.kind === 'presence') return this.#say(phrases.stillHere);
    if (said.kind === 'statement') return this.#say(phrases.okay);
    return this.#insist(this.#replyTo(saying.text));
  }

  #replyTo(question: string): Choice {
    const { plan, phrases, answerWords } = this.#self;
    const { wish, whenAsked } = this.#wish;
    const label = wish === 'person' ? this.#labelIn(question) : undefined;
    if (label !== undefined) {
      const [first, ...others] = sayingWordsOf(plan.language).wanted;
      const filled = (text: string) => text.replace('%', () => label);
      return [filled(first), ...others.map(filled)];
    }
    if (wish === 'tomorrowAtThree' && answerWords?.namesTheTime.test(question))
      return answerWords.confirmations;
    return phrases[whenAsked ?? wish];
  }

  /** Offered several people or departments, they take the first. */
  #labelIn(question: string): string | undefined {
    return this.#self.plan.handoffs
      .flatMap(({ destinations }) => destinations)
      .map(({ label }) => label)
      .find((label) => label !== undefined && question.toLowerCase().includes(label.toLowerCase()));
  }

  #insist(choice: Choice): Reaction {
    this.#times += 1;
    return this.#say(choice);
  }

  #say(choice: Choice): Reaction {
    return { lines: [{ text: this.#self.phrase(choice), afterMs: this.#self.momentMs() }] };
  }
}

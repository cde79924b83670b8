import type { AgentSaying, Behaviour, Reaction, Unmoved } from './behaviour.ts';
import { HelpfulBehaviour } from './helpful-behaviour.ts';
import type { Self } from './self.ts';

/** Thinks long and aloud, and brings an answer out in pieces. */
export class HesitantBehaviour implements Behaviour {
  readonly #self: Self;
  readonly #helpful: HelpfulBehaviour;

  constructor(self: Self) {
    this.#self = self;
    this.#helpful = new HelpfulBehaviour(self);
  }

  pickUp(): Reaction {
    return this.#helpful.pickUp();
  }

  hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved {
    const reaction = this.#helpful.hear(saying, isAboutToSpeak);
    const isToThink = !saying.isOpening && this.#self.read(saying).kind === 'question';
    if (typeof reaction === 'string' || !isToThink) return reaction;
    const { random, phrase, phrases } = this.#self;
    const hesitation = { text: phrase(phrases.hesitation), afterMs: random.between(1200, 2600) };
    const answers = reaction.lines.map(({ text }) => ({
      text: this.#stumbled(text),
      afterMs: random.between(900, 2200),
    }));
    // Who is asked once more while they still think has thought enough.
    return { lines: isAboutToSpeak ? answers : [hesitation, ...answers] };
  }

  /** Halting, as the recogniser hears it; the answer itself stays whole. */
  #stumbled(text: string): string {
    const { answerWords, random } = this.#self;
    const [first = '', ...rest] = text.split(' ');
    if (answerWords === undefined || rest.length === 0) return text;
    const { filler, tail } = answerWords.stumbles;
    const stumbles = [
      `${first.slice(0, 2)}- ${text}`,
      `${first} ${filler} ${rest.join(' ')}`,
      `${text.replace(/\.$/, '')}${tail}`,
      text,
    ] as const;
    return random.pick(stumbles);
  }
}

import { type Choice, sayingWordsOf } from '../contact-words.ts';
import type { AgentSaying, Behaviour, Reaction, Unmoved } from './behaviour.ts';
import { goodbye, HelpfulBehaviour } from './helpful-behaviour.ts';
import type { Self } from './self.ts';

/** Wants one thing from the call, says so at once, and repeats it. */
export interface Wish {
  readonly wish: 'notInterested' | 'neverAgain' | 'tomorrowAtThree' | 'later' | 'person';
  /** What they say to questions after that; absent: the wish again. */
  readonly whenAsked?: 'noTime' | 'message';
}

/** A wish is repeated at most this often. */
const MOST_REPEATS = 4;

/** Does what the helpful contact does, except where a class below says otherwise. */
abstract class MostlyHelpful implements Behaviour {
  protected readonly self: Self;
  protected readonly helpful: HelpfulBehaviour;

  constructor(self: Self) {
    this.self = self;
    this.helpful = new HelpfulBehaviour(self);
  }

  pickUp(): Reaction {
    return this.helpful.pickUp();
  }

  abstract hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved;
}

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
    if (said.kind === 'goodbye' || this.#times >= MOST_REPEATS) return goodbye(this.#self);
    if (said.kind === 'presence') return this.#say(phrases.stillHere);
    if (said.kind === 'statement') return this.#say(phrases.okay);
    // Who wants something else, or nothing now, denies it before they say so again.
    if (said.kind === 'opt_out' && this.#wish.wish !== 'neverAgain') return this.#deny();
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

  #deny(): Reaction {
    this.#times += 1;
    const { phrases, phrase, momentMs } = this.#self;
    const text = `${phrase(phrases.no)} ${phrase(phrases[this.#wish.wish])}`;
    return { lines: [{ text, afterMs: momentMs() }] };
  }

  #say(choice: Choice): Reaction {
    return { lines: [{ text: this.#self.phrase(choice), afterMs: this.#self.momentMs() }] };
  }
}

/** Answers one question after the opening, then hangs up in the middle of the agent's next sentence. */
export class VanishingBehaviour extends MostlyHelpful {
  #hasAnswered = false;
  #isAnswering = false;

  hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved {
    this.#hasAnswered ||= this.#isAnswering && !isAboutToSpeak;
    const said = this.self.read(saying);
    const isLastChance = said.kind === 'goodbye' && !isAboutToSpeak;
    if (this.#hasAnswered || isLastChance) {
      return { lines: [], interruptsAt: 0.5, leavesAfterMs: 0 };
    }
    this.#isAnswering = said.kind === 'question' ? !saying.isOpening : this.#isAnswering && isAboutToSpeak;
    return this.helpful.hear(saying, isAboutToSpeak);
  }
}

/** Too short to be interrupted. */
const SHORT_CHARACTERS = 30;
const MOST_QUESTIONS = 3;

/** Interrupts with own questions; listens to a repeated question to its end and answers it. */
export class CuriousBehaviour implements Behaviour {
  readonly #self: Self;
  readonly #helpful: HelpfulBehaviour;
  #questions: readonly string[];
  /** After an interruption the contact listens to the next question to its end. */
  #isListening = false;

  constructor(self: Self) {
    this.#self = self;
    this.#helpful = new HelpfulBehaviour(self);
    const [who, ...others] = self.phrases.curious;
    // Who calls is what everybody asks first.
    const turn = others.length === 0 ? 0 : self.random.between(0, others.length - 1);
    this.#questions = [who, ...others.slice(turn), ...others.slice(0, turn)].slice(0, MOST_QUESTIONS);
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

const MOST_TEMPTATIONS = 3;

/** Tries prompt injection, and answers once the agent has led back to the question. */
export class TemptingBehaviour extends MostlyHelpful {
  #temptations = 0;
  #isLedBack = true;

  hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved {
    const isQuestion = this.self.read(saying).kind === 'question';
    if (isQuestion && !saying.isOpening && this.#isLedBack && this.#isTempted()) {
      this.#temptations += 1;
      this.#isLedBack = false;
      const text = this.self.phrase(this.self.phrases.temptation);
      return { lines: [{ text, afterMs: this.self.momentMs() }] };
    }
    this.#isLedBack ||= isQuestion;
    return this.helpful.hear(saying, isAboutToSpeak);
  }

  #isTempted(): boolean {
    return this.#temptations === 0 || (this.#temptations < MOST_TEMPTATIONS && this.self.random.chance(0.5));
  }
}

/** Hesitates aloud and answers in several pieces. */
export class HesitantBehaviour extends MostlyHelpful {
  hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved {
    const reaction = this.helpful.hear(saying, isAboutToSpeak);
    const isToThink = !saying.isOpening && this.self.read(saying).kind === 'question';
    if (typeof reaction === 'string' || !isToThink) return reaction;
    const { random, phrase, phrases } = this.self;
    const hesitation = { text: phrase(phrases.hesitation), afterMs: random.between(1200, 2600) };
    const answers = reaction.lines.map(({ text }) => ({
      text: this.#stumbled(text),
      afterMs: random.between(900, 2200),
    }));
    // Who is asked once more while they still think has thought enough.
    return { lines: isAboutToSpeak ? answers : [hesitation, ...answers] };
  }

  /** Adds hesitations as speech to text writes them; the answer itself stays complete. */
  #stumbled(text: string): string {
    const { answerWords, random } = this.self;
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

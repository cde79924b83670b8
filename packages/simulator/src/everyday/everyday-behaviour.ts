import { askedBy } from '@parley/call-engine/dialogue/rules/asked.ts';
import { type PlanQuestion, type PlanSection, questionsIn } from '@parley/call-engine/plan.ts';
import { readBackIn } from '../contact-words.ts';
import type { AgentSaying, Behaviour, Reaction, Unmoved } from '../personas/behaviour.ts';
import { goodbye } from '../personas/helpful-behaviour.ts';
import type { Self } from '../personas/self.ts';
import type { Random } from '../random.ts';
import { EverydayAnswers, raised } from './everyday-answer.ts';
import type { EverydayWords } from './everyday-words.ts';
import { dayIn, type Fact } from './facts.ts';

/** How an everyday persona talks. `plain` says the bare facts: what the agent does with them is what the others are held to. */
export const manners = [
  'plain',
  'paraphrasing',
  'correcting',
  'together',
  'angry',
  'elderly',
  'driving',
  'halting',
  'indirect',
] as const;
export type Manner = (typeof manners)[number];

export interface EverydayPersona {
  readonly manner: Manner;
  readonly facts: ReadonlyMap<string, Fact>;
  readonly words: EverydayWords;
  /** The day of the call. */
  readonly now: Date;
}

const PAUSE_MS = 1600;
/** Of those that they answer before they were asked. */
const MOST_AHEAD = 2;

/**
 * Tells the facts truly, in the words of a manner. Asked the same again, they put it more simply, and the third time they
 * say the bare fact.
 */
export class EverydayBehaviour implements Behaviour {
  readonly #self: Self;
  readonly #manner: Manner;
  readonly #facts: ReadonlyMap<string, Fact>;
  readonly #words: EverydayWords;
  readonly #answers: EverydayAnswers;
  readonly #questions: readonly PlanQuestion[];
  readonly #timesAsked = new Map<string, number>();
  readonly #toldAhead = new Set<string>();
  readonly #wrongSentences: string[] = [];
  #last: Fact | undefined;
  #hasMissed = false;
  /** A fact they got wrong and will correct with their next answer. */
  #toCorrect: Fact | undefined;

  constructor(self: Self, { manner, facts, words, now }: EverydayPersona) {
    this.#self = self;
    this.#manner = manner;
    this.#facts = facts;
    this.#words = words;
    const { plan } = self;
    this.#answers = new EverydayAnswers(plan.language, words, dayIn(plan.hours.timeZone, now));
    this.#questions = questionsIn(plan.sections);
  }

  pickUp(): Reaction {
    return this.#say(this.#self.phrase(this.#self.phrases.hello));
  }

  hear(saying: AgentSaying, isAboutToSpeak: boolean): Reaction | Unmoved {
    const { phrases, phrase } = this.#self;
    const said = this.#self.read(saying);
    const isAside = said.kind === 'statement' || said.kind === 'presence';
    if (isAside && isAboutToSpeak) return 'waits';
    switch (said.kind) {
      case 'goodbye':
        return goodbye(this.#self);
      case 'presence':
        return this.#say(phrase(phrases.stillHere));
      case 'opt_out':
        return this.#say(phrase(phrases.no));
      case 'statement':
        return this.#say(saying.isOpening ? this.#pick(this.#words.agree) : phrase(phrases.okay));
      case 'again':
        return this.#last === undefined ? this.#say(this.#pick(this.#words.agree)) : this.#tell(this.#last);
      case 'question':
        return this.#reply(saying, said.isPlanned, said.text);
    }
  }

  #reply(saying: AgentSaying, isPlanned: boolean, text: string): Reaction {
    const asked = isPlanned ? this.#questions.find((question) => question.text === text) : undefined;
    const fact = asked && this.#facts.get(asked.id);
    if (fact) return this.#tell(fact);
    const readBack = readBackIn(this.#self.plan.language)(saying.text);
    if (readBack !== undefined && this.#last !== undefined) return this.#confirm(this.#last, readBack);
    if (saying.isOpening) return this.#say(this.#pick(this.#words.agree));
    const { kind } = askedBy(text, this.#self.plan.language);
    return this.#say(this.#pick(kind === 'yes_no' ? this.#words.answers.yes : this.#words.answers.text));
  }

  /** What they said by mistake is not what they mean, and an address is right when every letter of it is. */
  #confirm(fact: Fact, quote: string): Reaction {
    const { right, wrong } = this.#words;
    const isSpelled = ['name', 'email', 'phone'].includes(fact.type.kind);
    const isWrong = isSpelled
      ? this.#letters(quote) !== this.#letters(String(fact.value))
      : this.#wrongSentences.some((sentence) => sentence.toLowerCase().includes(quote.toLowerCase()));
    if (!isWrong) return this.#say(this.#pick(right));
    const value = this.#answers.value(fact, fact.value, this.#about(fact, 'read back'));
    return this.#say(this.#pick(wrong).replace('%', () => value));
  }

  #letters(text: string): string {
    const signs = Object.entries(this.#words.signs);
    const joined = signs.reduce(
      (rest, [sign, word]) => rest.replaceAll(new RegExp(`(?<=\\s|^)${word}(?=\\s|$)`, 'gi'), sign),
      text,
    );
    return joined.toLowerCase().replaceAll(/[^\p{L}\p{N}@]+/gu, '');
  }

  #tell(fact: Fact): Reaction {
    this.#last = fact;
    const { id } = fact.question;
    const times = (this.#timesAsked.get(id) ?? 0) + 1;
    if (this.#misses(times)) return this.#say(this.#pick(this.#words.manners.missed));
    this.#timesAsked.set(id, times);
    const { value } = fact;
    const random = this.#about(fact, `${times}`);
    if (times > 2 || this.#manner === 'plain')
      return this.#say(this.#answers.sentence(fact, value, 'plain', random));
    if (times > 1) return this.#say(this.#answers.sentence(fact, value, 'everyday', random));
    const pieces = this.#inManner(fact, random).split('|');
    return {
      lines: pieces.map((text, at) => ({
        text: raised(text.trim()),
        afterMs: at === 0 ? this.#self.momentMs() : PAUSE_MS,
      })),
    };
  }

  /** Who is old or in a car does not hear the first question. */
  #misses(times: number): boolean {
    const isDeaf = this.#manner === 'elderly' || this.#manner === 'driving';
    if (!isDeaf || this.#hasMissed || times > 1) return false;
    this.#hasMissed = true;
    return true;
  }

  #inManner(fact: Fact, random: Random): string {
    const { manners: words } = this.#words;
    const everyday = (): string => this.#answers.sentence(fact, fact.value, 'everyday', random);
    switch (this.#manner) {
      case 'plain':
      case 'paraphrasing':
        return everyday();
      case 'indirect':
        return this.#answers.sentence(fact, fact.value, 'indirect', random);
      case 'angry':
      case 'elderly':
      case 'driving':
        return random.pick(words[this.#manner]).replace('%', () => everyday());
      case 'halting':
        return this.#haltingly(everyday(), random);
      case 'correcting':
        return this.#correcting(fact, random);
      case 'together':
        return [everyday(), ...this.#ahead(fact, random)].join(' ');
    }
  }

  #haltingly(sentence: string, random: Random): string {
    const { fillers } = this.#words.manners;
    const [first = '', ...rest] = sentence.split(' ');
    const halting = rest.map((word) => (random.chance(0.3) ? `${random.pick(fillers)}, ${word}` : word));
    const bare = first.replace(/[,.]$/, '');
    return [`${raised(random.pick(fillers))}, ${bare},`, first, ...halting].join(' ');
  }

  /** In the same breath, or with the next answer. */
  #correcting(fact: Fact, random: Random): string {
    const { correcting, later } = this.#words.manners;
    const before = this.#toCorrect;
    this.#toCorrect = undefined;
    const corrections = before
      ? [
          random
            .pick(later)
            .replaceAll('{topic}', () => topicOf(before) ?? '')
            .replaceAll('%', () => this.#answers.value(before, before.value, random)),
        ]
      : [];
    const { mistaken } = fact;
    if (mistaken === undefined || before !== undefined)
      return [this.#answers.sentence(fact, fact.value, 'everyday', random), ...corrections].join(' ');
    const wrong = this.#answers.sentence(fact, mistaken, 'everyday', random);
    this.#wrongSentences.push(wrong);
    if (topicOf(fact) !== undefined && this.#isFollowed(fact.question) && random.chance(0.5)) {
      this.#toCorrect = fact;
      return wrong;
    }
    const frame = random.pick(correcting).replace('{wrong}', () => wrong);
    return frame.replaceAll('%', () => this.#answers.value(fact, fact.value, random));
  }

  /** Another question comes right after it, whatever the answer. */
  #isFollowed({ id }: PlanQuestion): boolean {
    const within = (sections: readonly PlanSection[]): boolean =>
      sections.some((section) => {
        if (section.type === 'conditional') return section.branches.some((branch) => within(branch.sections));
        return section.type === 'looping' && section.questions.slice(0, -1).some((one) => one.id === id);
      });
    return within(this.#self.plan.sections);
  }

  /** The next questions of the flow that have a name. */
  #ahead(fact: Fact, random: Random): string[] {
    if (this.#toldAhead.size > 0) return [];
    const at = this.#questions.findIndex(({ id }) => id === fact.question.id);
    const next = this.#questions.slice(at + 1).flatMap(({ id }) => this.#facts.get(id) ?? []);
    const named = next.filter((one) => topicOf(one) !== undefined).slice(0, MOST_AHEAD);
    return named.map((one) => {
      this.#toldAhead.add(one.question.id);
      const sentence = this.#answers.sentence(one, one.value, 'everyday', random.about(one.question.text));
      const frame = random.pick(this.#words.manners.ahead);
      return raised(frame.replaceAll('{topic}', () => topicOf(one) ?? '').replace('%', () => sentence));
    });
  }

  #about({ question }: Fact, subject: string): Random {
    return this.#self.random.about(question.text).about(subject);
  }

  #pick(choice: readonly [string, ...string[]]): string {
    return this.#self.random.pick(choice);
  }

  #say(text: string): Reaction {
    return { lines: [{ text, afterMs: this.#self.momentMs() }] };
  }
}

const SHARED_LETTERS = 5;

/** What a person would call the question: its key in words, if the question has one of them or a form of it. */
function topicOf({ question: { key, text } }: Fact): string | undefined {
  if (key === undefined) return undefined;
  const words = key
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= SHARED_LETTERS);
  const asked = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isHeard = words.some((word) =>
    asked.some((one) => one.slice(0, SHARED_LETTERS) === word.slice(0, SHARED_LETTERS)),
  );
  return isHeard ? key.replaceAll('_', ' ') : undefined;
}

import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { cues, ofAllLanguages, words } from '@parley/language/locale-tables.ts';
import { folded, plainWords, speechOf } from '@parley/language/speech.ts';
import { canaryOf, givesAway } from './canary.ts';
import type { CallContext, Passage } from './dialogue-model.ts';
import { anyOf } from './rules/cue-pattern.ts';
import { patternOf } from './rules/foreign-cues.ts';
import { isOrder } from './rules/off-topic.ts';
import { evaluationIn, forbiddenPhrases } from './speech-check/forbidden-phrase.ts';
import { forbiddenTopics } from './speech-check/forbidden-topic.ts';
import { KnownNumbers, numbersIn } from './speech-check/named-number.ts';
import { authoredTexts, contactTexts, instructionTexts, spokenTexts } from './speech-check/spoken-plan.ts';

/** Web and e-mail addresses, written or as they are read out. */
const ADDRESS = /[\p{L}\p{N}._%+-]*@?[\p{L}\p{N}-]{2,}(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;
const readOut = ofAllLanguages((languages) => {
  const dots = languages.flatMap((language) => words[language].dot ?? []).join('|');
  return new RegExp(`([\\p{L}\\p{N}-]+)\\s+(?:${dots})\\s+(\\p{L}{2,4})(?!\\p{L})`, 'giu');
});

/** Giving one's word, or sending somebody elsewhere: a number that only the contact has named must not stand beside it. */
const promises = ofAllLanguages((languages) =>
  anyOf(languages.flatMap((language) => cues[language].promise ?? [])),
);

/** What only people decide. */
const decisionIn = forbiddenPhrases('decision');

/** What a sentence invents: numbers, addresses, decisions and ratings without a source. */
class Inventions {
  readonly #language: Language;
  readonly #turns: CallContext['turns'];
  #seen = 0;
  readonly #ours: KnownNumbers;
  readonly #theirs: KnownNumbers;
  readonly #authored: readonly string[];
  #said: string;

  constructor({ plan, turns }: CallContext) {
    const texts = authoredTexts(plan);
    this.#authored = texts;
    this.#language = plan.language;
    this.#turns = turns;
    this.#ours = new KnownNumbers(plan.language, texts);
    this.#theirs = new KnownNumbers(plan.language, contactTexts(plan));
    this.#said = [...texts, ...contactTexts(plan)].join('\n').toLowerCase();
  }

  in(sentence: string, passages: readonly Passage[] = []): string | undefined {
    this.#listen();
    return (
      this.#number(sentence, passages) ??
      this.#address(sentence, passages) ??
      this.#decision(sentence, passages) ??
      this.#evaluation(sentence, passages)
    );
  }

  /** What was said since the last sentence. */
  #listen(): void {
    for (const { speaker, text } of this.#turns.slice(this.#seen)) {
      (speaker === 'agent' ? this.#ours : this.#theirs).add(text);
      this.#said += `\n${text.toLowerCase()}`;
    }
    this.#seen = this.#turns.length;
  }

  #number(sentence: string, passages: readonly Passage[]): string | undefined {
    const read = new KnownNumbers(
      this.#language,
      passages.map(({ title, text }) => `${title} ${text}`),
    );
    const isPromise = promises().test(plainWords(sentence));
    const invented = numbersIn(sentence, this.#language).find(
      (number) => !this.#ours.has(number) && !read.has(number) && (isPromise || !this.#theirs.has(number)),
    );
    return invented && `a number that nobody has given: ${invented.text}`;
  }

  #address(sentence: string, passages: readonly Passage[]): string | undefined {
    const written = sentence.replaceAll(readOut(), '$1.$2').toLowerCase();
    const known = `${this.#said}\n${passages.map(({ text }) => text.toLowerCase()).join('\n')}`;
    const invented = written.match(ADDRESS)?.find((address) => !known.includes(address));
    return invented && `an address that nobody has given: ${invented}`;
  }

  #decision(sentence: string, passages: readonly Passage[]): string | undefined {
    const found = decisionIn(sentence);
    if (found === undefined || passages.some(({ text }) => plainWords(text).includes(found)))
      return undefined;
    return `a decision that is not the agent's: ${found}`;
  }

  /** A contact who claims points must not hear them confirmed. Where points are the subject, the flow speaks of them. */
  #evaluation(sentence: string, passages: readonly Passage[]): string | undefined {
    const found = evaluationIn(sentence);
    if (found === undefined) return undefined;
    const ours = [...this.#authored, ...passages.map(({ text }) => text)];
    return ours.some((text) => plainWords(text).includes(found))
      ? undefined
      : `a rating that is not the agent's: ${found}`;
  }
}

/** What a sentence is said after, and what it may be taken from beside the plan. */
interface Speaking {
  readonly before: string;
  readonly passages?: readonly Passage[];
}

/** Why a sentence that a model found may not be said, whatever talked it into it; undefined when it may. */
export type SpeechCheck = (sentence: string, speaking: Speaking) => string | undefined;

/** For one call. `unspoken` are the instructions that the model has and nobody may hear. */
export function makeSpeechCheck(context: CallContext, unspoken: readonly string[]): SpeechCheck {
  const secrecy = new Secrecy(context, unspoken);
  const inventions = new Inventions(context);
  const dictation = new Dictation(context);
  const topicIn = forbiddenTopics(context.plan);
  const checks: readonly SpeechCheck[] = [
    (sentence, { before }) => secrecy.in(sentence, before),
    (sentence) => (claimsToBeHuman(sentence, context.plan.language) ? 'a claim to be human' : undefined),
    (sentence) => topicIn(sentence),
    (sentence, { passages }) => inventions.in(sentence, passages),
    (sentence) => (dictation.has(sentence) ? 'what the contact wants to hear, word for word' : undefined),
  ];
  return (sentence, speaking) => {
    for (const check of checks) {
      const reason = check(sentence, speaking);
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
}

const english = anyOf(cues.EN.humanClaim);

const foreign = memoize((language: Exclude<Language, 'EN'>) =>
  patternOf(language, cues[language].humanClaim),
);

/** Whether the agent says of itself that it is a human being, in the call's language or in English. */
function claimsToBeHuman(sentence: string, language: Language): boolean {
  const own = language === 'EN' ? undefined : foreign(language);
  return speechOf(sentence).clauses.some(
    ({ plain, isAsked }) => !isAsked && (english.test(plain) || own?.test(plain) === true),
  );
}

/** Fewer are a turn of phrase. */
const TELLING_RUN = 6;

/** Talking about one's instructions, the first step to revealing them. */
const instructionIn = forbiddenPhrases('ofInstructions');

/** Whether a sentence reveals the model's instructions. */
class Secrecy {
  readonly #canary: string;
  readonly #secret: ReadonlySet<string>;
  readonly #open: string;

  /** `unspoken`: the instructions that are nobody else's business. The author's own matter may be talked about. */
  constructor(context: CallContext, unspoken: readonly string[]) {
    const { plan } = context;
    this.#canary = canaryOf(context);
    const rules = plan.prompt.filter(({ id }) => id === 'guardrails' || id === 'forbidden-topics');
    const others = { ...plan, prompt: plan.prompt.filter((one) => !rules.includes(one)) };
    const openTexts = [...spokenTexts(plan), ...instructionTexts(others), ...contactTexts(plan)];
    const open = new Set(openTexts.flatMap((text) => wordRuns(text, TELLING_RUN)));
    this.#secret = new Set(
      [...unspoken, ...rules.map(({ text }) => text)]
        .flatMap((text) => wordRuns(text, TELLING_RUN))
        .filter((run) => !open.has(run)),
    );
    this.#open = openTexts.map(plainWords).join('\n');
  }

  in(sentence: string, before: string): string | undefined {
    if (givesAway(this.#canary, `${before} ${sentence}`)) return 'the word that must not come out';
    if (wordRuns(sentence, TELLING_RUN).some((run) => this.#secret.has(run)))
      return 'a piece of the instructions';
    const found = instructionIn(sentence);
    return found === undefined || this.#open.includes(found) ? undefined : `about the instructions: ${found}`;
  }
}

/** Who takes up somebody's words takes up a few; after an order to say something, or praise of themselves, fewer are too many. */
const lengths = { own: 9, ordered: 4 } as const;
type Length = keyof typeof lengths;

/** Whether a sentence was dictated by the contact: it is, word for word, in what they said. */
class Dictation {
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
      const isOrdered = isOrder(speechOf(text)) || evaluationIn(text) !== undefined;
      const length = isOrdered ? 'ordered' : 'own';
      for (const run of wordRuns(text, lengths[length])) this.#theirs[length].add(run);
    }
    this.#seen = this.#turns.length;
  }

  /** Who repeats our own words to us does not dictate. */
  #isOurs(run: string, length: Length): boolean {
    return authoredTexts(this.#plan).some((text) => wordRuns(text, lengths[length]).includes(run));
  }
}

/** Words in a row, of which a few may be chance. Where none are written apart, a letter is a word and less of one. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;
const LETTERS_PER_WORD = 2.5;

/** Every run of so many words in a text. */
function wordRuns(text: string, words: number): string[] {
  const all = folded(text).match(WORD) ?? [];
  const length = UNSPACED.test(text) ? Math.round(words * LETTERS_PER_WORD) : words;
  return all.slice(length - 1).map((_, index) => all.slice(index, index + length).join(' '));
}

import type { Language } from '@parley/language/language.ts';
import { cues, ofAllLanguages, words } from '@parley/language/locale-tables.ts';
import { plainWords } from '@parley/language/speech.ts';
import type { CallContext, Passage } from '../dialogue-model.ts';
import { anyOf } from '../rules/cue-pattern.ts';
import { forbiddenPhrases } from './forbidden-phrase.ts';
import { KnownNumbers, numbersIn } from './named-number.ts';
import { authoredTexts, contactTexts } from './spoken-plan.ts';

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

/** What a sentence invents: numbers, addresses and decisions without a source. */
export class Inventions {
  readonly #language: Language;
  readonly #turns: CallContext['turns'];
  #seen = 0;
  readonly #ours: KnownNumbers;
  readonly #theirs: KnownNumbers;
  #said: string;

  constructor({ plan, turns }: CallContext) {
    const texts = authoredTexts(plan);
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
      this.#decision(sentence, passages)
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
}

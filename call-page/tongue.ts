import { type Language, localeOf } from '../src/kernel/language.ts';
import { nearestLanguage, textTable } from './texts/text-table.ts';
import type { Texts } from './texts/texts.ts';

const rightToLeft: readonly Language[] = ['AR', 'HE'];

/** The language that the page speaks at this moment: the browser's, until the call's is known. */
export class Tongue {
  #texts: Texts;
  #language: Language;

  private constructor(texts: Texts, language: Language) {
    this.#texts = texts;
    this.#language = language;
    this.#mark(rightToLeft.includes(language));
  }

  static async ofBrowser(named: readonly string[]): Promise<Tongue> {
    const language = nearestLanguage(named);
    return new Tongue((await textTable[language]()).texts, language);
  }

  get texts(): Texts {
    return this.#texts;
  }

  async speak(named: string, isRightToLeft: boolean): Promise<void> {
    const language = nearestLanguage([named]);
    try {
      this.#texts = (await textTable[language]()).texts;
    } catch {
      // The texts did not come through: better the browser's language than no page.
      return;
    }
    this.#language = language;
    this.#mark(isRightToLeft);
  }

  /** A moment in the person's own time zone, as they would write it. */
  time(moment: Date): string {
    const format = new Intl.DateTimeFormat(localeOf(this.#language), {
      dateStyle: 'full',
      timeStyle: 'short',
    });
    return format.format(moment);
  }

  #mark(isRightToLeft: boolean): void {
    document.documentElement.lang = localeOf(this.#language);
    document.documentElement.dir = isRightToLeft ? 'rtl' : 'ltr';
  }
}

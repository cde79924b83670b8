import { isRightToLeft, type Language, localeOf } from '@parley/language/language.ts';
import { loadTexts, nearestLanguage, type Texts } from './texts.ts';

/** The language that the page speaks at this moment: the browser's, until the call's is known. */
export class PageLanguage {
  #texts: Texts;
  #language: Language;
  readonly #ofBrowser: readonly string[];

  private constructor(texts: Texts, language: Language, ofBrowser: readonly string[]) {
    this.#texts = texts;
    this.#language = language;
    this.#ofBrowser = ofBrowser;
    this.#mark();
  }

  static async ofBrowser(named: readonly string[]): Promise<PageLanguage> {
    const language = nearestLanguage(named);
    return new PageLanguage(await loadTexts(language), language, named);
  }

  get texts(): Texts {
    return this.#texts;
  }

  async speak(named: string): Promise<void> {
    const language = nearestLanguage([named]);
    try {
      this.#texts = await loadTexts(language);
    } catch {
      // The texts did not come through: better the browser's language than no page.
      return;
    }
    this.#language = language;
    this.#mark();
  }

  /** A moment in the person's own time zone, as they would write it. */
  time(moment: Date): string {
    // Of the same language, the browser knows the country: London writes a date differently from New York.
    const own = this.#ofBrowser.find((name) => nearestLanguage([name]) === this.#language);
    const locale = own ?? localeOf(this.#language);
    return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(moment);
  }

  #mark(): void {
    document.documentElement.lang = localeOf(this.#language);
    document.documentElement.dir = isRightToLeft(this.#language) ? 'rtl' : 'ltr';
  }
}

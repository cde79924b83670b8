import { element } from './elements.ts';

/** One screen of the page. */
export interface View {
  /** Which one it is, for the style sheet. */
  readonly name: string;
  readonly title: string;
  readonly content: readonly HTMLElement[];
  /** Where the keyboard stands when the screen appears; its title otherwise. */
  readonly focus?: HTMLElement;
  /** The screen has appeared. */
  onEnter?(): void;
  /** The screen is gone. */
  onLeave?(): void;
}

/** Shows one screen at a time, and takes the keyboard and the screen reader along. */
export class Stage {
  readonly #main: HTMLElement;
  readonly #announcement: HTMLElement;
  #shown: View | undefined;

  constructor(main: HTMLElement, announcement: HTMLElement) {
    this.#main = main;
    this.#announcement = announcement;
  }

  show(view: View): void {
    const isFirst = this.#shown === undefined;
    this.#shown?.onLeave?.();
    this.#shown = view;
    this.#main.dataset.view = view.name;
    this.#main.replaceChildren(...view.content);
    this.#announcement.textContent = '';
    document.title = view.title;
    // A page that has only just been opened is read from its beginning anyway.
    if (!isFirst) (view.focus ?? this.#main.querySelector<HTMLElement>('h1'))?.focus();
    scrollTo(0, 0);
    view.onEnter?.();
  }

  /** Read aloud by a screen reader, without moving anything. */
  announce(words: string): void {
    this.#announcement.textContent = words;
  }
}

/** The title of a screen; it takes the focus when the screen appears, and nobody tabs to it. */
export const heading = (words: string, attributes: Record<string, string> = {}): HTMLElement =>
  element('h1', { tabindex: -1, ...attributes }, words);

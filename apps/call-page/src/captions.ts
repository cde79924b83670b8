import type { Caption } from '@parley/sdk-web/call-protocol.ts';
import { element } from './elements.ts';
import type { Texts } from './texts.ts';

/** A long call says a few hundred things; older ones are in the transcript. */
const KEPT = 200;
/** So near the end, the reader follows the talk; farther up, they are reading. */
const NEAR_END_PX = 80;

interface Line {
  readonly item: HTMLElement;
  readonly words: HTMLElement;
  readonly who: Caption['who'];
  id: string | undefined;
}

/** What was said, as it is said. */
export class Captions {
  readonly root: HTMLElement;
  readonly #texts: Texts;
  readonly #agent: string;
  #lines: Line[] = [];

  constructor(texts: Texts, agent: string) {
    this.#texts = texts;
    this.#agent = agent;
    this.root = element('div', { class: 'captions', role: 'log', 'aria-label': texts.captions, tabindex: 0 });
  }

  /**
   * In a written call a screen reader reads out what the agent writes. In a spoken one it would talk over the agent's
   * voice, which says the same: there the lines are found by moving to them.
   */
  set isReadOut(isReadOut: boolean) {
    this.root.setAttribute('aria-live', isReadOut ? 'polite' : 'off');
  }

  show(caption: Caption): void {
    const line =
      this.#lines.find(({ id }) => id === caption.id) ?? this.#adopted(caption) ?? this.#add(caption.who);
    line.id = caption.id;
    line.item.classList.toggle('unfinished', !caption.isFinal);
    // A sentence that grows is read once it is whole.
    line.item.setAttribute('aria-busy', String(!caption.isFinal));
    this.#keepingPlace(() => {
      line.words.textContent = caption.text;
    });
  }

  /** What the person has just typed stands there at once. Returns how to take it back when it was not sent. */
  showTyped(text: string): () => void {
    const line = this.#add('contact');
    this.#keepingPlace(() => {
      line.words.textContent = text;
    });
    this.root.scrollTop = this.root.scrollHeight;
    return () => {
      line.item.remove();
      this.#lines = this.#lines.filter((other) => other !== line);
    };
  }

  /** The service's own line of what was typed takes the place of ours. */
  #adopted({ who, text }: Caption): Line | undefined {
    if (who !== 'contact') return undefined;
    return this.#lines.find((line) => {
      return (
        line.who === 'contact' && line.id === undefined && line.words.textContent?.trim() === text.trim()
      );
    });
  }

  #add(who: Caption['who']): Line {
    const words = element('p', { dir: 'auto' });
    const name = who === 'agent' ? this.#agent : this.#texts.you;
    const item = element('div', { class: `line ${who}` }, element('span', { class: 'who' }, name), words);
    const line: Line = { item, words, who, id: undefined };
    this.#lines.push(line);
    this.#keepingPlace(() => this.root.append(item));
    for (const old of this.#lines.splice(0, this.#lines.length - KEPT)) old.item.remove();
    return line;
  }

  #keepingPlace(change: () => void): void {
    const { scrollHeight, scrollTop, clientHeight } = this.root;
    const follows = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    change();
    if (follows) this.root.scrollTop = this.root.scrollHeight;
  }
}

import { element, icon } from './elements.ts';
import type { Texts } from './texts.ts';

/** As much as the service takes as one message. */
const LONGEST = 2000;

/** Where the person types. Enter sends, Shift and Enter begins a new line. */
export class Composer {
  readonly root: HTMLFormElement;
  readonly field: HTMLTextAreaElement;

  /** `send` tells whether it was sent; what was not comes back into the field. */
  constructor(texts: Texts, send: (text: string) => Promise<boolean>) {
    this.field = element('textarea', {
      id: 'message',
      rows: 1,
      maxlength: LONGEST,
      dir: 'auto',
      enterkeyhint: 'send',
      autocomplete: 'off',
      placeholder: texts.messageLabel,
      oninput: () => this.#fit(),
      onkeydown: (event) => {
        const { key, shiftKey, isComposing } = event as KeyboardEvent;
        // While an input method is choosing characters, Enter belongs to it.
        if (key !== 'Enter' || shiftKey || isComposing) return;
        event.preventDefault();
        this.root.requestSubmit();
      },
    });
    this.root = element(
      'form',
      {
        class: 'composer',
        onsubmit: (event) => {
          event.preventDefault();
          void this.#submit(send);
        },
      },
      element('label', { for: 'message', class: 'unseen' }, texts.messageLabel),
      this.field,
      element(
        'button',
        { type: 'submit', class: 'send', 'aria-label': texts.send, title: texts.send },
        icon('send'),
      ),
    );
  }

  async #submit(send: (text: string) => Promise<boolean>): Promise<void> {
    const text = this.field.value.trim();
    this.field.focus();
    if (text === '') return;
    this.field.value = '';
    this.#fit();
    if (await send(text)) return;
    this.field.value = [text, this.field.value].filter((part) => part !== '').join('\n');
    this.#fit();
  }

  #fit(): void {
    this.field.style.height = 'auto';
    this.field.style.height = `${this.field.scrollHeight}px`;
  }
}

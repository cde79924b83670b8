import { button } from './button.ts';
import { element } from './element.ts';
import type { Texts } from './texts.ts';

/** Asks once before the call is ended: a slip of the finger must not cost the conversation. */
export function endQuestion(texts: Texts, onEnd: () => void): HTMLDialogElement {
  const dialog = element(
    'dialog',
    { class: 'question', 'aria-labelledby': 'end-question' },
    element('h2', { id: 'end-question' }, texts.endQuestion),
    element(
      'div',
      { class: 'actions' },
      button({ kind: 'primary', label: texts.stay, onPress: () => dialog.close() }),
      button({
        kind: 'danger',
        label: texts.endNow,
        onPress: () => {
          dialog.close();
          onEnd();
        },
      }),
    ),
  );
  return dialog;
}

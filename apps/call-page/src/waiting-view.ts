import { element } from './element.ts';
import { heading, type View } from './stage.ts';

export function waitingView(words: string): View {
  return {
    name: 'waiting',
    title: words,
    content: [
      element('div', { class: 'dots', 'aria-hidden': 'true' }, element('i'), element('i'), element('i')),
      heading(words, { class: 'quiet' }),
    ],
  };
}

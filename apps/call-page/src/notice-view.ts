import { type ButtonOptions, button } from './button.ts';
import { element } from './element.ts';
import { type IconName, icon } from './icon.ts';
import { heading, type View } from './stage.ts';

export interface Notice {
  readonly name: string;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** What matters most in it, such as a time. */
  readonly detail?: string;
  readonly hint?: string;
  readonly actions?: readonly ButtonOptions[];
  onLeave?(): void;
}

/** One thing that happened, and what to do now. */
export function noticeView(notice: Notice): View {
  return {
    name: notice.name,
    title: notice.title,
    content: [
      element('div', { class: 'emblem' }, icon(notice.icon)),
      heading(notice.title),
      element('p', { class: 'lead' }, notice.text),
      ...(notice.detail === undefined ? [] : [element('p', { class: 'detail' }, notice.detail)]),
      ...(notice.hint === undefined ? [] : [element('p', { class: 'hint' }, notice.hint)]),
      ...(notice.actions === undefined
        ? []
        : [element('div', { class: 'actions' }, ...notice.actions.map(button))]),
    ],
    ...(notice.onLeave !== undefined && { onLeave: notice.onLeave }),
  };
}

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

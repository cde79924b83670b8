import type { UsableLink } from '@parley/sdk-web/call-protocol.ts';
import { type ButtonOptions, button, element, icon } from './elements.ts';
import { heading, type View } from './stage.ts';
import { filled, type Texts } from './texts.ts';

/** Who calls and why, and that it is a machine, before anything is asked of the person. */
export function welcomeView(
  texts: Texts,
  link: UsableLink,
  actions: readonly ButtonOptions[],
  note?: string,
): View {
  const name = link.contact.firstName?.trim();
  return {
    name: 'welcome',
    title: `${texts.pageTitle} · ${link.company.name}`,
    content: [
      element(
        'p',
        { class: 'sender' },
        element('span', { class: 'monogram', 'aria-hidden': 'true' }, initialOf(link.company.name)),
        element('span', {}, link.company.name),
      ),
      heading(name ? filled(texts.greeting, { name }) : texts.greetingUnnamed),
      element('p', { class: 'lead' }, filled(texts.invitation, { company: link.company.name })),
      ...purpose(texts, link),
      element(
        'ul',
        { class: 'facts', role: 'list' },
        element('li', {}, icon('machine'), filled(texts.machine, { agent: link.agent.name })),
        !link.voice && note === undefined && element('li', {}, icon('keyboard'), texts.inWriting),
        link.recording && element('li', {}, icon('recording'), texts.recorded),
      ),
      ...(note === undefined ? [] : [element('p', { class: 'note' }, note)]),
      element('div', { class: 'actions' }, ...actions.map(button)),
    ],
  };
}

function purpose(texts: Texts, link: UsableLink): HTMLElement[] {
  const words = link.purpose?.trim();
  // Where nobody has said, there is still who invites, and who leads the conversation.
  if (!words) return [];
  return [
    element(
      'div',
      { class: 'purpose' },
      element('h2', {}, texts.topic),
      element('p', { dir: 'auto' }, words),
    ),
  ];
}

export const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '';

import type { FailureCode } from '@parley/sdk-web/call-failure.ts';
import type { CallEnd, CallLink } from '@parley/sdk-web/call-protocol.ts';
import { type ButtonOptions, button, element, type IconName, icon } from './elements.ts';
import type { PageLanguage } from './page-language.ts';
import { heading, type View } from './stage.ts';
import type { Texts } from './texts.ts';

/** What a link that cannot be joined says. */
export function linkNotice(language: PageLanguage, link: CallLink, onAgain: () => void): Notice {
  const { texts } = language;
  switch (link.state) {
    case 'not_yet':
      return {
        name: 'early',
        icon: 'clock',
        title: texts.earlyTitle,
        text: texts.earlyText,
        ...(link.opensAt && { detail: language.time(new Date(link.opensAt)) }),
        hint: texts.earlyHint,
      };
    case 'expired':
      return { name: 'expired', icon: 'link', title: texts.expiredTitle, text: texts.expiredText };
    case 'in_call':
      return {
        name: 'elsewhere',
        icon: 'windows',
        title: texts.elsewhereTitle,
        text: texts.elsewhereText,
        actions: [again(texts, onAgain)],
      };
    default:
      if ('endedEarly' in link && link.endedEarly)
        return { name: 'ended-early', icon: 'hangUp', title: texts.overTitle, text: texts.endedEarlyText };
      return { name: 'finished', icon: 'done', title: texts.finishedTitle, text: texts.finishedText };
  }
}

/** The link could not be read at all. */
export function unreachableNotice(texts: Texts, code: FailureCode, onAgain: () => void): Notice {
  if (code === 'unknown_link') {
    return { name: 'unknown', icon: 'link', title: texts.unknownTitle, text: texts.unknownText };
  }
  const isOurs = code === 'service';
  return {
    name: isOurs ? 'broken' : 'away',
    icon: isOurs ? 'attention' : 'offline',
    title: isOurs ? texts.brokenTitle : texts.awayTitle,
    text: isOurs ? texts.brokenText : texts.awayText,
    actions: [again(texts, onAgain)],
  };
}

export function microphoneNotice(
  texts: Texts,
  code: FailureCode,
  onAgain?: () => void,
  instead?: ButtonOptions,
): Notice {
  const [title, text] = microphoneWords(texts, code);
  return {
    name: code,
    icon: 'muted',
    title,
    text,
    actions: [
      ...(onAgain === undefined ? [] : [again(texts, onAgain)]),
      ...(instead === undefined ? [] : [instead]),
    ],
  };
}

function microphoneWords(texts: Texts, code: FailureCode): [title: string, text: string] {
  switch (code) {
    case 'microphone_refused':
      return [texts.refusedTitle, texts.refusedText];
    case 'microphone_missing':
      return [texts.missingTitle, texts.missingText];
    case 'microphone_busy':
      return [texts.busyTitle, texts.busyText];
    default:
      return [texts.voiceFailed, texts.unsupported];
  }
}

export function endNotice(texts: Texts, { reason, canComeBack }: CallEnd, onComeBack: () => void): Notice {
  const actions: ButtonOptions[] = canComeBack
    ? [{ kind: 'primary', label: texts.comeBack, onPress: onComeBack }]
    : [];
  switch (reason) {
    case 'finished':
      return { name: 'thanks', icon: 'done', title: texts.thanksTitle, text: texts.thanksText };
    case 'left':
      return {
        name: 'left',
        icon: 'hangUp',
        title: texts.overTitle,
        text: canComeBack ? texts.leftText : texts.thanksText,
        actions,
      };
    case 'lost':
      return {
        name: 'lost',
        icon: 'offline',
        title: texts.lostTitle,
        text: canComeBack ? texts.lostText : texts.thanksText,
        actions,
      };
    default:
      return {
        name: 'broken',
        icon: 'attention',
        title: texts.brokenTitle,
        text: canComeBack ? texts.brokenText : texts.thanksText,
        actions,
      };
  }
}

const again = (texts: Texts, onPress: () => void): ButtonOptions => ({
  kind: 'primary',
  label: texts.tryAgain,
  onPress,
});

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

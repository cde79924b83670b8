import type {
  AgentMessages,
  MessageChannel,
  MessageKind,
  MessageStatus,
  MessageToken,
  MessageView,
} from '@parley/contract/message.ts';
import { task } from '@parley/kernel/task.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { languageNamed } from '@parley/language/language-name.ts';
import { localeTables } from '@parley/language/locale.ts';
import type { Agent } from '../agents/agent.model.ts';
import { nameInMail } from '../companies/invitation.model.ts';
import type { OnlineLinks } from './conversation.model.ts';
import { expiryOf } from './online-link.model.ts';

/** {name}, {company} and {expires} are put in. */
interface InvitationWords {
  readonly subject: string;
  readonly greeting: string;
  readonly invite: string;
  readonly remind: string;
  readonly until: string;
  /** The time of a callback is on the next line. */
  readonly invitation: string;
  /** The link is on the next line. */
  readonly link: string;
  readonly stop: string;
  /** The same in an SMS: the link follows in the line. */
  readonly stopShort: string;
  readonly stopQuestion: string;
  readonly stopButton: string;
  readonly stopped: string;
}

export const invitationWords = localeTables<InvitationWords>('invitation');

/** Sends what is due. A task is a hint: whatever is missed is found by the next minute's. */
export const sendMessagesTask = task<object>('send-messages', {
  retries: 0,
  expireSeconds: 600,
  cron: '* * * * *',
});

/** Queued by versions before 0.3: a callback whose mail was not sent yet. */
export const sendOnlineInvitationTask = task<{
  companyId: string;
  conversationId: string;
  attemptId: string;
}>('send-online-invitation', { retries: 36, expireSeconds: 60 });

export interface Message {
  readonly id: string;
  readonly conversationId: string;
  readonly contactId: string;
  readonly runId: string | null;
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly language: Language;
  readonly status: MessageStatus;
  readonly detail: string | null;
  readonly address: string;
  readonly subject: string | null;
  readonly text: string | null;
  readonly tries: number;
  readonly remindHours: number | null;
  /** From when on the link works. */
  readonly opensAt: Date;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly openedAt: Date | null;
}

export const viewMessage = (
  { tries: _, remindHours: __, opensAt, ...message }: Message,
  links: OnlineLinks,
): MessageView => ({
  ...message,
  onlineUrl: links.urlOf(message.conversationId),
  linkExpiresAt: expiryOf(opensAt).toISOString(),
  createdAt: message.createdAt.toISOString(),
  sentAt: message.sentAt?.toISOString() ?? null,
  openedAt: message.openedAt?.toISOString() ?? null,
});

/** So many messages reach one address of a company's contacts in an hour. */
export const PER_ADDRESS = { max: 5, perMs: 3_600_000 } as const;

export const DEFAULT_REMIND_HOURS = 24;

/** Whoever finds a message under way for so long knows that its process died. A mail takes at most a minute. */
export const LOST_AFTER_MS = 600_000;

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** A day and a half: by then somebody should look at it. */
const MOST_TRIES = 40;

/** When a message that a server put off is tried again; undefined: no more. */
export const nextTry = (tries: number, now: Date): Date | undefined =>
  tries >= MOST_TRIES
    ? undefined
    : new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS));

/** What a message says, apart from its words. */
export interface MessageContent {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly language: Language;
  readonly agentLanguage: Language;
  readonly templates: AgentMessages['templates'];
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  readonly agentName: string;
  readonly link: string;
  readonly opensAt: Date;
  /** The contact's: times are written as their clock shows them. */
  readonly timeZone: string;
  /** The page that stops further messages. */
  readonly stopUrl: string;
}

interface Written {
  readonly subject: string | null;
  readonly text: string;
}

/** The agent's own words, or the built-in ones, with their tokens. */
export function templateOf({
  kind,
  channel,
  language,
  agentLanguage,
  templates,
}: Pick<MessageContent, 'kind' | 'channel' | 'language' | 'agentLanguage' | 'templates'>): Written & {
  readonly isOwn: boolean;
} {
  const own = templates?.find(
    (one) => one.kind === kind && one.channel === channel && (one.language ?? agentLanguage) === language,
  );
  const words = invitationWords[language];
  return {
    isOwn: own !== undefined,
    subject: channel === 'SMS' ? null : (own?.subject ?? tokens(words.subject)),
    text: own?.text ?? builtIn(kind, channel, words),
  };
}

/**
 * The language to write to a contact in: theirs. Where the agent has words of its own for such a message, but none in that
 * language, they go before the built-in words: the agent's language.
 */
export function languageFor(
  preferred: string | null,
  { language, settings }: Pick<Agent, 'language' | 'settings'>,
  { kind, channel }: Pick<MessageContent, 'kind' | 'channel'>,
): Language {
  const theirs = preferred === null ? undefined : languageNamed(preferred);
  if (theirs === undefined) return language;
  const own = (settings.messages?.templates ?? []).filter(
    (one) => one.kind === kind && one.channel === channel,
  );
  const isWritten = own.length === 0 || own.some((one) => (one.language ?? language) === theirs);
  return isWritten ? theirs : language;
}

/** A message ends with the way to stop further ones, whoever wrote it, unless its text says so already. */
export function writeMessage(content: MessageContent): Written {
  const { language, stopUrl } = content;
  const { stop, stopShort } = invitationWords[language];
  const template = templateOf(content);
  const time = (at: Date): string =>
    new Intl.DateTimeFormat(localeOf(language), {
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: content.timeZone,
    }).format(at);
  const values: Readonly<Record<MessageToken, string>> = {
    firstName: nameInMail(content.firstName),
    lastName: nameInMail(content.lastName),
    companyName: nameInMail(content.companyName),
    agentName: nameInMail(content.agentName),
    link: content.link,
    opensAt: time(content.opensAt),
    expiresAt: time(expiryOf(content.opensAt)),
    stopLink: stopUrl,
  };
  const filled = (text: string): string =>
    text.replaceAll(TOKEN, (token, name: string) => values[name as MessageToken] ?? token);
  const text = filled(template.text);
  const hasStop = [...template.text.matchAll(TOKEN)].some(([, name]) => name === 'stopLink');
  if (template.subject === null)
    return { subject: null, text: hasStop ? text : `${text.trimEnd()}\n${stopShort} ${stopUrl}` };
  return {
    // A name with a line break in it must not end the subject.
    subject: filled(template.subject).replaceAll(/\s+/g, ' '),
    text: hasStop ? text : `${text.trimEnd()}\n\n-- \n${stop}\n${stopUrl}\n`,
  };
}

const TOKEN = /\{\{\s*(\w+)\s*\}\}/g;

const tokens = (text: string): string =>
  text
    .replaceAll('{company}', '{{companyName}}')
    .replaceAll('{name}', '{{firstName}}')
    .replaceAll('{expires}', '{{expiresAt}}');

function builtIn(kind: MessageKind, channel: MessageChannel, words: InvitationWords): string {
  const lead = { INVITATION: words.invite, REMINDER: words.remind, CALLBACK: words.invitation }[kind];
  if (channel === 'SMS')
    return tokens(kind === 'CALLBACK' ? `${lead} {{opensAt}} {{link}}` : `${lead} {{link}}`);
  return tokens(
    kind === 'CALLBACK'
      ? `${words.greeting}\n\n${lead}\n{{opensAt}}\n\n${words.link}\n{{link}}\n`
      : `${words.greeting}\n\n${lead}\n\n${words.until}\n{{link}}\n`,
  );
}
